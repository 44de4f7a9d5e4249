/** The reading options that a person gave, as the reader takes them. */

import type { NamedTables } from "../../input/duckdb/files-to-read.js";
import type { ReadOptions } from "../../input/read-table.js";
import type { Arguments } from "../arguments/parse-arguments.js";
import type { Io } from "../system/io.js";
import type { ExplainingFollower } from "./follow-explaining.js";

export function readOptionsOf(commandLine: Arguments, io: Io): ReadOptions {
  const delimiter = commandLine.text("delimiter");
  return {
    table: commandLine.text("table"),
    sql: commandLine.text("sql"),
    where: commandLine.text("where"),
    whereMayReadFiles: true, // whoever types it may read files anyway
    header: commandLine.negatable("header"),
    delimiter: delimiter === undefined ? undefined : (DELIMITER_WORDS.get(delimiter) ?? delimiter),
    strict: commandLine.flag("strict"),
    stdin: io.stdin,
    shouldStop: () => io.stop.aborted,
  };
}

/** The same for rows to explain: those that are flagged, and who hears how it goes. */
export function readOptionsOfRows(follower: ExplainingFollower, commandLine: Arguments, io: Io): ReadOptions {
  return {
    ...readOptionsOf(commandLine, io),
    anomaly: commandLine.filter("anomaly"),
    onProgress: follower.onRead,
    onNoMatch: follower.onNoMatch,
    onWarning: follower.onWarning,
  };
}

/** Values of the rows explained between two looks at signals. */
const BATCH_VALUES = 1024;

/** Rows of a batch, for a command that explains in its main thread: of many features, a row takes milliseconds. */
export function batchRowsFor({ length }: readonly unknown[]): number {
  return Math.ceil(BATCH_VALUES / Math.max(1, length));
}

/** Which files that reads, for a command whose tables are these and that takes SQL. */
export function namedTables(sources: readonly string[], commandLine: Arguments): NamedTables {
  return { sources, sql: commandLine.text("sql"), where: commandLine.text("where") };
}

/** A tab is hard to type in a shell. */
const DELIMITER_WORDS: ReadonlyMap<string, string> = new Map([
  ["\\t", "\t"],
  ["tab", "\t"],
]);
