/**
 * A Review from a file or a caller. Nothing is repaired: a decision that cannot be read is an error that names its
 * place.
 */
import { InputError, showValue } from "../base/index.js";
import { asRecord, parseMeaning, parsePredicates, type Refuse } from "../predicates/index.js";
import {
  type Approval,
  type Decision,
  type Mute,
  type Note,
  REVIEW_FORMAT,
  REVIEW_VERSION,
  type Review,
} from "./review.js";

const FIELDS = ["format", "version", "approved", "muted", "notes"];

/** The content of a review file, read as JSON or YAML. */
export function parseReview(value: unknown): Review {
  const fields = asRecord(value, "the review", (_, expected) => notReview(`it is not ${expected}`));
  if (fields["format"] !== REVIEW_FORMAT) throw notReview(`its format is ${showValue(fields["format"])}`);
  if (fields["version"] !== REVIEW_VERSION) {
    throw new InputError(
      "REVIEW_VERSION",
      `the review has version ${showValue(fields["version"])}, this parsight reads version ${REVIEW_VERSION}`,
      "Install the parsight that wrote it.",
    );
  }
  const unknown = Object.keys(fields).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw invalid(unknown.slice(0, 40), `known: fields are ${FIELDS.join(", ")}`);
  return {
    approved: parseEntries(fields["approved"], "approved", parseApproval),
    muted: parseEntries(fields["muted"], "muted", parseMute),
    notes: parseEntries(fields["notes"], "notes", parseNote),
  };
}

type Entry = Readonly<Record<string, unknown>>;

function parseEntries<T>(value: unknown, path: string, parse: (entry: Entry, path: string) => T): readonly T[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(path, "a list");
  return value.map((each: unknown, place) => parse(asRecord(each, `${path}[${place}]`, invalid), `${path}[${place}]`));
}

const RULE_FIELDS = ["id", "text", "antecedent", "consequent"];

function parseApproval(entry: Entry, path: string): Approval {
  refuseOthers(entry, path, [...RULE_FIELDS, "antecedentCount", "supportCount"]);
  const antecedentCount = parseCount(entry["antecedentCount"], `${path}.antecedentCount`);
  const supportCount = parseCount(entry["supportCount"], `${path}.supportCount`);
  if (supportCount > antecedentCount) throw invalid(`${path}.supportCount`, "at most its antecedentCount");
  return { rule: parseMeaning(entry, path, invalid), antecedentCount, supportCount, ...parseDecision(entry, path) };
}

function parseMute(entry: Entry, path: string): Mute {
  refuseOthers(entry, path, ["feature", "when"]);
  const { feature, when } = entry;
  if (typeof feature !== "string") throw invalid(`${path}.feature`, "the name of a feature");
  const conditions = when === undefined || when === null ? [] : parsePredicates(when, `${path}.when`, invalid);
  return { feature, when: conditions, ...parseDecision(entry, path) };
}

function parseNote(entry: Entry, path: string): Note {
  refuseOthers(entry, path, [...RULE_FIELDS, "feature", "note"]);
  const { note, feature } = entry;
  if (typeof note !== "string") throw invalid(`${path}.note`, "a text");
  const about = typeof feature === "string" ? { feature } : { rule: parseMeaning(entry, path, invalid) };
  return { about, text: note, ...parseDecision(entry, path) };
}

const DECISION_FIELDS = ["reason", "by", "on", "until"] as const;

function refuseOthers(entry: Entry, path: string, known: readonly string[]): void {
  const names = [...known, ...DECISION_FIELDS];
  const other = Object.keys(entry).find((name) => !names.includes(name));
  if (other !== undefined) throw invalid(`${path}.${other.slice(0, 40)}`, `known: fields are ${names.join(", ")}`);
}

function parseDecision(entry: Entry, path: string): Decision {
  const decision: Record<string, string> = {};
  for (const name of DECISION_FIELDS) {
    const value = entry[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== "string") throw invalid(`${path}.${name}`, "a text");
    if ((name === "on" || name === "until") && !isDay(value))
      throw invalid(`${path}.${name}`, "a day such as 2026-11-17");
    decision[name] = value;
  }
  return decision;
}

/** A day as 2026-11-17 that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

function parseCount(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw invalid(path, "a number of rows");
  return value;
}

/** Refuses what is no Review where one is an option. */
export function requireReview(value: unknown): void {
  if (value === undefined) return;
  const lists = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  if (["approved", "muted", "notes"].every((name) => Array.isArray(lists[name]))) return;
  throw new InputError(
    "OPTION_TYPE",
    `review must be a review, got ${showValue(value)}`,
    "Give what parseReview makes of the content of a review file.",
  );
}

const invalid: Refuse = (path, expected) =>
  new InputError(
    "REVIEW_INVALID",
    `the review's ${path} is not ${expected}`,
    "Correct it in the file; docs/review.md says what it may be.",
  );

function notReview(why: string): InputError {
  return new InputError(
    "REVIEW_FORMAT",
    `this is not a parsight review: ${why}`,
    "A review begins with format: parsight-review; parsight review approve and mute write one.",
  );
}
