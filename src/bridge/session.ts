/**
 * A session: what another language asks for, command by command. It holds the models that were learnt or loaded, and
 * the memory into which the sender writes its columns.
 *
 * One command runs at a time. While it runs, both sides speak by a few shared words (CONTROL): how far it is, and
 * whether it should stop.
 */

import { InputError, StoppedError } from "../core/base/index.js";
import { EXPLAIN_OPTIONS, type ExplainOptions } from "../core/explaining/index.js";
import type { IncidentOptions } from "../core/incidents/index.js";
import { learn } from "../core/learn.js";
import type { RowQuestion } from "../core/learn-in-parts.js";
import { LEARN_PHASES, type LearnHooks } from "../core/learning/index.js";
import { LEARN_OPTIONS, type LearnOptions, loadModel, saveModel, type Warning } from "../core/model/index.js";
import {
  createSummary,
  explanationColumns,
  listRules,
  type RuleFilter,
  SUMMARY_FORMATS,
  UNNAMED_OUTPUT,
  wantedNames,
  warnOfUnreadTimes,
} from "../core/presenting/index.js";
import { activeReview, columnsAsked, isDay } from "../core/review/index.js";
import { type Table, withClock, withDaysTold } from "../core/table/index.js";
import { createReportBuilder } from "../report/build-report.js";
import { formatReportPage } from "../report/report-page.js";
import { parseReviewBy, type YamlReader } from "../review/review-text.js";
import { completeTable } from "./complete-table.js";
import { explainRows, type RowLines } from "./explain-rows.js";
import { createPartLearnings, mergeAll, type PartLearnings, sendKeys } from "./learn-parts.js";
import { CONTROL, type Reply, type Request, type SentNumbers } from "./messages.js";
import { createModels, describeModel, type Models, type Progress } from "./models.js";
import { receiveRowNumbers, receiveTable, sliceTable } from "./receive-table.js";
import { makeRowCards } from "./row-cards.js";
import { tellIncidents } from "./tell-incidents.js";
import { tellPast } from "./tell-past.js";

/** What a command does at the moment, as the sender names it; in CONTROL by its place from 1. */
export const PHASES = [...LEARN_PHASES, "explain"] as const;
const EXPLAIN_PHASE = PHASES.indexOf("explain") + 1;

export interface Session {
  /** Memory for the columns of the next request, of at least so many bytes. */
  room(bytes: number): SharedArrayBuffer;
  /** Int32 words (see CONTROL). */
  readonly control: SharedArrayBuffer;
  run(request: string): Reply;
  /** The last request once more. */
  runAgain(): Reply;
  /** Must be there before a review is read; most sessions read none. */
  takeYaml(reader: YamlReader): void;
}

interface Done {
  readonly result: unknown;
  readonly body?: string;
  readonly numbers?: readonly SentNumbers[];
  readonly bytes?: ArrayBuffer;
  readonly warnings?: readonly Warning[];
}

/** What a command gets. */
interface Call {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly models: Models;
  readonly progress: Progress;
  readonly learnings: PartLearnings;
  readonly yaml: YamlReader | null;
  /** The table of the request, as it is learnt from. */
  normalRows(): Table;
  /** The same for who asks a model about its rows. */
  rows(): Table;
  /** The same where the features of their past are yet to be made. */
  rowsWithoutPast(): Table;
  /** Other rows that tell about the past of these; undefined: there are none. */
  context(): Table | undefined;
  rowNumbers(): Float64Array;
}

export function createSession(): Session {
  const control = new SharedArrayBuffer(4 * CONTROL.length);
  const progress = createProgress(new Int32Array(control));
  const models = createModels(progress);
  const learnings = createPartLearnings();
  let room = new SharedArrayBuffer(0);
  let last: Request = { command: "describe", arguments: {}, table: null };
  let yaml: YamlReader | null = null;
  return {
    control,
    room(bytes) {
      if (room.byteLength < bytes) room = new SharedArrayBuffer(bytes);
      return room;
    },
    run(text) {
      last = JSON.parse(text) as Request;
      return answerRequest(last);
    },
    runAgain: () => answerRequest(last),
    takeYaml(reader) {
      yaml = reader;
    },
  };

  function answerRequest(request: Request): Reply {
    const used = room;
    // What is learnt from may be looked at for as long as a model lives; other memory is used again.
    if (request.command === "learn" || room.byteLength > REUSED_BYTES) room = new SharedArrayBuffer(0);
    return answer(() => runCommand(request, used, { models, progress, learnings, yaml }));
  }
}

/** Larger rooms are given back when their command is done. */
const REUSED_BYTES = 1 << 20;

function createProgress(words: Int32Array): Progress {
  return {
    shouldStop: () => Atomics.load(words, CONTROL.stop) !== 0,
    report(phase, done, total) {
      Atomics.store(words, CONTROL.phase, phase);
      Atomics.store(words, CONTROL.done, done);
      Atomics.store(words, CONTROL.total, total);
    },
  };
}

function answer(work: () => Done): Reply {
  try {
    const { result, body = "", numbers = [], bytes = null, warnings = [] } = work();
    return { head: { kind: "done", result, numbers, warnings }, body, bytes };
  } catch (error) {
    if (error instanceof InputError) {
      const { code, message, hint } = error;
      return { head: { kind: "refused", code, message, hint }, body: "", bytes: null };
    }
    if (error instanceof StoppedError) return { head: { kind: "stopped" }, body: "", bytes: null };
    const message = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    return { head: { kind: "failed", message }, body: "", bytes: null };
  }
}

type Held = Pick<Call, "models" | "progress" | "learnings" | "yaml">;

function runCommand(request: Request, room: SharedArrayBuffer, held: Held): Done {
  const run = COMMANDS.get(request.command);
  if (run === undefined) throw new Error(`there is no command ${request.command}`);
  const sent = request.table ?? { rowCount: 0, columns: [], rowNumbers: null };
  const { context } = request;
  const { model, options } = request.arguments;
  const rowsWithoutPast = (): Table => {
    const table = receiveTable(sent, room, "keep");
    const isComplete = sent.absent !== "missing";
    return isComplete ? table : completeTable(table, held.models.get(model), options as ExplainOptions);
  };
  return run({
    ...held,
    arguments: request.arguments,
    normalRows: () => receiveTable(sent, room, "drop"),
    rows() {
      if (held.models.get(model).history !== null && !sent.hasPast) throw withoutPast();
      return rowsWithoutPast();
    },
    rowsWithoutPast,
    context: () => (context ? receiveTable(context, room, "keep") : undefined),
    rowNumbers: () => receiveRowNumbers(sent, room),
  });
}

/** Rows come in parts, to several engines, and again when they are read: each part would begin without a past. */
function withoutPast(): InputError {
  return new InputError(
    "HISTORY_ELSEWHERE",
    "the model looks at the past of rows, which have none where they come in parts without an order, as on Spark",
    "Explain them with parsight.Explainer or parsight explain, or learn without history.",
  );
}

type Command = (call: Call) => Done;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["describe", describeSession],
  ["learn", learnModel],
  ["parts-begin", beginParts],
  ["parts-next", nextInParts],
  ["parts-end", endParts],
  ["parts-fold", foldRowsOfPart],
  ["parts-merge", mergeParts],
  ["parts-keys", ({ arguments: { rows }, rowsWithoutPast }) => sendKeys(rows as string, rowsWithoutPast())],
  ["load", ({ arguments: { text }, models }) => addModel(loadModel(text as string), models)],
  ["drop", dropModels],
  ["past", tellRowsPast],
  ["explain", explainTable],
  ["cards", makeCards],
  ["rules", writeRules],
  ["summary", summarise],
  ["incidents", findIncidents],
  ["report", writeReport],
  ["review", readReview],
]);

/** The options and phases there are, so that the other language can be held against them. */
function describeSession(): Done {
  return {
    result: {
      phases: PHASES,
      learn: ["preset", "normal", "strict", "review", ...Object.keys(LEARN_OPTIONS)],
      explain: ["review", ...Object.keys(EXPLAIN_OPTIONS)],
      records: explanationColumns(UNNAMED_OUTPUT).map(({ name }) => name),
    },
  };
}

function addModel(model: ReturnType<typeof loadModel>, models: Models): Done {
  return { result: { model: models.add(model), ...(describeModel(model) as object) } };
}

function learnModel({ arguments: { options }, models, progress, normalRows }: Call): Done {
  const model = learn(normalRows(), options as LearnOptions, learnHooks(progress));
  return { ...addModel(model, models), body: saveModel(model) };
}

function learnHooks({ shouldStop, report }: Progress): LearnHooks {
  return {
    shouldStop,
    onProgress: (phase, done, total) => report(LEARN_PHASES.indexOf(phase) + 1, done, total),
  };
}

function beginParts({ arguments: { options }, progress, learnings }: Call): Done {
  return { result: learnings.begin(options as LearnOptions, learnHooks(progress)) };
}

/** The next question as the body, or the model as when it is learnt. */
function nextInParts({ arguments: { learning, state }, models, learnings }: Call): Done {
  const next = learnings.next(learning as number, state as string | null);
  if ("question" in next) return { result: null, body: JSON.stringify(next.question) };
  return { ...addModel(next.model, models), body: saveModel(next.model) };
}

function endParts({ arguments: { learning }, learnings }: Call): Done {
  learnings.end(learning as number);
  return { result: null };
}

function foldRowsOfPart({ arguments: { question }, learnings, rowsWithoutPast }: Call): Done {
  return { result: null, body: learnings.fold(question as RowQuestion, rowsWithoutPast()) };
}

function mergeParts({ arguments: { fold, states } }: Call): Done {
  return { result: null, body: mergeAll(fold as string, states as readonly string[]) };
}

function dropModels({ arguments: { models: numbers }, models }: Call): Done {
  for (const number of numbers as readonly number[]) models.drop(number);
  return { result: null };
}

/** What was before rows becomes columns of theirs: with these they can be explained in any parts. */
function tellRowsPast({ arguments: { model, options }, ...call }: Call): Done {
  return tellPast(call.models.get(model), call.rowsWithoutPast(), {
    context: call.context(),
    time: (options as ExplainOptions).time,
  });
}

function explainTable(call: Call): Done {
  const { models, progress, arguments: asked } = call;
  const options = asked.options as ExplainOptions;
  const numbers = call.rowNumbers();
  const readers = {
    explainer: () => models.explainer(asked.model, options),
    finder: () => models.finder(asked.model, options),
  };
  const { count, ...rest } = explainRows(readers, models.get(asked.model), {
    table: call.rows(),
    numbers,
    lines: asked.lines as RowLines,
    onRows: (done) => progress.report(EXPLAIN_PHASE, done, numbers.length),
  });
  return { result: { count }, ...rest, warnings: models.takeWarnings() };
}

function makeCards(call: Call): Done {
  const { model, options } = call.arguments;
  const cards = makeRowCards(call.models.get(model), options as ExplainOptions, {
    table: call.rows(),
    numbers: call.rowNumbers(),
  });
  return { result: null, body: JSON.stringify(cards) };
}

function writeRules({ arguments: { model, filter, limit }, models }: Call): Done {
  const lines: string[] = [];
  for (const rule of listRules(models.get(model), filter as RuleFilter)) {
    if (lines.length === limit) break;
    lines.push(`${JSON.stringify(rule)}\n`);
  }
  return { result: null, body: lines.join("") };
}

/** What a review decides on a day, and the columns that it asks about. `name` is that of its file. */
function readReview({ arguments: { name, text, today }, yaml }: Call): Done {
  if (yaml === null) throw new Error("a review was to be read without a reader of YAML");
  if (!isDay(today as string))
    throw new InputError("DAY_FORM", `today must be a day, got "${today}"`, "Write it as 2026-11-17.");
  const review = activeReview(parseReviewBy(yaml, name as string, text as string), today as string);
  return { result: { review, columns: columnsAsked(review) } };
}

/** Rows between two looks at whether to stop. */
const BATCH_ROWS = 256;

function summarise(call: Call): Done {
  const { model, options } = call.arguments;
  const explainer = call.models.explainer(model, options as ExplainOptions);
  const summary = createSummary();
  inBatches(call, (table, numbers) => {
    for (const explanation of explainer(table)) summary.add({ ...explanation, row: numbers[explanation.row]! });
  });
  const found = summary.finish();
  return { result: found, body: SUMMARY_FORMATS.markdown(found), warnings: call.models.takeWarnings() };
}

/** The body holds a line for each, as the command line writes them in NDJSON. */
function findIncidents(call: Call): Done {
  const { model, options, incidents, areChosen } = call.arguments;
  const explainer = call.models.explainer(model, options as ExplainOptions);
  const asked = { ...(options as ExplainOptions), areChosen: areChosen as boolean };
  const teller = tellIncidents(call.models.get(model), asked, incidents as IncidentOptions);
  inBatches(call, (table, numbers) => teller.add(table, numbers, explainer(table)));
  const { lines, warnings, ...result } = teller.finish();
  return { result, body: lines, warnings: [...call.models.takeWarnings(), ...warnings] };
}

function writeReport(call: Call): Done {
  const { model, options, incidents, areChosen, title, source, limit, template } = call.arguments;
  const builder = createReportBuilder(call.models.get(model), {
    title: title === null ? undefined : (title as string),
    source: source as string,
    limit: limit as number,
    explain: options as ExplainOptions,
    incidents: incidents as IncidentOptions,
    areChosen: areChosen as boolean,
  });
  inBatches(call, (table, numbers) => builder.add(table, numbers));
  const report = builder.finish();
  const warnings = warnOfUnreadTimes(report.unreadTimes);
  return { result: { explained: report.explained }, body: formatReportPage(template as string, report), warnings };
}

function inBatches(call: Call, work: (table: Table, numbers: Float64Array) => void): void {
  const { progress } = call;
  const { model, options } = call.arguments;
  const names = wantedNames(call.models.get(model), options as ExplainOptions);
  const table = withDaysTold(withClock(call.rows(), names.dayAndClock), names.time);
  const numbers = call.rowNumbers();
  for (let from = 0; from < table.rowCount; from += BATCH_ROWS) {
    if (progress.shouldStop()) throw new StoppedError();
    work(sliceTable(table, from, from + BATCH_ROWS), numbers.subarray(from, from + BATCH_ROWS));
    progress.report(EXPLAIN_PHASE, Math.min(from + BATCH_ROWS, table.rowCount), table.rowCount);
  }
}
