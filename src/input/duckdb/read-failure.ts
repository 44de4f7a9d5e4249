/**
 * Turns what DuckDB throws into one InputError with file, line and a way out. DuckDB's own text never gets further than
 * here, except its first line, where it says something about SQL the caller wrote.
 */
import { InputError, listNames, nearestName, StoppedError } from "../../core/base/index.js";
import { temporaryError } from "../../node/files/temporary-error.js";
import type { Database } from "./duckdb.js";
import { encodingError } from "./file-content.js";
import type { FileTable } from "./input-format.js";
import { formatOf } from "./input-formats.js";
import type { SourceFile } from "./source-files.js";
import { goneError, isSystemError, readingError, type SystemError } from "./system-errors.js";
import { isLongLineError, lineIn, longLineError } from "./zstd-lines.js";

interface FailureContext {
  readonly database: Database;
  readonly files: readonly SourceFile[];
  readonly tables: readonly FileTable[];
}

/**
 * The error to throw in place of this one; an error of ours, or one that is neither DuckDB's nor the system's, is
 * returned as it is.
 */
export async function explainReadFailure(error: unknown, context: FailureContext): Promise<unknown> {
  try {
    return await explain(error, context);
  } catch (later) {
    // Looking for the mistake, the file was gone.
    if (isSystemError(later)) return explainSystemError(later, context.files);
    if (isLongLineError(later)) return longLineError(context.files[0]!, later.message);
    throw later;
  }
}

async function explain(error: unknown, context: FailureContext): Promise<unknown> {
  if (isSystemError(error)) return explainSystemError(error, context.files);
  if (!isDuckDbError(error)) return error;
  const message = error.message;
  const file = fileOf(message, context.files);
  if (/No space left on device|\.spill\b/i.test(message)) return spillError(message, file);
  if (file !== undefined && /No such file or directory|No files found that match/i.test(message))
    return goneError(file.shown);
  const table = context.tables.find((each) => file !== undefined && each.files.includes(file));
  if (file !== undefined && /not utf-8 encoded/i.test(message)) return encodingError(file, lineIn(message) ?? 1);
  if (file !== undefined && table !== undefined) {
    const mistake = await formatOf(table).findMistake({ table, file }, message, context.database);
    if (mistake !== null) return mistake;
  }
  if (/maximum_object_size/.test(message) && file !== undefined) return recordSizeError(file);
  if (/JSON/.test(message) && file !== undefined) return jsonError(file, message);
  if (/Could not set lock/.test(message) && file !== undefined) return lockError(file);
  if (/Out of Memory/i.test(message)) return memoryError();
  if (file !== undefined) return damagedError(file, message);
  return new InputError(
    "READ_FAILED",
    `reading failed: ${firstLine(message)}`,
    "If the input is right, this is worth a bug report.",
  );
}

function explainSystemError(error: SystemError, files: readonly SourceFile[]): InputError {
  const file = files.find(({ path }) => path === error.path);
  return readingError(error.code, file?.shown ?? error.path ?? "a file");
}

/** DuckDB puts aside what does not fit into memory. */
function spillError(message: string, file: SourceFile | undefined): InputError {
  const code = /No space left/i.test(message) ? "ENOSPC" : /No such file/i.test(message) ? "ENOENT" : "EIO";
  return temporaryError(code, `what is read of ${file?.shown ?? "the tables"}`);
}

/** The error for SQL of the caller's that DuckDB refused: its first line, and the nearest name when one is unknown. */
export function explainSqlFailure(error: unknown, option: "sql" | "where", names: readonly string[]): unknown {
  if (!isDuckDbError(error)) return error;
  const code = option === "sql" ? "SQL_FAILED" : "WHERE_FAILED";
  const unknown = /(?:column|Table with name|Function with name) "?(.+?)"? (?:not found|does not exist)/.exec(
    error.message,
  )?.[1];
  const closest = unknown === undefined ? null : nearestName(unknown, names);
  const hint = `${closest === null ? "" : `Closest: "${closest}". `}${namesHint(option, names)}`;
  return new InputError(code, `${option} failed: ${firstLine(error.message)}`, hint);
}

function namesHint(option: "sql" | "where", names: readonly string[]): string {
  const quoting = `Names go in double quotes, texts in single ones: "a name" = 'a text'.`;
  if (option === "where") return `${quoting} Columns are: ${listNames(names)}.`;
  return names.length === 0 ? quoting : `${quoting} Tables are: ${listNames(names)}.`;
}

/** DuckDB's errors are plain Errors whose text starts with a kind: "Invalid Input Error: …". */
function isDuckDbError(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof InputError || error instanceof StoppedError) return false;
  return (
    /^(Failed to \w+ statements: )?[A-Za-z][\w -]* Error: /i.test(error.message) ||
    error.message === "Error in native callback"
  );
}

/** The longest path named in the message; a single file is meant in any case. */
function fileOf(message: string, files: readonly SourceFile[]): SourceFile | undefined {
  const escaped = (file: SourceFile): string => file.path.replace(/[*?[]/g, "[$&]");
  const named = files.filter((file) => message.includes(file.path) || message.includes(escaped(file)));
  return named.sort((a, b) => b.path.length - a.path.length)[0] ?? (files.length === 1 ? files[0] : undefined);
}

function firstLine(message: string): string {
  const text = message.replace(/^(Failed to \w+ statements: )?[A-Za-z][\w -]* Error: /i, "");
  return text.split("\n")[0]!.trim().replace(/[.!]$/, "");
}

function jsonError(file: SourceFile, message: string): InputError {
  const duplicate = /in line (\d+): .* has duplicate key "(.*)"/.exec(message.split("\n")[0]!);
  if (duplicate !== null) {
    return new InputError(
      "COLUMN_DUPLICATE",
      `${file.shown} record ${duplicate[1]} has the key "${duplicate[2]}" twice`,
      "Rename or remove one of them, so that a rule can say which one it means.",
    );
  }
  const place = /in (line|record\/value) (\d+): (.*?)\.? *$/m.exec(message);
  const where = place === null ? "" : ` ${place[1] === "line" ? "line" : "record"} ${place[2]}`;
  return new InputError(
    "JSON_MALFORMED",
    `${file.shown}${where} is not valid JSON: ${place === null ? firstLine(message) : place[3]}`,
    "Check for a missing comma, quote or bracket there or just before.",
  );
}

function recordSizeError(file: SourceFile): InputError {
  return new InputError(
    "JSON_SIZE",
    `${file.shown} has a record of more than 16 MB, too long to be read`,
    'A table in JSON is a list of records, [{"a": 1}, …], or one record on each line. Look for a bracket or a quote that is never closed, or leave long texts out.',
  );
}

function lockError(file: SourceFile): InputError {
  return new InputError(
    "DATABASE_LOCKED",
    `${file.shown} is open for writing in another program`,
    "Close it there, then try again.",
  );
}

function memoryError(): InputError {
  return new InputError(
    "MEMORY_FULL",
    "DuckDB ran out of memory",
    "Read fewer columns or rows, or use a machine with more memory.",
  );
}

function damagedError(file: SourceFile, message: string): InputError {
  return new InputError(
    "FILE_DAMAGED",
    `${file.shown} cannot be read: ${firstLine(message).replaceAll(file.path, file.shown)}`,
    "It may be damaged or not written to its end. Write or fetch it again.",
  );
}
