/** Reads two models, and rows that both judge, and writes what changed. */
import { InputError } from "../../../core/base/errors/input-error.js";
import { diffModels } from "../../../core/diff/diff-models.js";
import { diffText } from "../../../core/diff/diff-text.js";
import { createVerdictTally, type VerdictDiff } from "../../../core/diff/diff-verdicts.js";
import { createExplainer, type Explainer } from "../../../core/explain.js";
import type { Model } from "../../../core/model/model.js";
import { typesOfFeatures } from "../../../input/feature-types.js";
import { readBatches } from "../../../input/read-table.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { strengthToldBy } from "../../shared/default-strength.js";
import { readModelFile } from "../../shared/model-file.js";
import { checkOutputs, STANDARD_OUTPUT, writePieces } from "../../shared/output-file.js";
import { pause } from "../../shared/pause.js";
import type { Io } from "../../system/io.js";
import { DIFF_FORMATS, DIFF_LIMIT } from "./command.js";

const BATCH_ROWS = 256;

export async function runDiff(commandLine: Arguments, io: Io): Promise<number> {
  const [oldPath, newPath, ...tables] = commandLine.operands as [string, string, ...string[]];
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  const reads = { files: [oldPath, newPath], tables: { sources: tables, sql: undefined, where: undefined } };
  await checkOutputs([{ option: "--out", path: out }], reads, io);
  const before = await readModelFile(oldPath);
  const after = await readModelFile(newPath);
  const limit = commandLine.number("limit") ?? DIFF_LIMIT;
  const diff = diffModels(before, after);
  const verdicts = tables.length === 0 ? null : await diffVerdicts(before, after, { tables, limit }, io);
  const isJson = commandLine.choice("format", DIFF_FORMATS) === "json";
  await writePieces(out, [isJson ? `${JSON.stringify({ ...diff, verdicts })}\n` : diffText(diff, verdicts, limit)], io);
  return 0;
}

async function diffVerdicts(
  before: Model,
  after: Model,
  { tables, limit }: { readonly tables: readonly string[]; readonly limit: number },
  io: Io,
): Promise<VerdictDiff> {
  const judges = [before, after].map(judgeOf);
  const tally = createVerdictTally(limit);
  if (before.history !== null || after.history !== null) throw withPast();
  const features = [
    ...new Map([...before.features, ...after.features].map((feature) => [feature.name, feature])).values(),
  ];
  const batches = readBatches(tables, {
    columns: features.map(({ name }) => name),
    types: typesOfFeatures(features),
    batchRows: BATCH_ROWS,
    stdin: io.stdin,
    shouldStop: () => io.stop.aborted,
  });
  for await (const { table, rows } of batches) {
    const [old, now] = judges.map((judge) => judge(table).map((each) => ({ ...each, row: rows[each.row]! })));
    tally.add(old!, now!, rows.length);
    await pause(io.stop);
  }
  return tally.finish();
}

/** Both models would have to look back, each by its own plan. */
function withPast(): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    "models that look at the past of rows cannot be compared by rows yet",
    "Leave the table out to compare their rules, or explain it by both and compare what they say.",
  );
}

function judgeOf(model: Model): Explainer {
  return createExplainer(model, { minStrength: strengthToldBy(model) });
}
