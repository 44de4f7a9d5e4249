/** Reads the model and the rows, explains batch by batch in a worker thread, writes as it goes. */
import { InputError, StoppedError } from "../../../core/base/errors/input-error.js";
import { refuseFeature } from "../../../core/explaining/anomaly-column.js";
import { EXPLAIN_OPTIONS } from "../../../core/explaining/explain-options.js";
import { formatCount, formatCountOf } from "../../../core/presenting/format-number.js";
import {
  explanationColumns,
  type TableColumn,
  UNNAMED_OUTPUT,
} from "../../../core/presenting/formats/explanation-table.js";
import type { Review } from "../../../core/review/review.js";
import { givenTypesOf } from "../../../input/given-types.js";
import { readBatches } from "../../../input/read-table.js";
import { writeParquet } from "../../../node/write-parquet.js";
import { DEFAULT_CARD_LIMIT } from "../../../report/report.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { NO_MODEL } from "../../screen/explanation-text.js";
import { styleOf } from "../../screen/style.js";
import { fitLine } from "../../screen/text-width.js";
import {
  explainOptionsOf,
  incidentOptionsOf,
  nameColumns,
  namedOutput,
  withModelColumns,
} from "../../shared/explain-options-of.js";
import { type ExplainingFollower, followExplaining } from "../../shared/follow-explaining.js";
import { readModelBytes, readModelFile } from "../../shared/model-file.js";
import { reviewFiles, reviewOf } from "../../shared/named-review.js";
import { checkOutputs, formatOfOutput, STANDARD_OUTPUT, writePieces } from "../../shared/output-file.js";
import { progressOn } from "../../shared/progress-on.js";
import { namedTables, readOptionsOf } from "../../shared/read-options-of.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { readReport } from "../report/read-report.js";
import { writeReport } from "../report/write-report.js";
import { EXPLAIN_FORMATS } from "./command.js";
import { type ExplainWorker, explainBatches, startExplainWorker } from "./explain-in-worker.js";
import type { ExplainReady, ExplainTask, WantedOutput } from "./explain-messages.js";
import { formatOf } from "./formats.js";
import { incidentFormatOf } from "./incident-formats.js";

/** Few enough that a wish to stop is heard soon, enough that handing them over costs nothing. */
const BATCH_ROWS = 1024;
/** Text that goes to no terminal. */
const FILE_WIDTH = 100;

export async function runExplain(given: Arguments, io: Io): Promise<number> {
  const [path, ...tables] = given.operands as [string, ...string[]];
  const out = given.text("out") ?? STANDARD_OUTPUT;
  const files = [path, ...reviewFiles(given)];
  await checkOutputs([{ option: "--out", path: out }], { files, tables: namedTables(tables, given) }, io);
  const format = formatOfOutput(out, given.choice("format", EXPLAIN_FORMATS), EXPLAIN_FORMATS);
  const wanted = wantedOf(given);
  if (format === "parquet" && wanted !== "rows") throw noTable(wanted === "summary" ? "--summary" : "--incidents");
  const incidents = incidentOptionsOf(given);
  const sets = format === "csv" || format === "parquet" ? "whole" : "short";
  const review = await reviewOf(given);
  const options = explainOptionsOf(given, { verify: given.flag("verify"), sets, review });
  if (format === "html" && wanted !== "summary") return writePage(path, tables, review, given, io);
  const task = {
    path,
    model: await readModelBytes(path),
    options,
    format,
    wanted,
    incidents,
    look: lookOf(out, given, io),
  } as const;
  const worker = startExplainWorker(task, io.stop);
  const progress = progressOn(io.stderr, wantsProgress(given, io) ? "shown" : "quiet");
  const follower = followExplaining(progress);
  try {
    const explained = explainInto(task, await worker.ready, worker, follower, given, io);
    if (format === "parquet") {
      const records = { lines: explained.pieces, columns: explained.columns };
      await writeParquet(out, records, { shouldStop: () => io.stop.aborted });
    } else await writePieces(out, explained.pieces, io);
    progress.finish();
    await sayLeftOut(follower, given, io);
    return 0;
  } finally {
    progress.clear();
    await worker.close();
  }
}

function lookOf(out: string, given: Arguments, io: Io): ExplainTask["look"] {
  const isScreen = out === STANDARD_OUTPUT && io.stdout.isTerminal;
  return {
    top: given.number("top") ?? EXPLAIN_OPTIONS.top.default,
    isColoured: styleOf(isScreen && given.negatable("color") !== false, io.environment).isColoured,
    width: isScreen ? (io.stdout.width() ?? FILE_WIDTH) : FILE_WIDTH,
  };
}

function wantedOf(given: Arguments): WantedOutput {
  const areIncidents = given.flag("incidents");
  const lone = ["by", "gap"].find((name) => !areIncidents && given.text(name) !== undefined);
  if (lone !== undefined) throw withoutIncidents(lone);
  if (areIncidents) return given.flag("summary") ? "incident summary" : "incidents";
  return given.flag("summary") ? "summary" : "rows";
}

function withoutIncidents(option: string): InputError {
  return new InputError("OPTION_CONFLICT", `--${option} is about incidents`, "Ask for them: --incidents.");
}

function noTable(option: string): InputError {
  const what = option === "--summary" ? "a summary is" : "incidents are";
  return new InputError(
    "OPTION_CONFLICT",
    `${option} cannot be written as Parquet`,
    `Choose another ending: ${what} text, json, ndjson, csv, markdown or html.`,
  );
}

/** Results may have no place for it, so it is a message. */
async function sayLeftOut(follower: ExplainingFollower, given: Arguments, io: Io): Promise<void> {
  const minStrength = given.number("minStrength");
  const warnings = follower.findings({ where: given.text("where"), minStrength });
  await warn([...follower.warnings(), ...warnings], given, io);
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
  review: Review | undefined,
  given: Arguments,
  io: Io,
): Promise<number> {
  const out = given.text("out") ?? STANDARD_OUTPUT;
  const request = {
    model: await readModelFile(path),
    tables,
    title: undefined,
    limit: DEFAULT_CARD_LIMIT,
    explain: explainOptionsOf(given, { review }),
    incidents: incidentOptionsOf(given),
    progress: wantsProgress(given, io) ? "shown" : "quiet",
  } as const;
  await writeReport(out, await readReport(request, given, io), io);
  return 0;
}

/** What is written, and in the end the columns of the table that it makes. */
interface Explained {
  readonly pieces: AsyncGenerator<Uint8Array | string>;
  columns(): readonly TableColumn[];
}

function explainInto(
  { format, wanted, look, options, incidents }: Omit<ExplainTask, "path" | "model">,
  ready: ExplainReady,
  worker: ExplainWorker,
  follower: ExplainingFollower,
  given: Arguments,
  io: Io,
): Explained {
  const [path, ...tables] = given.operands as [string, ...string[]];
  refuseFeature(given.filter("anomaly"), ready.features);
  let names = UNNAMED_OUTPUT;
  async function* pieces(): AsyncGenerator<Uint8Array | string> {
    let hasBegun = false;
    try {
      const batches = readBatches(tables, {
        ...readOptionsOf(given, io),
        anomaly: given.filter("anomaly"),
        columns: ready.features.map(({ name }) => name),
        names: nameColumns(ready.names, { review: options.review, features: ready.features, by: incidents.by }),
        types: givenTypesOf(ready.features),
        batchRows: BATCH_ROWS,
        onProgress: follower.onRead,
        onNoMatch: follower.onNoMatch,
        onWarning: follower.onWarning,
        onOpen(opened) {
          names = namedOutput(ready.names, opened, ready.features);
          worker.nameRows(names);
        },
      });
      for await (const piece of explainBatches(batches, worker, follower.onExplained)) {
        hasBegun ||= piece.length > 0;
        yield piece;
      }
    } catch (error) {
      if (hasBegun && !(error instanceof StoppedError)) {
        const text = { ...look, words: NO_MODEL };
        const written = wanted === "incidents" ? incidentFormatOf(format, text) : formatOf(format, text, names);
        yield written.unfinished(describeFailure(error));
      }
      throw withModelColumns(error, ready.features, path);
    }
  }
  return { pieces: pieces(), columns: () => explanationColumns(names) };
}

/** In the place where the rest should stand. */
function describeFailure(error: unknown): string {
  return error instanceof InputError ? `error ${error.code}: ${error.message}` : "parsight failed";
}

/** Not where the bar would run into the explanations, on the same screen or through a pager. */
function wantsProgress(given: Arguments, io: Io): boolean {
  if (given.flag("quiet")) return false;
  const goesToFile = (given.text("out") ?? STANDARD_OUTPUT) !== STANDARD_OUTPUT || io.stdout.isFile;
  return goesToFile || !io.stderr.isTerminal;
}
