/** A detector ready to score: trained here, loaded from its file, or asked outside; with its threshold. */
import { readFile, stat } from "node:fs/promises";
import { InputError } from "../../../core/base/errors/input-error.js";
import { type Detector, detectorSteps, type ScoreRows, scoreMatrix } from "../../../detectors/detector.js";
import { detectorFromJson } from "../../../detectors/detector-file.js";
import { DEFAULT_CONTAMINATION } from "../../../detectors/detector-kinds.js";
import { createHttpDetector } from "../../../detectors/http-detector.js";
import { matrixRows } from "../../../detectors/matrix.js";
import { fitMatrixView, type MatrixView, toMatrix } from "../../../detectors/matrix-view.js";
import { createOnnxDetector } from "../../../detectors/onnx-detector.js";
import { thresholdByShare } from "../../../detectors/thresholds.js";
import type { Progress } from "../../../node/progress.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { FileTooLarge, readJsonBytes } from "../../shared/json-file.js";
import { pause, runSteps } from "../../shared/pause.js";
import type { Io } from "../../system/io.js";
import { DEFAULT_BATCH_ROWS, DEFAULT_TIMEOUT_MS } from "./command.js";
import { type DetectorChoice, parseDetectorChoice } from "./detector-choice.js";
import type { Training } from "./read-tables.js";

export interface OpenDetector {
  /** As it completes "scored by …". */
  readonly title: string;
  readonly view: MatrixView;
  readonly score: ScoreRows;
  readonly threshold: number;
  /** One of ours, which can be kept. */
  readonly own: Detector | null;
  close(): Promise<void>;
}

export interface Surroundings {
  readonly io: Io;
  readonly progress: Progress;
}

/** Trains or asks the detector of --detector. */
export async function openDetector(
  training: Training,
  commandLine: Arguments,
  around: Surroundings,
): Promise<OpenDetector> {
  const choice = parseDetectorChoice(commandLine.text("detector") ?? "isolation-forest");
  return choice.from === "training"
    ? train(choice.kind, training, commandLine, around)
    : openOutside(choice, training, commandLine, around);
}

const TITLES = { "isolation-forest": "an isolation forest", autoencoder: "an autoencoder" } as const;

async function train(
  kind: keyof typeof TITLES,
  { table, features }: Training,
  commandLine: Arguments,
  { io, progress }: Surroundings,
): Promise<OpenDetector> {
  progress.start("Training");
  const options = {
    kind,
    contamination: commandLine.number("contamination") ?? DEFAULT_CONTAMINATION,
    seed: commandLine.number("seed") ?? 1,
  };
  const detector = await runSteps(detectorSteps(table, features, options), io.stop, (share) =>
    progress.update(share, null),
  );
  return ownDetector(detector);
}

function ownDetector(own: Detector): OpenDetector {
  const { view, threshold, model } = own;
  return {
    title: TITLES[model.kind],
    view,
    threshold,
    own,
    score: (rows) => scoreMatrix(own, rows),
    close: async () => {},
  };
}

async function openOutside(
  choice: Exclude<DetectorChoice, { from: "training" }>,
  { table, features }: Training,
  commandLine: Arguments,
  around: Surroundings,
): Promise<OpenDetector> {
  const view = fitMatrixView(features, table);
  const {
    title,
    score: ask,
    close,
  } = choice.from === "onnx"
    ? await openOnnx(choice.path, view, commandLine)
    : openHttp(choice.url, view, commandLine, around.io);
  const sign = commandLine.flag("lowIsStrange") ? -1 : 1;
  const score: ScoreRows = async (rows) => {
    const scores = await ask(rows).catch((error: unknown) => {
      throw inFlags(error);
    });
    return sign === 1 ? scores : scores.map((value) => -value);
  };
  try {
    const contamination = commandLine.number("contamination") ?? DEFAULT_CONTAMINATION;
    const scores = await scoreTraining(score, view, table, around);
    return { title, view, score, threshold: thresholdByShare(scores, contamination), own: null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rows scored between two looks at the clock and the signals. */
const PIECE_ROWS = 4096;

async function scoreTraining(
  score: ScoreRows,
  view: MatrixView,
  table: Training["table"],
  { io, progress }: Surroundings,
): Promise<Float64Array> {
  progress.start("Scoring learning rows");
  const matrix = toMatrix(view, table);
  const scores = new Float64Array(matrix.rowCount);
  for (let from = 0; from < matrix.rowCount; from += PIECE_ROWS) {
    scores.set(await score(matrixRows(matrix, from, PIECE_ROWS)), from);
    progress.update(from / matrix.rowCount, from);
    await pause(io.stop);
  }
  return scores;
}

interface Outside {
  readonly title: string;
  readonly score: (rows: Parameters<ScoreRows>[0]) => Promise<Float64Array>;
  close(): Promise<void>;
}

const MAX_MODEL_BYTES = 1e9;

async function openOnnx(path: string, view: MatrixView, commandLine: Arguments): Promise<Outside> {
  const { openOnnxSession } = await import("../../../detectors/onnx-runtime.js");
  const session = await openOnnxSession(await readModel(path), { name: path, features: view.length });
  const score = createOnnxDetector(session, {
    name: path,
    batchRows: commandLine.number("batchRows") ?? DEFAULT_BATCH_ROWS,
  });
  return { title: `the ONNX model ${path}`, score: async (rows) => score(rows), close: () => session.close() };
}

async function readModel(path: string): Promise<Uint8Array> {
  const size = await stat(path).then(
    (stats) => (stats.isFile() ? stats.size : null),
    () => null,
  );
  if (size === null) {
    throw new InputError(
      "ONNX_FILE",
      `there is no ONNX file ${path}`,
      "Name it after onnx:, for example onnx:model.onnx.",
    );
  }
  if (size > MAX_MODEL_BYTES) {
    throw new InputError(
      "ONNX_FILE",
      `${path} has ${size} bytes; models of up to ${MAX_MODEL_BYTES} bytes are loaded`,
      "Serve it by HTTP instead: --detector http:URL.",
    );
  }
  return readFile(path);
}

function openHttp(url: string, view: MatrixView, commandLine: Arguments, io: Io): Outside {
  const score = createHttpDetector({
    url,
    features: view.map(({ feature }) => feature.name),
    fetch,
    timeout: timeouts(io.stop),
    timeoutMs: commandLine.number("timeoutMs") ?? DEFAULT_TIMEOUT_MS,
    batchRows: commandLine.number("batchRows") ?? DEFAULT_BATCH_ROWS,
  });
  return { title: `the detector at ${new URL(url).origin}`, score: async (rows) => score(rows), close: async () => {} };
}

/**
 * Signals that abort after some time or when the person wants to stop. AbortSignal.any over a timeout forgets it in
 * Node 20.
 */
function timeouts(stop: AbortSignal): (timeoutMs: number) => AbortSignal {
  let current = new AbortController();
  stop.addEventListener("abort", () => current.abort());
  return (timeoutMs) => {
    const controller = new AbortController();
    current = controller;
    setTimeout(() => controller.abort(), timeoutMs).unref();
    if (stop.aborted) controller.abort();
    return controller.signal;
  };
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

/** A detector kept by --save. */
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
  return ownDetector(detectorFromJson(json));
}
