/** Reads the model and the rows, explains batch by batch in a worker thread, writes as it goes. */
import { InputError, StoppedError } from "../../../core/base/index.js";
import type { BatchDrift } from "../../../core/drift/index.js";
import { EXPLAIN_OPTIONS, refuseFeature } from "../../../core/explaining/index.js";
import { UNORDERED_HINT } from "../../../core/incidents/index.js";
import type { Warning } from "../../../core/model/index.js";
import {
  explanationColumns,
  formatCount,
  formatCountOf,
  type NamedOutput,
  type TableColumn,
  UNNAMED_OUTPUT,
  UNREAD_HINT,
} from "../../../core/presenting/index.js";
import type { Review } from "../../../core/review/index.js";
import type { OpenedInput } from "../../../input/read-table.js";
import { writeParquet } from "../../../node/write-parquet.js";
import { DEFAULT_CARD_LIMIT } from "../../../report/report.js";
import type { Invocation } from "../../arguments/command.js";
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
import { namedTables, readOptionsOfRows } from "../../shared/read-options-of.js";
import { contextOf, readRows } from "../../shared/read-rows.js";
import { warnAboutUntraced } from "../../shared/untraced-rows.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { readReport } from "../report/read-report.js";
import { writeReport } from "../report/write-report.js";
import {
  type ExplainWorker,
  explainBatches,
  STREAM_UNDER_WAY,
  startExplainWorker,
  TABLE_UNDER_WAY,
} from "./explain-in-worker.js";
import type { ExplainReady, ExplainTask } from "./explain-messages.js";
import { checkFollowing, followStandardInput, latenessOf } from "./follow.js";
import { EXPLAIN_FORMATS } from "./format-names.js";
import type { WantedOutput } from "./formats/output-format.js";
import { FORMATS } from "./formats.js";

/** Few enough that a wish to stop is heard soon, enough that handing them over costs nothing. */
const BATCH_ROWS = 1024;
const INTERRUPTED = 130;
/** Text that goes to no terminal. */
const FILE_WIDTH = 100;

export async function runExplain(commandLine: Arguments, io: Io): Promise<number> {
  checkFollowing(commandLine, io);
  if (!commandLine.flag("follow")) return explainTables(commandLine, io, null);
  // What is under way is finished after Ctrl-C, too: the stream has ended, as it does otherwise.
  const code = await explainTables(commandLine, { ...io, stop: new AbortController().signal }, io.stop);
  return io.stop.aborted ? INTERRUPTED : code;
}

/** `endOfStream`: where rows are followed as they come, what ends them. */
async function explainTables(commandLine: Arguments, io: Io, endOfStream: AbortSignal | null): Promise<number> {
  const [path, ...tables] = commandLine.operands as [string, ...string[]];
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  const files = [path, ...reviewFiles(commandLine), ...contextOf(commandLine)];
  await checkOutputs([{ option: "--out", path: out }], { files, tables: namedTables(tables, commandLine) }, io);
  const name = formatOfOutput(out, commandLine.choice("format", EXPLAIN_FORMATS), EXPLAIN_FORMATS);
  const format = FORMATS[name];
  if (format.file !== "text") requireFile(out, format.title);
  const wanted = wantedOf(commandLine);
  if (format[wanted] === "refused") throw cannotWrite(wanted, format.title);
  const incidents = { ...incidentOptionsOf(commandLine), ...latenessOf(commandLine) };
  const review = await reviewOf(commandLine);
  const options = explainOptionsOf(commandLine, { verify: commandLine.flag("verify"), sets: format.sets, review });
  if (format[wanted] === "report") return writePage(commandLine, io, review);
  const task = {
    path,
    model: await readModelBytes(path),
    options,
    format: name,
    wanted,
    incidents,
    areChosen: commandLine.filter("anomaly") !== undefined,
    look: lookOf(commandLine, io),
    watchesDrift: commandLine.filter("anomaly") === undefined && commandLine.text("where") === undefined,
    isStream: endOfStream !== null,
  };
  if (endOfStream !== null) io.finishWhenStopped();
  return explainToFile(task, { commandLine, io, out, endOfStream });
}

/** Where a run comes from and where its results go. */
interface ExplainRun extends Invocation {
  readonly out: string;
  /** What ends rows that are followed as they come; null: a table is read. */
  readonly endOfStream: AbortSignal | null;
}

async function explainToFile(task: ExplainTask, run: ExplainRun): Promise<number> {
  const { commandLine, io, out } = run;
  const worker = startExplainWorker(task, io.stop);
  const progress = progressOn(io.stderr, wantsProgress(commandLine, io) ? "shown" : "quiet");
  const follower = followExplaining(progress);
  try {
    const explained = explainInto(task, { ready: await worker.ready, worker, follower }, run);
    if (FORMATS[task.format].file === "parquet") {
      const records = { lines: explained.pieces, columns: explained.columns };
      await writeParquet(out, records, { shouldStop: () => io.stop.aborted });
    } else await writePieces(out, explained.pieces, io);
    progress.finish();
    await sayDrift(explained.drift(), commandLine, io);
    await sayLeftOut(follower, commandLine, io);
    return 0;
  } finally {
    progress.clear();
    await worker.close();
  }
}

function lookOf(commandLine: Arguments, io: Io): ExplainTask["look"] {
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  const isScreen = out === STANDARD_OUTPUT && io.stdout.isTerminal;
  return {
    top: commandLine.number("top") ?? EXPLAIN_OPTIONS.top.default,
    isColoured: styleOf(isScreen && commandLine.negatable("color") !== false, io.environment).isColoured,
    width: isScreen ? (io.stdout.width() ?? FILE_WIDTH) : FILE_WIDTH,
  };
}

function wantedOf(commandLine: Arguments): WantedOutput {
  const areIncidents = commandLine.flag("incidents");
  const lone = ["by", "gap"].find((name) => !areIncidents && commandLine.text(name) !== undefined);
  if (lone !== undefined) throw withoutIncidents(lone);
  if (areIncidents) return commandLine.flag("summary") ? "incidentSummary" : "incidents";
  return commandLine.flag("summary") ? "summary" : "rows";
}

function withoutIncidents(option: string): InputError {
  return new InputError("OPTION_CONFLICT", `--${option} is about incidents`, "Ask for them: --incidents.");
}

function cannotWrite(wanted: WantedOutput, title: string): InputError {
  const [option, what] = wanted === "summary" ? ["--summary", "a summary is"] : ["--incidents", "incidents are"];
  const others = EXPLAIN_FORMATS.filter((name) => FORMATS[name][wanted] !== "refused");
  return new InputError(
    "OPTION_CONFLICT",
    `${option} cannot be written as ${title}`,
    `Choose another ending: ${what} ${others.slice(0, -1).join(", ")} or ${others.at(-1)}.`,
  );
}

/** Where its parts stand is written in its last bytes, so it is no stream; and it is packed by itself. */
function requireFile(out: string, title: string): void {
  if (out !== STANDARD_OUTPUT && !/\.gz$/i.test(out)) return;
  throw new InputError(
    "OUTPUT_FORMAT",
    out === STANDARD_OUTPUT
      ? `${title} cannot be written to standard output`
      : `--out ${out}: ${title} is packed by itself`,
    `Name a file for it: -o explained.${title.toLowerCase()}.`,
  );
}

/** Rows are explained one by one, and would never say it. */
async function sayDrift(drift: BatchDrift | null, commandLine: Arguments, io: Io): Promise<void> {
  if (drift === null) return;
  const hint = "parsight drift tells what has changed since when, and whether to learn again.";
  await warn([{ code: "ROWS_DRIFTED", message: drift.text, hint }], commandLine, io);
}

/** Results may have no place for it, so it is a message. */
async function sayLeftOut(follower: ExplainingFollower, commandLine: Arguments, io: Io): Promise<void> {
  const minStrength = commandLine.number("minStrength");
  const warnings = follower.findings({ where: commandLine.text("where"), minStrength });
  await warn([...follower.warnings(), ...warnings], commandLine, io);
  const { rows, leftOut } = follower.counts();
  if (warnings.length > 0 || leftOut === 0 || minStrength === undefined || commandLine.flag("quiet")) return;
  await io.stderr.write(`${fitLine(describeLeftOut(leftOut, rows, minStrength), io.stderr.width())}\n`);
}

/** "183 of 200 rows are less strange than --min-strength 0.95 asks for and left out". */
function describeLeftOut(leftOut: number, rows: number, least: number): string {
  const are = leftOut === 1 ? "is" : "are";
  return `${formatCount(leftOut)} of ${formatCountOf(rows, "row")} ${are} less strange than --min-strength ${least} asks for and left out`;
}

/** The page that `parsight report` writes. */
async function writePage(commandLine: Arguments, io: Io, review: Review | undefined): Promise<number> {
  const [path, ...tables] = commandLine.operands as [string, ...string[]];
  const request = {
    model: await readModelFile(path),
    tables,
    title: undefined,
    limit: DEFAULT_CARD_LIMIT,
    explain: explainOptionsOf(commandLine, { review }),
    incidents: incidentOptionsOf(commandLine),
    progress: wantsProgress(commandLine, io) ? "shown" : "quiet",
  } as const;
  await writeReport(commandLine.text("out") ?? STANDARD_OUTPUT, await readReport(request, commandLine, io), io);
  return 0;
}

/** What is written, and in the end the columns of the table that it makes. */
interface Explained {
  readonly pieces: AsyncGenerator<Uint8Array | string>;
  columns(): readonly TableColumn[];
  /** How the rows as a whole are strange; null: they are not. */
  drift(): BatchDrift | null;
}

/** The thread that explains, what it said first, and who follows it. */
interface Explaining {
  readonly ready: ExplainReady;
  readonly worker: ExplainWorker;
  readonly follower: ExplainingFollower;
}

function withoutPast(model: string): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    `--context is about the past of rows, and ${model} looks at none`,
    "Leave it out, or learn the model with --history.",
  );
}

function explainInto(
  task: ExplainTask,
  explaining: Explaining,
  { commandLine, io, endOfStream }: ExplainRun,
): Explained {
  const { ready, worker, follower } = explaining;
  const [path, ...tables] = commandLine.operands as [string, ...string[]];
  const { options, incidents } = task;
  refuseFeature(commandLine.filter("anomaly"), ready.features);
  if (ready.history === null && contextOf(commandLine).length > 0) throw withoutPast(path);
  let names = UNNAMED_OUTPUT;
  const reading = {
    ...readOptionsOfRows(follower, commandLine, io),
    names: nameColumns(ready.names, { review: options.review, features: ready.features, by: incidents.by }),
    batchRows: BATCH_ROWS,
    onOpen(opened: OpenedInput) {
      for (const warning of warnAboutUntraced(opened)) follower.onWarning(warning);
      names = namedOutput(ready.names, opened, ready.features);
      worker.nameRows(names);
    },
  };
  const batches =
    endOfStream === null
      ? readRows(tables, reading, { ...ready, time: options.time, context: contextOf(commandLine) })
      : followStandardInput(reading, ready, { commandLine, io, stop: endOfStream });
  let drift: BatchDrift | null = null;
  const steps = {
    underWay: endOfStream === null ? TABLE_UNDER_WAY : STREAM_UNDER_WAY,
    onExplained: follower.onExplained,
    onDrift(found: BatchDrift) {
      drift = found;
    },
    onWarning(noticed: Warning) {
      const warning = { ...noticed, hint: noticed.code === "TIMES_UNREAD" ? UNREAD_HINT : UNORDERED_HINT };
      if (task.isStream) void warn([warning], commandLine, io).catch(() => {});
      else follower.onWarning(warning);
    },
  };
  async function* pieces(): AsyncGenerator<Uint8Array | string> {
    let hasBegun = false;
    try {
      for await (const piece of explainBatches(batches, worker, steps)) {
        hasBegun ||= piece.length > 0;
        yield piece;
      }
    } catch (error) {
      if (hasBegun && !(error instanceof StoppedError)) yield unfinished(task, names, error);
      throw withModelColumns(error, ready.features, path);
    }
  }
  return { pieces: pieces(), columns: () => explanationColumns(names), drift: () => drift };
}

/** What stands in the place of the rest. Only rows and incidents are written before all is explained. */
function unfinished({ format, wanted, look }: ExplainTask, names: NamedOutput, error: unknown): string {
  const { rows, incidents } = FORMATS[format];
  const text = { ...look, words: NO_MODEL };
  const message = describeFailure(error);
  if (wanted === "rows" && typeof rows === "function") return rows(text, names).unfinished(message);
  return wanted === "incidents" && typeof incidents === "function" ? incidents(text, names).unfinished(message) : "";
}

function describeFailure(error: unknown): string {
  return error instanceof InputError ? `error ${error.code}: ${error.message}` : "parsight failed";
}

/** Not where the bar would run into the explanations, on the same screen or through a pager. */
function wantsProgress(commandLine: Arguments, io: Io): boolean {
  if (commandLine.flag("quiet") || commandLine.flag("follow")) return false;
  const goesToFile = (commandLine.text("out") ?? STANDARD_OUTPUT) !== STANDARD_OUTPUT || io.stdout.isFile;
  return goesToFile || !io.stderr.isTerminal;
}
