/**
 * A condition as people type it: `Mode = Cleaning`, `Level >= 10 and Pump = ON`, `"Flow in" < 3`. Names that hold
 * blanks or signs may stand in double quotes, values in double quotes are texts as they are. Several values: `Mode =
 * Cleaning | Test`.
 */
import { InputError, knownNamesHint } from "../base/index.js";
import type { NamedPredicate } from "../predicates/index.js";
import type { Category, Feature } from "../table/index.js";

/** Values are read as the feature holds them. */
export function parseCondition(text: string, features: readonly Feature[]): readonly NamedPredicate[] {
  return splitOutside(text, /^\s+(?:and|AND|&)\s+/).map((part) => parsePart(part.trim(), features));
}

function parsePart(part: string, features: readonly Feature[]): NamedPredicate {
  const match = /^("(?:[^"]|"")*"|[^"<>=≤≥]+?)\s*(>=|<=|≥|≤|<|=)\s*(.+)$/su.exec(part);
  if (match === null) throw wrongForm(part);
  const [, written, sign, value] = match as unknown as [string, string, string, string];
  const name = unquoted(written.trim());
  const feature = features.find((each) => each.name === name);
  if (feature === undefined) {
    const names = features.map((each) => each.name);
    throw new InputError("FEATURE_UNKNOWN", `the model has no feature "${name}"`, knownNamesHint(name, names));
  }
  if (sign === "=") return membership(feature, splitOutside(value, /^\s*\|\s*/).map(unquoted), part);
  const bound = Number(value);
  if (value.trim() === "" || !Number.isFinite(bound) || feature.kind !== "numeric") throw wrongForm(part);
  if (sign === ">=" || sign === "≥") return { feature: name, min: bound, max: null };
  return sign === "<"
    ? { feature: name, min: null, max: bound }
    : { feature: name, min: null, max: bound, maxInclusive: true };
}

function membership(feature: Feature, values: readonly string[], part: string): NamedPredicate {
  const { name } = feature;
  if (feature.kind === "numeric") {
    const number = Number(values[0]);
    if (values.length !== 1 || !Number.isFinite(number)) throw wrongForm(part);
    return { feature: name, min: number, max: number, maxInclusive: true };
  }
  const read = (value: string): Category => {
    const found = feature.categories.find((category) => String(category) === value);
    if (found !== undefined) return found;
    if (feature.type === "text") return value;
    throw wrongForm(part);
  };
  return { feature: name, in: values.map(read) };
}

/** Splits where the pattern matches outside of double quotes. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let [start, at, isQuoted] = [0, 0, false];
  while (at < text.length) {
    if (text[at] === '"') isQuoted = !isQuoted;
    const match = isQuoted ? null : separator.exec(text.slice(at));
    if (match === null) at++;
    else {
      parts.push(text.slice(start, at));
      start = at = at + match[0].length;
    }
  }
  return [...parts, text.slice(start)];
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
}

function wrongForm(part: string): InputError {
  return new InputError(
    "CONDITION_FORM",
    `"${part}" is no condition`,
    "Write Mode = Cleaning, Mode = Cleaning | Test, Level >= 10, Level < 5 or Level <= 5, joined by and; names with signs in them in double quotes.",
  );
}
