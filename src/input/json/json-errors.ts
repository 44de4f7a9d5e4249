/** What is wrong with a JSON file, and what to do. */
import { InputError } from "../../core/base/index.js";

const RECORDS = 'A table in JSON is a list of records, [{"a": 1}, …], or one record on each line.';

export function jsonMalformed(name: string, line: number, why: string): InputError {
  return new InputError(
    "JSON_MALFORMED",
    `${name} line ${line} is not valid JSON: ${why}`,
    "Check for a missing comma, quote or bracket there or just before.",
  );
}

export function jsonNotRecords(name: string): InputError {
  return new InputError("JSON_NOT_RECORDS", `${name} holds values that are not records`, RECORDS);
}

export function jsonEmpty(name: string): InputError {
  return new InputError("FILE_EMPTY", `${name} holds no records`, RECORDS);
}

export function jsonCutOff(name: string, last: "]" | "}"): InputError {
  return new InputError(
    "FILE_CUT_OFF",
    `${name} is JSON that ends too early: its last character should be ${last}`,
    "It was not written or copied whole. Fetch it again; no row of it was used.",
  );
}

export function jsonDepth(name: string, line: number, most: number): InputError {
  return new InputError(
    "JSON_DEPTH",
    `${name} line ${line} is nested deeper than ${most} levels`,
    "A table in JSON needs two or three. Look for brackets that are never closed, or flatten it first.",
  );
}

export function jsonSize(name: string): InputError {
  return new InputError(
    "JSON_SIZE",
    `${name} has a record of more than 16 MB, too long to be read`,
    `${RECORDS} Look for a bracket or a quote that is never closed, or leave long texts out.`,
  );
}

export function emptyKey(name: string): InputError {
  return new InputError("COLUMN_UNNAMED", `${name} has records with an empty key`, "Give it a name.");
}
