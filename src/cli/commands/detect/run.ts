/** Trains or opens a detector, scores the rows, finds the threshold, writes the rows with score and flag. */
import { InputError } from "../../../core/base/index.js";
import { formatCount, formatCountOf, formatNumber, formatShare } from "../../../core/presenting/index.js";
import type { Detector } from "../../../detectors/detector.js";
import { detectorToJson } from "../../../detectors/detector-file.js";
import { DEFAULT_CONTAMINATION } from "../../../detectors/detector-kinds.js";
import { flagScores, type LabelledThreshold, thresholdByLabels } from "../../../detectors/thresholds.js";
import { readFileState } from "../../../input/duckdb/file-state.js";
import { type ReadOptions, type ReadWarning, readBatches } from "../../../input/read-table.js";
import { writeFileAtomic } from "../../../node/files/write-file.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { formatExclusions } from "../../screen/exclusions-text.js";
import { fitLine, formatNext, harmless, oneLine } from "../../screen/text-width.js";
import { checkOutputs, STANDARD_OUTPUT, type Written, writePieces } from "../../shared/output-file.js";
import { followRead, progressOn } from "../../shared/progress-on.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { flaggedCsv } from "./flagged-rows.js";
import { type FollowedRun, loadDetector, type OpenDetector, openDetector } from "./open-detector.js";
import { csvOptionsOf, filesRead, readTraining, type Training } from "./read-tables.js";
import { scoreRows } from "./score-rows.js";

export async function runDetect(commandLine: Arguments, io: Io): Promise<number> {
  const { train, rows } = tablesOf(commandLine);
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  const save = commandLine.text("save");
  checkForm(out);
  await checkOutputs(outputs(out, save), filesRead(commandLine, commandLine.text("load")), io);
  const progress = progressOn(io.stderr, commandLine.flag("quiet") ? "quiet" : "shown");
  const run = { commandLine, io, progress };
  try {
    const labels = commandLine.filter("labels");
    const training =
      train === null ? null : await readTraining(train, labels === undefined ? [] : [labels.column], run);
    const detector =
      training === null ? await loadDetector(commandLine.text("load")!) : await openDetector(training, run);
    try {
      if (save !== undefined && detector.trained === null) throw notSaved(detector);
      const outcome = await scoreAndWrite({ rows, out, detector }, run);
      if (save !== undefined && detector.trained !== null)
        await saveDetector(save, detector.trained, outcome.threshold);
      progress.finish();
      await tell(commandLine, io, { ...outcome, training, out, detector });
      return 0;
    } finally {
      await detector.close();
    }
  } finally {
    progress.clear();
  }
}

function outputs(out: string, save: string | undefined): readonly Written[] {
  const rows = { option: "--out", path: out };
  return save === undefined ? [rows] : [rows, { option: "--save", path: save }];
}

/** <train> <rows>, or <rows> alone with --load. */
function tablesOf(commandLine: Arguments): { readonly train: string | null; readonly rows: string } {
  const isLoaded = commandLine.text("load") !== undefined;
  const [first, second] = commandLine.operands;
  if (!isLoaded) return { train: first!, rows: second! };
  const clash = ["detector", "save"].find((name) => commandLine.text(name) !== undefined);
  if (clash !== undefined)
    throw conflict(`--load and --${clash} do not go together`, "A saved detector is used as it is.");
  if (commandLine.number("contamination") !== undefined) {
    throw conflict(
      "--load and --contamination do not go together",
      "A saved detector has its threshold; --labels can find another.",
    );
  }
  if (first === undefined || second !== undefined) {
    throw conflict(
      `with --load only the rows are named, got ${commandLine.operands.length === 0 ? "nothing" : commandLine.operands.join(" ")}`,
      "For example: parsight detect rows.csv --load tank.detector.json -o flagged.csv",
    );
  }
  return { train: null, rows: first };
}

function conflict(message: string, hint: string): InputError {
  return new InputError("DETECT_CONFLICT", message, hint);
}

const OTHER_ENDINGS = /\.(json|ndjson|jsonl|parquet|md|html|txt|xlsx)(\.gz)?$/i;

function checkForm(out: string): void {
  if (!OTHER_ENDINGS.test(out)) return;
  throw new InputError("DETECT_FORM", `parsight detect writes CSV, not ${out}`, "Let the name end in .csv or .csv.gz.");
}

/** Which rows are scored by whom, and where they go. */
interface Scoring {
  readonly rows: string;
  readonly out: string;
  readonly detector: OpenDetector;
}

interface Outcome {
  readonly rowCount: number;
  readonly flagged: number;
  readonly threshold: number;
  readonly labelled: LabelledThreshold | null;
  readonly warnings: readonly ReadWarning[];
}

async function scoreAndWrite({ rows, out, detector }: Scoring, run: FollowedRun): Promise<Outcome> {
  const { commandLine, io, progress } = run;
  const options = await readTwice(rows, csvOptionsOf(commandLine, io));
  const before = await readFileState(rows);
  const scored = await scoreRows(rows, { detector, labels: commandLine.filter("labels"), options }, run);
  const scoreColumn = commandLine.text("scoreColumn") ?? "score";
  const flagColumn = commandLine.text("flagColumn") ?? "flag";
  checkNames(scored.names, rows, { scoreColumn, flagColumn });
  const labelled = scored.labels === null ? null : thresholdByLabels(scored.scores, scored.labels);
  const threshold = labelled?.threshold ?? detector.threshold;
  const flags = flagScores(scored.scores, threshold);
  const batches = readBatches(rows, {
    ...options,
    types: new Map(scored.names.map((name) => [name, "text"])),
    asWritten: true,
    onProgress: followRead(progress, "Writing"),
  });
  const changed = (): InputError => changedError(rows);
  const pieces = flaggedCsv(batches, { ...scored, scoreColumn, flagColumn, flags, changed });
  await writePieces(out, ifUnchanged(pieces, rows, before), io);
  const flagged = flags.reduce((sum, flag) => sum + flag, 0);
  return { rowCount: flags.length, flagged, threshold, labelled, warnings: scored.warnings };
}

/** Rows are read once to score them and once to copy them; standard input is held in memory for that. */
async function readTwice(path: string, options: ReadOptions): Promise<ReadOptions> {
  if (path !== "-") return options;
  const pieces: Uint8Array[] = [];
  for await (const piece of options.stdin ?? process.stdin) pieces.push(piece as Uint8Array);
  return {
    ...options,
    stdin: {
      async *[Symbol.asyncIterator]() {
        yield* pieces;
      },
    },
  };
}

/**
 * The pieces, and an error before the first or behind the last of them if the rows' files changed since they were
 * scored.
 */
async function* ifUnchanged(pieces: AsyncIterable<string>, rows: string, before: string): AsyncGenerator<string> {
  const check = async (): Promise<void> => {
    if ((await readFileState(rows)) !== before) throw changedError(rows);
  };
  await check();
  yield* pieces;
  await check();
}

function changedError(rows: string): InputError {
  return new InputError(
    "FILE_CHANGED",
    `${rows} changed while it was read`,
    "Rows are read once to score them and once to write them. Try again when nobody writes to it, or on a copy.",
  );
}

function checkNames(
  names: readonly string[],
  rows: string,
  added: { readonly scoreColumn: string; readonly flagColumn: string },
): void {
  const { scoreColumn, flagColumn } = added;
  const taken = [scoreColumn, flagColumn].find((name) =>
    names.some((other) => other.toLowerCase() === name.toLowerCase()),
  );
  if (taken !== undefined) {
    throw new InputError(
      "DETECT_COLUMN",
      `${rows} already has a column "${taken}"`,
      "Name the new ones otherwise: --score-column and --flag-column.",
    );
  }
  if (scoreColumn.toLowerCase() === flagColumn.toLowerCase() || scoreColumn === "" || flagColumn === "") {
    throw new InputError(
      "DETECT_COLUMN",
      `the columns of scores and flags cannot be named "${scoreColumn}" and "${flagColumn}"`,
      "Give them two different names.",
    );
  }
}

/** With the threshold that was used: the one by labels is worth keeping. */
async function saveDetector(path: string, trained: Detector, threshold: number): Promise<void> {
  await writeFileAtomic(path, [`${JSON.stringify(detectorToJson({ ...trained, threshold }))}\n`]);
}

function notSaved({ title }: OpenDetector): InputError {
  return conflict(`--save cannot save ${title}`, "Only detectors trained here are saved.");
}

interface Told extends Outcome {
  readonly training: Training | null;
  readonly out: string;
  readonly detector: OpenDetector;
}

async function tell(commandLine: Arguments, io: Io, told: Told): Promise<void> {
  const { training, out } = told;
  await warn([...(training?.warnings ?? []), ...told.warnings], commandLine, io);
  if (commandLine.flag("quiet")) return;
  // Beside the rows themselves on standard output, what is told is a message.
  const to = out === STANDARD_OUTPUT ? io.stderr : io.stdout;
  const lines = summary(commandLine, told).map((line) => fitLine(harmless(line), to.width()));
  const flag = commandLine.text("flagColumn") ?? "flag";
  if (out !== STANDARD_OUTPUT) {
    const next = `${io.program} explain <model> ${oneLine(out)} --anomaly ${oneLine(flag)}=1`;
    lines.push(formatNext(`They are in ${oneLine(out)}.`, next, to.width()));
  }
  await to.write(`${lines.join("\n")}\n`);
}

function summary(
  commandLine: Arguments,
  { training, detector, rowCount, flagged, threshold, labelled }: Told,
): readonly string[] {
  const lines = [
    `${formatCountOf(rowCount, "row")} scored by ${detector.title}, ${formatCount(flagged)} flagged (${formatShare(flagged / rowCount)})`,
    `Threshold ${formatNumber(threshold)}: ${describeThreshold(commandLine, { training, threshold, labelled })}`,
  ];
  const left = training?.excluded ?? [];
  if (left.length > 0) lines.push(`Left out: ${formatExclusions(left)}`);
  return lines;
}

function describeThreshold(
  commandLine: Arguments,
  { training, threshold, labelled }: Pick<Told, "training" | "threshold" | "labelled">,
): string {
  if (labelled !== null) {
    const { f1, precision, recall } = labelled;
    return `best F1 by labels, ${f1.toFixed(2)} (precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)})`;
  }
  if (training === null) {
    return `saved with the detector${threshold === Number.POSITIVE_INFINITY ? "; no row reaches it" : ""}`;
  }
  const contamination = commandLine.number("contamination") ?? DEFAULT_CONTAMINATION;
  if (threshold === Number.POSITIVE_INFINITY) return describeNone(contamination, training.table.rowCount);
  return `at most ${formatShare(contamination)} of the learning rows reach it`;
}

/** No score is enough: the share is too small for the rows, or as many as it allows cannot be told from the rest. */
function describeNone(contamination: number, rowCount: number): string {
  const none = "no learning row reaches it, and no other row can";
  if (contamination === 0) return none;
  const share = formatShare(contamination);
  const why =
    Math.floor(contamination * rowCount + 1e-9) < 1 // as thresholdByShare counts
      ? `${share} of ${formatCountOf(rowCount, "learning row")} is less than one row`
      : `more than ${share} of the learning rows share the highest score`;
  return `${none}; ${why}`;
}
