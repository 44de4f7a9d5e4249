/** Reads rows batch by batch, explains them and counts what is new; the exit code says whether that is too much. */
import { readFile } from "node:fs/promises";
import { InputError } from "../../../core/base/index.js";
import {
  type Baseline,
  type CheckedTable,
  type CheckResult,
  checkJson,
  checkJunit,
  checkSarif,
  checkText,
  createTally,
  type FindingTally,
  findingToJson,
  formatBaseline,
  parseBaseline,
} from "../../../core/check/index.js";
import { createExplainer } from "../../../core/explain.js";
import { type ExplainOptions, refuseFeature } from "../../../core/explaining/index.js";
import type { Model } from "../../../core/model/index.js";
import { placeInInput, sourceAt, wantedNames } from "../../../core/presenting/index.js";
import type { Review } from "../../../core/review/index.js";
import { writeFileAtomic } from "../../../node/files/write-file.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { strengthToldBy } from "../../shared/default-strength.js";
import { nameColumns, withModelColumns } from "../../shared/explain-options-of.js";
import { type ExplainingFollower, followExplaining, rowsOf } from "../../shared/follow-explaining.js";
import { readModelFile } from "../../shared/model-file.js";
import { reviewFiles, reviewOf } from "../../shared/named-review.js";
import { checkOutputs, formatOfOutput, STANDARD_OUTPUT, writePieces, writeText } from "../../shared/output-file.js";
import { pause } from "../../shared/pause.js";
import { progressOnTerminal } from "../../shared/progress-on.js";
import { batchRowsFor, namedTables, readOptionsOfRows } from "../../shared/read-options-of.js";
import { contextOf, readRows } from "../../shared/read-rows.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { CHECK_FORMATS, DEFAULT_MAX_RATE } from "./command.js";

const DONE = 0;
const FOUND = 3;
/** Findings that are told one by one, but for ndjson, which has all. */
const MOST_SHOWN = 1000;

export async function runCheck(commandLine: Arguments, io: Io): Promise<number> {
  const [path, ...tables] = commandLine.operands as [string, ...string[]];
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  const saved = commandLine.text("saveBaseline");
  const written = [
    { option: "--out", path: out },
    ...(saved === undefined ? [] : [{ option: "--save-baseline", path: saved }]),
  ];
  await checkOutputs(
    written,
    { files: [path, ...reviewFiles(commandLine)], tables: namedTables(tables, commandLine) },
    io,
  );
  const format = commandLine.choice("format", CHECK_FORMATS) ?? formatOf(out);
  const baseline = await readBaseline(commandLine.text("baseline"));
  const review = await reviewOf(commandLine);
  const model = await readModelFile(path);
  const tally = createTally(baseline, MOST_SHOWN);
  const lines = checkRows({ model, review, tally, tables }, commandLine, io);
  if (format === "ndjson") await writePieces(out, lines, io);
  else for await (const _ of lines); // the tally keeps what is told in the end
  const result = tally.finish(commandLine.number("maxRate") ?? DEFAULT_MAX_RATE);
  if (format !== "ndjson") {
    const table = { files: tables, model: path, features: model.features.map(({ name }) => name), version: io.version };
    const text = write(format, result, { ...table, hasBaseline: baseline !== null });
    await (format === "text" ? writeText(out, text, io) : writePieces(out, [text], io));
  }
  if (saved !== undefined) await writeFileAtomic(saved, [formatBaseline(tally.baseline())], { gzip: "never" });
  return result.isOver ? FOUND : DONE;
}

function formatOf(out: string): (typeof CHECK_FORMATS)[number] {
  if (/\.xml$/i.test(out)) return "junit";
  return /\.sarif$/i.test(out) ? "sarif" : formatOfOutput(out, undefined, CHECK_FORMATS);
}

function write(
  format: Exclude<(typeof CHECK_FORMATS)[number], "ndjson">,
  result: CheckResult,
  table: CheckedTable & { readonly hasBaseline: boolean },
): string {
  switch (format) {
    case "text":
      return checkText(result, table.hasBaseline);
    case "json":
      return checkJson(result);
    case "junit":
      return checkJunit(result, table);
    case "sarif":
      return checkSarif(result, table);
  }
}

async function readBaseline(path: string | undefined): Promise<Baseline | null> {
  if (path === undefined) return null;
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      "BASELINE_MISSING",
      `the baseline ${path} cannot be read: the system answered ${error.code}`,
      "parsight check --save-baseline writes one; leave --baseline out the first time.",
    );
  });
  return parseBaseline(text);
}

interface CheckWork {
  readonly model: Model;
  readonly review: Review | undefined;
  readonly tally: FindingTally;
  readonly tables: readonly string[];
}

/** The new findings as lines of JSON. */
async function* checkRows(
  { model, review, tally, tables }: CheckWork,
  commandLine: Arguments,
  io: Io,
): AsyncGenerator<string> {
  refuseFeature(commandLine.filter("anomaly"), model.features);
  const options: ExplainOptions = {
    minStrength: commandLine.number("minStrength") ?? strengthToldBy(model),
    id: commandLine.names("id"),
    time: commandLine.text("time"),
    review,
  };
  const explainer = createExplainer(model, options);
  const progress = progressOnTerminal(io.stderr, commandLine.flag("quiet"));
  const follower = followExplaining(progress);
  try {
    const reading = {
      ...readOptionsOfRows(follower, commandLine, io),
      names: nameColumns(wantedNames(model, options), { review, features: model.features }),
      batchRows: batchRowsFor(model.features),
    };
    const batches = readRows(tables, reading, { ...model, time: options.time, context: contextOf(commandLine) });
    for await (const batch of batches) {
      const { table, rows, sources } = batch;
      const explained = explainer(table).map((each) =>
        placeInInput(each, rows[each.row]!, sourceAt(sources, each.row)),
      );
      for (const finding of tally.add(explained, rows.length)) yield `${JSON.stringify(findingToJson(finding))}\n`;
      follower.onExplained({ ...rowsOf(batch), leftOut: rows.length - explained.length });
      await pause(io.stop);
    }
    progress.finish();
    await warn(follower.warnings(), commandLine, io);
    if (follower.counts().rows === 0 && !commandLine.flag("allowEmpty")) throw nothingChecked(follower, commandLine);
  } catch (error) {
    const isEmpty = error instanceof InputError && error.code === "FILE_EMPTY";
    if (isEmpty && follower.counts().rows === 0 && commandLine.flag("allowEmpty")) return;
    throw withModelColumns(error, model.features, commandLine.operands[0]!);
  } finally {
    progress.clear();
  }
}

/** A check of no rows must not pass: an upstream job that writes an empty file would go unnoticed. */
function nothingChecked(follower: ExplainingFollower, commandLine: Arguments): InputError {
  const [reason, hint] = follower.whyNoRows(commandLine.text("where"));
  return new InputError(
    "NOTHING_CHECKED",
    `${reason}, so nothing was checked`,
    `${hint} If there may be no rows, use --allow-empty.`,
  );
}
