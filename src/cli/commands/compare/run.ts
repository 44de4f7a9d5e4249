/** Reads both tables, opens the detector, learns our rules, asks every method in turn, writes what they say. */

import {
  askOurselves,
  askPeer,
  createPeer,
  createRuleMethod,
  isRuleMethod,
  type LearntModel,
  type MethodAnswer,
} from "../../../compare/ask-method.js";
import type { PeerContext } from "../../../compare/peer.js";
import { COMPARED_METHODS, type ComparedMethod } from "../../../compare/peer-names.js";
import { InputError, nearestName } from "../../../core/base/index.js";
import { type Table, takeRows } from "../../../core/table/index.js";
import { fitMatrixEncoding, rangesOfEncoding, toMatrix } from "../../../detectors/matrix-encoding.js";
import { typesOfFeatures } from "../../../input/feature-types.js";
import { readBatches } from "../../../input/read-table.js";
import { learnTable } from "../../../node/threads/learn-table.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { styleOf } from "../../screen/style.js";
import { checkOutputs, formatOfOutput, STANDARD_OUTPUT, writePieces } from "../../shared/output-file.js";
import { pause } from "../../shared/pause.js";
import { followLearning, followRead, progressOn } from "../../shared/progress-on.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { type FollowedRun, type OpenDetector, openDetector } from "../detect/open-detector.js";
import { csvOptionsOf, filesRead, readTraining, type Training } from "../detect/read-tables.js";
import { COMPARE_FORMATS } from "./command.js";
import { type Comparison, valuesOf } from "./comparison.js";
import { formatComparison } from "./format-comparison.js";

export async function runCompare(commandLine: Arguments, io: Io): Promise<number> {
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  await checkOutputs([{ option: "--out", path: out }], filesRead(commandLine), io);
  const format = formatOfOutput(out, commandLine.choice("format", COMPARE_FORMATS), COMPARE_FORMATS);
  const methods = methodsOf(commandLine.text("methods"));
  const comparison = await compare(methods, commandLine, io);
  const isScreen = out === STANDARD_OUTPUT && io.stdout.isTerminal;
  const style = styleOf(isScreen && commandLine.negatable("color") !== false, io.environment);
  const width = isScreen ? (io.stdout.width() ?? 100) : 100;
  await writePieces(out, [formatComparison(comparison, format, { style, width })], io);
  return 0;
}

function methodsOf(text: string | undefined): readonly ComparedMethod[] {
  if (text === undefined || text === "all") return COMPARED_METHODS;
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) {
    if (COMPARED_METHODS.some((method) => method === name)) continue;
    const nearest = nearestName(name, COMPARED_METHODS);
    throw new InputError(
      "METHOD_UNKNOWN",
      `there is no method "${name}"`,
      `${nearest === null ? "" : `Closest: ${nearest}. `}Methods are: ${COMPARED_METHODS.join(", ")}.`,
    );
  }
  return COMPARED_METHODS.filter((method) => names.includes(method));
}

async function compare(methods: readonly ComparedMethod[], commandLine: Arguments, io: Io): Promise<Comparison> {
  const [train, rows] = commandLine.operands as [string, string];
  const progress = progressOn(io.stderr, commandLine.flag("quiet") ? "quiet" : "shown");
  const run = { commandLine, io, progress };
  try {
    const training = await readTraining(train, [], run);
    const row = commandLine.number("row") ?? 0;
    const table = await readRow(rows, row, { training, run });
    const detector = await openDetector(training, run);
    try {
      const answers = await askAll(methods, { training, table, detector }, run);
      progress.finish();
      return await describe(row, { training, table, detector }, answers);
    } finally {
      await detector.close();
    }
  } finally {
    progress.clear();
  }
}

interface RowReading {
  readonly training: Training;
  readonly run: FollowedRun;
}

/** The row alone, its features typed as in the learning rows. What is to be said of both tables is said then. */
async function readRow(path: string, row: number, { training, run }: RowReading): Promise<Table> {
  const { features } = training;
  const { commandLine, io, progress } = run;
  const warnings = [...training.warnings];
  let count = 0;
  const batches = readBatches(path, {
    ...csvOptionsOf(commandLine, io),
    columns: features.map(({ name }) => name),
    types: typesOfFeatures(features),
    ranges: rangesOfEncoding(fitMatrixEncoding(features, training.table)),
    onProgress: followRead(progress, "Reading"),
    onWarning: (warning) => warnings.push(warning),
  });
  for await (const { table } of batches) {
    if (row < count + table.rowCount) {
      progress.finish();
      await warn(warnings, commandLine, io);
      return takeRows(table, Int32Array.of(row - count));
    }
    count += table.rowCount;
  }
  throw new InputError(
    "ROW_RANGE",
    `${path} has no row ${row}: it has ${count === 0 ? "none" : `rows 0 to ${count - 1}`}`,
    "Rows are counted from 0, without the header.",
  );
}

interface Asked {
  readonly training: Training;
  readonly table: Table;
  readonly detector: OpenDetector;
}

async function askAll(methods: readonly ComparedMethod[], asked: Asked, run: FollowedRun): Promise<MethodAnswer[]> {
  const { training, table, detector } = asked;
  const { commandLine, io, progress } = run;
  const context: PeerContext = {
    encoding: detector.encoding,
    training: toMatrix(detector.encoding, training.table),
    score: async (matrix) => {
      await pause(io.stop);
      return detector.score(matrix);
    },
    threshold: detector.threshold,
    seed: commandLine.number("seed") ?? 1,
  };
  let learnt: LearntModel | null = null;
  const answers: MethodAnswer[] = [];
  for (const method of methods) {
    await pause(io.stop);
    if (isRuleMethod(method)) {
      learnt ??= await learnRules(training, run);
      answers.push(askOurselves(createRuleMethod(method, learnt), table));
    } else {
      progress.start(`Asking ${method}`);
      answers.push(await askPeer(createPeer(method), context, table));
    }
  }
  return answers;
}

/** On the very features that the detector sees. Another thread may take over the memory, so it gets a copy. */
async function learnRules({ table, features }: Training, run: FollowedRun): Promise<LearntModel> {
  const { commandLine, io, progress } = run;
  const names = new Set(features.map(({ name }) => name));
  const copy = structuredClone({
    rowCount: table.rowCount,
    columns: table.columns.filter(({ name }) => names.has(name)),
  });
  const ofKind = (kind: "numeric" | "categorical"): string[] =>
    features.filter((feature) => feature.kind === kind).map(({ name }) => name);
  const started = performance.now();
  const { model } = await learnTable(
    copy,
    { numeric: ofKind("numeric"), categorical: ofKind("categorical"), seed: commandLine.number("seed") },
    { packing: "none", onProgress: followLearning(progress), stop: io.stop },
  );
  return { model, seconds: (performance.now() - started) / 1000 };
}

async function describe(
  row: number,
  { training, table, detector }: Asked,
  methods: readonly MethodAnswer[],
): Promise<Comparison> {
  const [score] = await detector.score(toMatrix(detector.encoding, table));
  return {
    row,
    values: valuesOf(
      training.features.map(({ name }) => name),
      table,
    ),
    detector: {
      title: detector.title,
      score: score!,
      threshold: Number.isFinite(detector.threshold) ? detector.threshold : null,
      flag: score! >= detector.threshold ? 1 : 0,
    },
    methods,
  };
}
