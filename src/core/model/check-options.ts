/**
 * Options as data, and the one check of them: what learning, explaining and listing refuse is refused in the same
 * words, and these come from the table that the check itself uses.
 */
import { InputError, nearestName, showValue } from "../base/index.js";

export interface NumberSpec {
  readonly kind: "number";
  readonly integer: boolean;
  readonly min: number;
  readonly max: number;
  /** The upper end does not belong to the range. */
  readonly openMax?: true;
  readonly help: string;
}

export interface ChoiceSpec {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly help: string;
}

/** Names of columns. */
export interface NamesSpec {
  readonly kind: "names";
  readonly help: string;
}

/** A column and a value. */
export interface FilterSpec {
  readonly kind: "filter";
  readonly help: string;
}

export interface TextSpec {
  readonly kind: "text";
  readonly help: string;
}

/** true or false. */
export interface FlagSpec {
  readonly kind: "flag";
  readonly help: string;
}

/**
 * A function, for `object` a part of parsight that callers pass on as they got it, or what is checked by those who use
 * it.
 */
export interface HookSpec {
  readonly kind: "function" | "object" | "checked elsewhere";
  /** null is a value, too. */
  readonly mayBeNull?: true;
  readonly help: string;
}

export type OptionSpec = NumberSpec | ChoiceSpec | NamesSpec | FilterSpec | TextSpec | FlagSpec;

/** What the options are called, and for names that belong elsewhere the place where they belong. */
interface OptionWords {
  readonly what?: "option" | "hook";
  readonly elsewhere?: ReadonlyMap<string, string>;
}

/**
 * Refuses what is no object, unknown names, wrong types and values out of range, each by name. undefined: not set.
 */
export function checkOptions(
  options: unknown,
  specs: Readonly<Record<string, OptionSpec | HookSpec>>,
  { what = "option", elsewhere = new Map() }: OptionWords = {},
): void {
  const names = Object.keys(specs);
  const list = `${what === "option" ? "Options" : "Hooks"} are: ${names.join(", ")}.`;
  // A Map or a list has other names that would be passed over.
  if (typeof options !== "object" || options === null || Symbol.iterator in options) {
    throw new InputError("OPTION_TYPE", `${what}s must be an object, got ${showValue(options)}`, list);
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(specs, name)) {
      const nearest = nearestName(name, names);
      const help = elsewhere.get(name) ?? (nearest === null ? "" : `Closest: "${nearest}". `) + list;
      throw new InputError("OPTION_UNKNOWN", `there is no ${what} "${name}"`, help);
    }
    checkOption(name, value, specs[name]!);
  }
}

/** How the range of a number reads. */
export function rangeOf({ integer, min, max, openMax }: NumberSpec): string {
  return integer ? `${min} to ${max}` : `[${min}, ${max}${openMax ? ")" : "]"}`;
}

function checkOption(name: string, value: unknown, spec: OptionSpec | HookSpec): void {
  switch (spec.kind) {
    case "number":
      if (isNumberIn(value, spec)) return;
      throw new InputError(
        "OPTION_RANGE",
        `${name} must be ${spec.integer ? "a whole number from" : "in"} ${rangeOf(spec)}, got ${showValue(value)}`,
        `It is: ${spec.help}.`,
      );
    case "choice":
      if (typeof value === "string" && spec.choices.includes(value)) return;
      throw new InputError(
        "OPTION_CHOICE",
        `${name} must be one of ${spec.choices.join(", ")}, got ${showValue(value)}`,
        "Spell it as listed.",
      );
    case "names":
      if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) return;
      throw wrongType(name, { expected: "a list of column names", value, hint: 'For example ["id", "label"].' });
    case "filter":
      if (isFilter(value)) return;
      throw wrongType(name, {
        expected: "a column and a value",
        value,
        hint: 'For example {column: "label", value: 0}.',
      });
    case "text":
      if (typeof value === "string") return;
      throw wrongType(name, { expected: "a text", value, hint: `It is: ${spec.help}.` });
    case "flag":
      if (typeof value === "boolean") return;
      throw wrongType(name, { expected: "true or false", value, hint: `It is: ${spec.help}.` });
    case "function":
    case "object":
      if (value === null ? spec.mayBeNull : typeof value === spec.kind) return;
      throw wrongType(name, {
        expected: spec.kind === "function" ? "a function" : "an object",
        value,
        hint: `It is: ${spec.help}.`,
      });
    case "checked elsewhere":
      return;
  }
}

/** NaN is in no range. */
function isNumberIn(value: unknown, { integer, min, max, openMax }: NumberSpec): boolean {
  return (
    typeof value === "number" &&
    value >= min &&
    (openMax ? value < max : value <= max) &&
    (!integer || Number.isInteger(value))
  );
}

function isFilter(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "column" in value &&
    typeof value.column === "string" &&
    "value" in value &&
    ["string", "number", "boolean"].includes(typeof value.value)
  );
}

function wrongType(
  name: string,
  { expected, value, hint }: { readonly expected: string; readonly value: unknown; readonly hint: string },
): InputError {
  return new InputError("OPTION_TYPE", `${name} must be ${expected}, got ${showValue(value)}`, hint);
}
