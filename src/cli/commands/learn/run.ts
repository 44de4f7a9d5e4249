/** Reads normal rows, learns, writes the model, says what was learnt. */
import { groupDigits, InputError, quotedName } from "../../../core/base/index.js";
import { mayBeRefused, refuseWide } from "../../../core/learning/index.js";
import {
  LEARN_OPTIONS,
  type LearnOptionSpec,
  type LearnOptions,
  type Model,
  PRESETS,
} from "../../../core/model/index.js";
import { countRules } from "../../../core/presenting/index.js";
import { inferFeatures, type Table } from "../../../core/table/index.js";
import { findPlaceholders, warnAboutPlaceholders } from "../../../input/placeholder-numbers.js";
import { type LargeReadResult, readLargeTable, type WideTable } from "../../../input/read-table.js";
import { sweepTemporaryFolder } from "../../../node/files/abandoned-files.js";
import { removeColumnFolder } from "../../../node/files/column-folder.js";
import type { Progress } from "../../../node/progress.js";
import { learnTable } from "../../../node/threads/learn-table.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { styleOf } from "../../screen/style.js";
import { reviewFiles, reviewOf } from "../../shared/named-review.js";
import { checkOutputs, refuseOtherName, STANDARD_OUTPUT, writeOutput } from "../../shared/output-file.js";
import { followLearning, followRead, progressOn } from "../../shared/progress-on.js";
import { namedTables, readOptionsOf } from "../../shared/read-options-of.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { DEFAULT_MODEL, LEARN_FORMATS } from "./command.js";
import { describeLearning, formatLearning } from "./learning-summary.js";
import { tableBytesOf, warnAboutFolder } from "./memory.js";

export async function runLearn(commandLine: Arguments, io: Io): Promise<number> {
  const out = commandLine.text("out") ?? DEFAULT_MODEL;
  const format = commandLine.choice("format", LEARN_FORMATS) ?? "text";
  const files = reviewFiles(commandLine);
  await checkOutputs(
    [{ option: "--out", path: out }],
    { files, tables: namedTables(commandLine.operands, commandLine) },
    io,
  );
  refuseOtherName(out, "json");
  if (out === STANDARD_OUTPUT && format === "json") throw twoResults();
  const progress = progressOn(io.stderr, commandLine.flag("quiet") ? "quiet" : "shown");
  let folder: string | null = null;
  try {
    const startedAt = performance.now();
    await sweepTemporaryFolder(); // columns that a killed process left
    const options = { ...learnOptionsOf(commandLine), review: await reviewOf(commandLine) };
    const threads = commandLine.number("threads");
    const read = await readNormal(commandLine, { io, progress, options });
    folder = read.folder;
    const { table } = read;
    const placeholders = findPlaceholders(table);
    const readAt = performance.now();
    const isSilent = commandLine.flag("quiet") && format === "text";
    const reasons = isSilent ? new Map<string, string>() : kindReasons(table, options);
    const { model, file, seconds } = await learnTable(table, options, {
      packing: out.endsWith(".gz") ? "gzip" : "plain",
      threads,
      onProgress: followLearning(progress),
      stop: io.stop,
    });
    const learntAt = performance.now();
    if (model.features.length === 0) throw noFeatures(model.excluded);
    const numeric = new Set(model.features.filter(({ kind }) => kind === "numeric").map(({ name }) => name));
    const warnings = [
      ...read.warnings,
      ...warnAboutPlaceholders(placeholders.filter(({ name }) => numeric.has(name))),
      ...warnAboutFolder(commandLine, folder),
    ];
    progress.finish();
    await writeOutput({ path: out, gzip: "never" }, slices(file!), io);
    if (isSilent) {
      await warn([...warnings, ...model.warnings], commandLine, io);
      return 0;
    }
    const description = describeLearning(model, {
      rules: countRules(model),
      reasons,
      readWarnings: warnings,
      seconds: {
        reading: toSeconds(readAt - startedAt),
        ...Object.fromEntries(Object.entries(seconds).map(([phase, value]) => [phase, toSeconds(value * 1000)])),
        writing: toSeconds(performance.now() - learntAt),
        total: toSeconds(performance.now() - startedAt),
      },
    });
    await sayWhat(commandLine, io, { description, format, out, bytes: file!.length });
    return 0;
  } finally {
    progress.clear();
    if (folder !== null) removeColumnFolder(folder);
  }
}

interface Reading {
  readonly io: Io;
  readonly progress: Progress;
  /** Of learning. */
  readonly options: LearnOptions;
}

async function readNormal(commandLine: Arguments, { io, progress, options: asked }: Reading): Promise<LargeReadResult> {
  const options = {
    ...readOptionsOf(commandLine, io),
    normal: commandLine.filter("normal"),
    types: new Map((commandLine.names("numeric") ?? []).map((name) => [name, "number" as const])),
    keepTexts: commandLine.names("categorical"),
    onProgress: followRead(progress, "Reading"),
    onWide: mayBeRefused(asked) ? (wide: WideTable): void => refuseWide(wide, asked) : undefined,
  };
  return readLargeTable(commandLine.operands, options, tableBytesOf(commandLine));
}

function learnOptionsOf(commandLine: Arguments): LearnOptions {
  const normal = commandLine.filter("normal");
  const exclude = [...(commandLine.names("exclude") ?? []), ...(normal === undefined ? [] : [normal.column])];
  const values = Object.entries(LEARN_OPTIONS).map(([name, spec]) => [name, optionValue(commandLine, name, spec)]);
  return { ...Object.fromEntries(values), exclude, preset: commandLine.choice("preset", PRESETS) };
}

/** Why each feature is of its kind. Before learning, to which the table's memory may be handed over. */
function kindReasons(
  table: Table,
  { exclude = [], numeric = [], categorical = [] }: LearnOptions,
): Map<string, string> {
  const { features, reasons } = inferFeatures(table, { exclude, numeric, categorical });
  return new Map(features.map(({ name }, index) => [name, reasons[index]!]));
}

function optionValue(commandLine: Arguments, name: string, spec: LearnOptionSpec): unknown {
  switch (spec.kind) {
    case "names":
      return commandLine.names(name);
    case "number":
      return commandLine.number(name);
    case "choice":
      return commandLine.choice(name, spec.choices);
    case "text":
      return commandLine.text(name);
    case "flag":
      return commandLine.flag(name) || undefined;
  }
}

interface Outcome {
  readonly description: ReturnType<typeof describeLearning>;
  readonly format: (typeof LEARN_FORMATS)[number];
  readonly out: string;
  readonly bytes: number;
}

async function sayWhat(commandLine: Arguments, io: Io, { description, format, out, bytes }: Outcome): Promise<void> {
  const wantsColour = commandLine.negatable("color") !== false;
  if (format === "json") {
    await io.stdout.write(`${JSON.stringify(description)}\n`);
    return;
  }
  // The summary is a message rather than the result where the model itself goes to standard output.
  const to = out === STANDARD_OUTPUT ? io.stderr : io.stdout;
  const style = styleOf(to.isTerminal && wantsColour, io.environment);
  await to.write(formatLearning(description, { out, bytes, style, program: io.program, width: to.width() }));
}

/** The file in pieces, so that a wish to stop is heard between them. */
function* slices(file: Uint8Array): Generator<Uint8Array> {
  const size = 1 << 20;
  for (let from = 0; from < file.length; from += size) yield file.subarray(from, from + size);
}

function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}

/** A model that knows nothing would find nothing strange. */
function noFeatures(excluded: Model["excluded"]): InputError {
  const reasons = excluded.slice(0, MOST_REASONS).map(({ name, reason }) => `${quotedName(name)}: ${reason}`);
  const more = excluded.length - reasons.length;
  const list = more > 0 ? [...reasons, `and ${groupDigits(more)} more`] : reasons;
  return new InputError(
    "NO_FEATURES",
    `no column can be a feature, so no model was written${list.length === 0 ? "" : `; left out are ${list.join("; ")}`}`,
    "Look at the first lines of the table and at --delimiter: is each column found? --numeric and --categorical keep columns that were left out.",
  );
}

const MOST_REASONS = 5;

function twoResults(): InputError {
  return new InputError(
    "OUTPUT_CONFLICT",
    "--out - and --format json would both write to standard output",
    "Write the model to a file, or leave --format json out.",
  );
}
