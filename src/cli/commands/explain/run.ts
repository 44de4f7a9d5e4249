/** Reads the model and the rows, explains batch by batch in a worker thread, writes as it goes. */
import { InputError } from "../../../core/errors/input-error.js";
import { EXPLAIN_OPTIONS } from "../../../core/explanations/explain-options.js";
import { formatCount, formatCountOf } from "../../../core/presentation/format-number.js";
import { listNames } from "../../../core/table/names.js";
import { readBatches } from "../../../node/read-table.js";
import { givenTypesOf } from "../../../node/reading/given-types.js";
import { DEFAULT_CARD_LIMIT } from "../../../report/report.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import type { Io } from "../../io.js";
import { styleOf } from "../../screen/style.js";
import { fitLine } from "../../screen/text-width.js";
import { explainOptionsOf } from "../explaining.js";
import { type ExplainingFollower, followExplaining } from "../follow-explaining.js";
import { readModelBytes, readModelFile } from "../model-file.js";
import { checkOutputs, formatByEnding, STANDARD_OUTPUT, writePieces } from "../output-file.js";
import { progressOn } from "../progress-on.js";
import { namedTables, readOptionsOf } from "../reading.js";
import { readReport } from "../report/read-report.js";
import { writeReport } from "../report/write-report.js";
import { warn } from "../warn.js";
import { EXPLAIN_FORMATS } from "./command.js";
import { type ExplainWorker, explainBatches, startExplainWorker } from "./explain-in-worker.js";
import type { ExplainReady } from "./explain-messages.js";

/** Few enough that a wish to stop is heard soon, enough that handing them over costs nothing. */
const BATCH_ROWS = 1024;
/** Text that goes to no terminal. */
const FILE_WIDTH = 100;

export async function runExplain(given: Arguments, io: Io): Promise<number> {
  const [path, ...tables] = given.operands as [string, ...string[]];
  const out = given.text("out") ?? STANDARD_OUTPUT;
  const format = given.choice("format", EXPLAIN_FORMATS) ?? formatByEnding(out, EXPLAIN_FORMATS) ?? "text";
  await checkOutputs([{ option: "--out", path: out }], { files: [path], tables: namedTables(tables, given) }, io);
  const options = explainOptionsOf(given, { verify: given.flag("verify") });
  if (format === "html" && !given.flag("summary")) return writePage(path, tables, out, given, io);
  const isScreen = out === STANDARD_OUTPUT && io.stdout.isTerminal;
  const worker = startExplainWorker(
    {
      path,
      model: await readModelBytes(path),
      options,
      format,
      wanted: given.flag("summary") ? "summary" : "rows",
      look: {
        top: given.number("top") ?? EXPLAIN_OPTIONS.top.default,
        isColoured: styleOf(isScreen && given.negatable("color") !== false, io.environment).isColoured,
        width: isScreen ? (io.stdout.width() ?? FILE_WIDTH) : FILE_WIDTH,
      },
    },
    io.stop,
  );
  const progress = progressOn(io.stderr, wantsProgress(given, io) ? "shown" : "quiet");
  const follower = followExplaining(progress);
  try {
    await writePieces(out, pieces(await worker.ready, worker, follower, given, io), io);
    progress.finish();
    await sayLeftOut(follower, given, io);
    return 0;
  } finally {
    progress.clear();
    await worker.close();
  }
}

/** Results may have no place for it, so it is a message. */
async function sayLeftOut(follower: ExplainingFollower, given: Arguments, io: Io): Promise<void> {
  const minStrength = given.number("minStrength");
  const warnings = follower.findings({ where: given.text("where"), minStrength });
  await warn(warnings, given, io);
  const { rows, leftOut } = follower.counts();
  if (warnings.length > 0 || leftOut === 0 || minStrength === undefined || given.flag("quiet")) return;
  await io.stderr.write(`${fitLine(describeLeftOut(leftOut, rows, minStrength), io.stderr.width())}\n`);
}

/** "183 of 200 rows are less strange than --min-strength 0.95 asks for and left out". */
function describeLeftOut(leftOut: number, rows: number, least: number): string {
  const are = leftOut === 1 ? "is" : "are";
  return `${formatCount(leftOut)} of ${formatCountOf(rows, "row")} ${are} less strange than --min-strength ${least} asks for and left out`;
}

/** The page is the report's own. */
async function writePage(
  path: string,
  tables: readonly string[],
  out: string,
  given: Arguments,
  io: Io,
): Promise<number> {
  const request = {
    model: await readModelFile(path),
    tables,
    title: undefined,
    limit: DEFAULT_CARD_LIMIT,
    explain: explainOptionsOf(given),
    progress: wantsProgress(given, io) ? "shown" : "quiet",
  } as const;
  await writeReport(out, await readReport(request, given, io), io);
  return 0;
}

async function* pieces(
  ready: ExplainReady,
  worker: ExplainWorker,
  follower: ExplainingFollower,
  given: Arguments,
  io: Io,
): AsyncGenerator<string | Uint8Array> {
  const [path, ...tables] = given.operands as [string, ...string[]];
  try {
    const batches = readBatches(tables, {
      ...readOptionsOf(given, io),
      anomaly: given.filter("anomaly"),
      columns: ready.features.map(({ name }) => name),
      types: givenTypesOf(ready.features),
      batchRows: BATCH_ROWS,
      onProgress: follower.onRead,
      onNoMatch: follower.onNoMatch,
    });
    yield ready.head;
    yield* explainBatches(batches, worker, follower.onExplained);
  } catch (error) {
    throw withModelColumns(error, ready, path);
  }
}

/** A table that lacks columns is shown beside what the model was learnt from. */
function withModelColumns(error: unknown, { features }: ExplainReady, path: string): unknown {
  if (!(error instanceof InputError) || error.code !== "COLUMN_UNKNOWN") return error;
  const names = listNames(features.map(({ name }) => name));
  return new InputError(error.code, error.message, `${error.hint}\n${path} was learnt from: ${names}.`);
}

/** Not where the bar would run into the explanations, on the same screen or through a pager. */
function wantsProgress(given: Arguments, io: Io): boolean {
  if (given.flag("quiet")) return false;
  const goesToFile = (given.text("out") ?? STANDARD_OUTPUT) !== STANDARD_OUTPUT || io.stdout.isFile;
  return goesToFile || !io.stderr.isTerminal;
}
