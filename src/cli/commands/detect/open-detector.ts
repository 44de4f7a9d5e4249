/** A detector ready to score: trained here, loaded from its file, or asked outside; with its threshold. */
import { InputError } from "../../../core/base/index.js";
import { type Detector, detectorSteps, type ScoreRows, scoreMatrix } from "../../../detectors/detector.js";
import { detectorFromJson } from "../../../detectors/detector-file.js";
import { DEFAULT_CONTAMINATION, DETECTOR_KINDS, type DetectorKind } from "../../../detectors/detector-kinds.js";
import { DETECTORS } from "../../../detectors/detectors.js";
import { type Matrix, matrixRows } from "../../../detectors/matrix.js";
import { fitMatrixEncoding, type MatrixEncoding, toMatrix } from "../../../detectors/matrix-encoding.js";
import { thresholdByShare } from "../../../detectors/thresholds.js";
import type { Progress } from "../../../node/progress.js";
import type { Invocation } from "../../arguments/command.js";
import { FileTooLarge, readJsonBytes } from "../../shared/json-file.js";
import { pause, runSteps } from "../../shared/pause.js";
import { type DetectorChoice, parseDetectorChoice } from "./detector-choice.js";
import { OUTSIDE_DETECTORS } from "./outside/outside-detectors.js";
import type { Training } from "./read-tables.js";

export interface OpenDetector {
  /** As it completes "scored by …". */
  readonly title: string;
  readonly encoding: MatrixEncoding;
  readonly score: ScoreRows;
  readonly threshold: number;
  /** One that was trained here and can be saved; null: it stands outside. */
  readonly trained: Detector | null;
  close(): Promise<void>;
}

/** A run of a command, with the bar that shows how far it is. */
export interface FollowedRun extends Invocation {
  readonly progress: Progress;
}

/** Trains or asks the detector of --detector. */
export async function openDetector(training: Training, run: FollowedRun): Promise<OpenDetector> {
  const choice = parseDetectorChoice(run.commandLine.text("detector") ?? DETECTOR_KINDS[0]);
  return choice.from === "training" ? train(choice.kind, training, run) : openOutside(choice, training, run);
}

async function train(kind: DetectorKind, { table, features }: Training, run: FollowedRun): Promise<OpenDetector> {
  const { commandLine, io, progress } = run;
  progress.start("Training");
  const options = {
    kind,
    contamination: commandLine.number("contamination") ?? DEFAULT_CONTAMINATION,
    seed: commandLine.number("seed") ?? 1,
  };
  const steps = detectorSteps(table, features, options);
  return openTrained(await runSteps(steps, io.stop, (share) => progress.update(share, null)));
}

function openTrained(trained: Detector): OpenDetector {
  const { encoding, threshold, model } = trained;
  return {
    title: DETECTORS[model.kind].title,
    encoding,
    threshold,
    trained,
    score: (rows) => scoreMatrix(trained, rows),
    close: async () => {},
  };
}

async function openOutside(
  { from, place }: Exclude<DetectorChoice, { from: "training" }>,
  { table, features }: Training,
  run: FollowedRun,
): Promise<OpenDetector> {
  const encoding = fitMatrixEncoding(features, table);
  const { title, score: ask, close } = await OUTSIDE_DETECTORS[from].open(place, encoding, run);
  const sign = run.commandLine.flag("lowIsStrange") ? -1 : 1;
  const score: ScoreRows = async (rows) => {
    const scores = await ask(rows).catch((error: unknown) => {
      throw inFlags(error);
    });
    return sign === 1 ? scores : scores.map((value) => -value);
  };
  try {
    const contamination = run.commandLine.number("contamination") ?? DEFAULT_CONTAMINATION;
    const scores = await scoreTraining(score, toMatrix(encoding, table), run);
    return { title, encoding, score, threshold: thresholdByShare(scores, contamination), trained: null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rows scored between two looks at the clock and the signals. */
const PIECE_ROWS = 4096;

async function scoreTraining(score: ScoreRows, matrix: Matrix, { io, progress }: FollowedRun): Promise<Float64Array> {
  progress.start("Scoring learning rows");
  const scores = new Float64Array(matrix.rowCount);
  for (let from = 0; from < matrix.rowCount; from += PIECE_ROWS) {
    scores.set(await score(matrixRows(matrix, from, PIECE_ROWS)), from);
    progress.update(from / matrix.rowCount, from);
    await pause(io.stop);
  }
  progress.update(1, matrix.rowCount);
  return scores;
}

/** The library speaks of batchRows, the command line of --batch-rows. */
function inFlags(error: unknown): unknown {
  if (!(error instanceof InputError)) return error;
  const named = (text: string): string =>
    text.replaceAll("timeoutMs", "--timeout-ms").replaceAll("batchRows", "--batch-rows");
  return new InputError(error.code, error.message, named(error.hint));
}

/** About what one string can hold. */
const MAX_DETECTOR_BYTES = 500_000_000;

/** A detector that --save wrote. */
export async function loadDetector(path: string): Promise<OpenDetector> {
  const bytes = await readJsonBytes(path, MAX_DETECTOR_BYTES).catch((error: NodeJS.ErrnoException) => {
    const isLarge = error instanceof FileTooLarge;
    const why = isLarge ? `it holds more than ${error.maxBytes} bytes` : `the system answered ${error.code}`;
    throw new InputError(
      "DETECTOR_FILE",
      `the detector's file ${path} cannot be read: ${why}`,
      "Write one with parsight detect --save.",
    );
  });
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new InputError("DETECTOR_FILE", `${path} is no JSON`, "Write it again with parsight detect --save.");
  }
  return openTrained(detectorFromJson(json));
}
