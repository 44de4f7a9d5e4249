/** `explain model - --follow`: what it goes with, and the rows of standard input as they come. */
import { InputError } from "../../../core/base/index.js";
import type { IncidentOptions } from "../../../core/incidents/index.js";
import { parseGap } from "../../../core/table/index.js";
import { typesOfFeatures } from "../../../input/feature-types.js";
import { type FollowOptions, followRows } from "../../../input/follow/follow-rows.js";
import type { Batch, ReadWarning } from "../../../input/read-table.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { contextOf, followWithPast } from "../../shared/read-rows.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import type { ExplainReady } from "./explain-messages.js";
import { EXPLAIN_FORMATS } from "./format-names.js";

/** Written row by row; the others are complete only at the end. */
const STREAM_FORMATS: readonly string[] = ["text", "ndjson", "csv", "markdown"];

/** Refuses what does not go together, before anything is read. */
export function checkFollowing(commandLine: Arguments, io: Io): void {
  if (!commandLine.flag("follow")) {
    if (commandLine.text("lateness") !== undefined)
      throw conflict("--lateness is about rows that come over time", "Ask for them: --follow.");
    return;
  }
  const [, ...tables] = commandLine.operands;
  if (tables.length !== 1 || tables[0] !== "-")
    throw conflict(
      `--follow reads standard input, got ${tables.join(" ") || "no table"}`,
      "Write - in its place, and pipe the rows in: tail -f rows.ndjson | parsight explain model.json - --follow",
    );
  const needsTable = ["where", "sql", "table"].find((name) => commandLine.text(name) !== undefined);
  if (needsTable !== undefined)
    throw conflict(
      `--${needsTable} needs the whole table, which --follow does not wait for`,
      "Leave out one of them; --anomaly and --min-strength choose rows one by one.",
    );
  refuseUnendingOutput(commandLine);
  if (io.stdin === undefined && process.stdin.isTTY)
    throw new InputError(
      "STDIN_TERMINAL",
      "- means standard input, but nothing is piped into it",
      "Pipe rows in, as in: tail -f rows.ndjson | parsight explain model.json - --follow",
    );
}

/** What is complete only at the end, which may never come. */
function refuseUnendingOutput(commandLine: Arguments): void {
  const format = commandLine.choice("format", EXPLAIN_FORMATS) ?? "text";
  if (!STREAM_FORMATS.includes(format))
    throw conflict(
      `${format} is complete only at the end, which --follow does not wait for`,
      `Formats that go with it are: ${STREAM_FORMATS.join(", ")}.`,
    );
  if (commandLine.flag("summary"))
    throw conflict(
      "--summary is known only at the end, which --follow does not wait for",
      "Leave out one of them; --incidents tells what belongs together as it is over.",
    );
  const out = commandLine.text("out") ?? "-";
  if (out !== "-")
    throw conflict(
      `--out ${out} would be written whole, at the end, which --follow does not wait for`,
      "Let the shell write it: > explained.ndjson",
    );
}

function conflict(message: string, hint: string): InputError {
  return new InputError("OPTION_CONFLICT", message, hint);
}

/** Rows in the order of time are late by nothing. */
const NO_LATENESS = "1ms";

/** How late rows may come; nothing where the table has an end. */
export function latenessOf(commandLine: Arguments): Pick<IncidentOptions, "lateness"> {
  if (!commandLine.flag("follow")) return {};
  const lateness = commandLine.text("lateness") ?? NO_LATENESS;
  parseGap(lateness, "--lateness");
  return { lateness };
}

interface Following {
  readonly commandLine: Arguments;
  readonly io: Io;
  /** Aborted: the stream ends. */
  readonly stop: AbortSignal;
}

/** Warnings are told as they come: nobody waits for the end. */
export function followStandardInput(
  reading: Omit<FollowOptions, "stop" | "onWarning" | "columns" | "types">,
  { features, profiles, history }: Pick<ExplainReady, "features" | "profiles" | "history">,
  { commandLine, io, stop }: Following,
): AsyncGenerator<Batch> {
  const onWarning = (warning: ReadWarning): void => void warn([warning], commandLine, io).catch(() => {});
  const follow = (options: Omit<FollowOptions, "stop" | "onWarning" | "columns" | "types">, asked: typeof features) =>
    followRows(io.stdin ?? process.stdin, {
      ...options,
      columns: asked.map(({ name }) => name),
      types: typesOfFeatures(asked),
      stop,
      onWarning,
    });
  if (history === null) return follow(reading, features);
  const { anomaly, ...rest } = reading; // what it leaves out is still the past of others
  const reader = { features, profiles, history, time: commandLine.text("time"), context: contextOf(commandLine) };
  return followWithPast(reader, reading, (asked) => follow({ ...rest, names: asked.names }, asked.features));
}
