/** The reading options that a person gave, as the reader takes them. */

import type { NamedTables } from "../../input/duckdb/files-to-read.js";
import type { ReadOptions } from "../../input/read-table.js";
import type { Arguments } from "../arguments/parse-arguments.js";
import type { Io } from "../system/io.js";

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

/** Which files that reads, for a command whose tables are these and that takes SQL. */
export function namedTables(sources: readonly string[], commandLine: Arguments): NamedTables {
  return { sources, sql: commandLine.text("sql"), where: commandLine.text("where") };
}

/** A tab is hard to type in a shell. */
const DELIMITER_WORDS: ReadonlyMap<string, string> = new Map([
  ["\\t", "\t"],
  ["tab", "\t"],
]);
