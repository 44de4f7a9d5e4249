/** Reads two models, and rows that both judge, and writes what changed. */
import { createVerdictTally, diffModels, diffText, type VerdictDiff } from "../../../core/diff/index.js";
import { createExplainer, type Explainer } from "../../../core/explain.js";
import type { Model } from "../../../core/model/index.js";
import type { Table } from "../../../core/table/index.js";
import { rangesOfFeatures, typesOfFeatures } from "../../../input/feature-types.js";
import { readBatches } from "../../../input/read-table.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { strengthToldBy } from "../../shared/default-strength.js";
import { readModelFile } from "../../shared/model-file.js";
import { checkOutputs, formatOfOutput, STANDARD_OUTPUT, writePieces, writeText } from "../../shared/output-file.js";
import { pause } from "../../shared/pause.js";
import { readRowsForAll } from "../../shared/read-rows.js";
import type { Io } from "../../system/io.js";
import { DIFF_FORMATS, DIFF_LIMIT } from "./command.js";

const BATCH_ROWS = 256;

export async function runDiff(commandLine: Arguments, io: Io): Promise<number> {
  const [oldPath, newPath, ...tables] = commandLine.operands as [string, string, ...string[]];
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  const reads = { files: [oldPath, newPath], tables: { sources: tables, sql: undefined, where: undefined } };
  await checkOutputs([{ option: "--out", path: out }], reads, io);
  const format = formatOfOutput(out, commandLine.choice("format", DIFF_FORMATS), DIFF_FORMATS);
  const before = await readModelFile(oldPath);
  const after = await readModelFile(newPath);
  const limit = commandLine.number("limit") ?? DIFF_LIMIT;
  const diff = diffModels(before, after);
  const verdicts = tables.length === 0 ? null : await diffVerdicts({ before, after }, { tables, limit }, io);
  if (format === "json") await writePieces(out, [`${JSON.stringify({ ...diff, verdicts })}\n`], io);
  else await writeText(out, diffText(diff, verdicts, limit), io);
  return 0;
}

async function diffVerdicts(
  { before, after }: { readonly before: Model; readonly after: Model },
  { tables, limit }: { readonly tables: readonly string[]; readonly limit: number },
  io: Io,
): Promise<VerdictDiff> {
  const judges = [before, after].map(judgeOf);
  const tally = createVerdictTally(limit);
  for await (const { tables: seen, rows } of rowsForBoth(before, after, { tables, io })) {
    const [old, now] = judges.map((judge, model) =>
      judge(seen[model]!).map((each) => ({ ...each, row: rows[each.row]! })),
    );
    tally.add(old!, now!, rows.length);
    await pause(io.stop);
  }
  return tally.finish();
}

/** Batch by batch; where a model looks at the past of rows, which may stand in any order, all of them first. */
async function* rowsForBoth(
  before: Model,
  after: Model,
  { tables, io }: { readonly tables: readonly string[]; readonly io: Io },
): AsyncGenerator<{ readonly rows: Float64Array; readonly tables: readonly Table[] }> {
  const reading = { batchRows: BATCH_ROWS, stdin: io.stdin, shouldStop: () => io.stop.aborted };
  if (before.history !== null || after.history !== null) {
    yield* await readRowsForAll(tables, reading, [before, after]);
    return;
  }
  const features = [
    ...new Map([...before.features, ...after.features].map((feature) => [feature.name, feature])).values(),
  ];
  const columns = features.map(({ name }) => name);
  const ranges = new Map([after, before].flatMap((model) => [...rangesOfFeatures(model.features, model.profiles)]));
  const asked = { ...reading, columns, types: typesOfFeatures(features), ranges };
  for await (const { table, rows } of readBatches(tables, asked)) yield { rows, tables: [table, table] };
}

function judgeOf(model: Model): Explainer {
  return createExplainer(model, { minStrength: strengthToldBy(model) });
}
