/**
 * argv of one command → checked values, or an InputError that names the nearest thing that exists.
 *
 * commander splits the words; what each option may be is checked here against its description in the option table.
 */
import { CommanderError, Command as Parser, Option as ParserOption } from "commander";
import { InputError, nearestName } from "../../core/base/index.js";
import type { ValueFilter } from "../../input/duckdb/read-options.js";
import type { Command, Operand } from "./command.js";
import { flagOf, formsOf, type NumberOption, type Option } from "./option.js";

/** A command line, taken apart. Asking for an option that the command does not have is a bug and throws. */
export interface Arguments {
  readonly operands: readonly string[];
  flag(name: string): boolean;
  /** undefined: neither form was typed. */
  negatable(name: string): boolean | undefined;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  names(name: string): readonly string[] | undefined;
  filter(name: string): ValueFilter | undefined;
}

type Value = string | number | boolean | readonly string[] | ValueFilter | undefined;

export function parseArguments(command: Command, words: readonly string[]): Arguments {
  const options = command.groups.flatMap((group) => group.options);
  const { operands, values: written } = splitWords(command, options, words);
  const values = new Map(options.map((option) => [option.name, parseOption(option, written[option.name])]));
  checkOperands(command, operands, values);
  const of = (name: string): Value => {
    if (!values.has(name)) throw new Error(`the command ${command.name} has no option ${name}`);
    return values.get(name);
  };
  return {
    operands,
    flag: (name) => of(name) === true,
    negatable: (name) => of(name) as boolean | undefined,
    text: (name) => of(name) as string | undefined,
    number: (name) => of(name) as number | undefined,
    choice: <T extends string>(name: string, choices: readonly T[]) => choices.find((choice) => choice === of(name)),
    names: (name) => of(name) as readonly string[] | undefined,
    filter: (name) => of(name) as ValueFilter | undefined,
  };
}

interface Words {
  readonly operands: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

function splitWords(command: Command, options: readonly Option[], words: readonly string[]): Words {
  const parser = new Parser(command.name).exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  for (const option of options) for (const flags of parserFlags(option)) parser.addOption(parserOption(option, flags));
  try {
    const { operands, unknown } = parser.parseOptions([...words]);
    if (unknown.length > 0) throw unknownOption(command, options, unknown[0]!);
    return { operands, values: parser.opts() };
  } catch (error) {
    throw error instanceof CommanderError ? missingValue(command, error) : error;
  }
}

function parserFlags(option: Option): readonly string[] {
  if (option.kind === "negatable") return [flagOf(option.name), flagOf(option.name).replace("--", "--no-")];
  return formsOf(option).map(({ flags, takesValue }) => `${flags.join(", ")}${takesValue ? " <value>" : ""}`);
}

function parserOption(option: Option, flags: string): ParserOption {
  const made = new ParserOption(flags);
  if (option.kind !== "names") return made;
  // Named several times, the lists join.
  return made.argParser((value: string, before: string | undefined) =>
    before === undefined ? value : `${before},${value}`,
  );
}

function parseOption(option: Option, value: unknown): Value {
  if (value === undefined) return undefined;
  const text = String(value);
  switch (option.kind) {
    case "flag":
    case "negatable":
      return value === true;
    case "text":
      return text;
    case "number":
      return parseNumber(option, text);
    case "choice":
      return parseChoice(flagOf(option.name), text, option.choices);
    case "names":
      return splitNames(text);
    case "filter":
      return parseFilter(flagOf(option.name), text);
  }
}

function parseNumber(option: NumberOption, text: string): number {
  const value = text.trim() === "" || /^[+-]?0[xob]/i.test(text.trim()) ? NaN : Number(text);
  const isBelowMax = option.openMax ? value < option.max : value <= option.max;
  if (value >= option.min && isBelowMax && (!option.integer || Number.isInteger(value))) return value;
  throw new InputError(
    "OPTION_RANGE",
    `${flagOf(option.name)} must be ${option.integer ? "a whole number from" : "in"} ${option.range}, got "${text}"`,
    `It is: ${option.help}.`,
  );
}

function parseChoice(what: string, text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  const nearest = nearestName(text, choices);
  throw new InputError(
    "OPTION_CHOICE",
    `${what} must be one of ${choices.join(", ")}, got "${text}"`,
    nearest === null ? "Spell it as listed." : `Closest: ${nearest}.`,
  );
}

/** Names between commas; one that holds a comma itself stands in double quotes. */
export function splitNames(text: string): readonly string[] {
  const names = text.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
  return names.map((name) => (/^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name));
}

/** `label=0`: the first = ends the column's name. */
function parseFilter(flag: string, text: string): ValueFilter {
  const at = text.indexOf("=");
  if (at > 0) return { column: text.slice(0, at), value: text.slice(at + 1) };
  throw new InputError("FILTER_FORM", `${flag} must be column=value, got "${text}"`, `For example ${flag} label=0.`);
}

function unknownOption(command: Command, options: readonly Option[], word: string): InputError {
  const flag = word.replace(/=.*$/s, "");
  const flags = options.flatMap((option) => formsOf(option).flatMap((form) => form.flags));
  const nearest = nearestName(flag, flags);
  return new InputError(
    "OPTION_UNKNOWN",
    `parsight ${command.name} has no option ${flag}`,
    `${nearest === null ? "" : `Closest: ${nearest}. `}parsight ${command.name} --help lists them all.`,
  );
}

/** "error: option '-o, --out <value>' argument missing" is the one thing that commander refuses by itself. */
function missingValue(command: Command, error: CommanderError): InputError {
  const flag = /--[\w-]+/.exec(error.message)?.[0] ?? "an option";
  return new InputError(
    "OPTION_VALUE",
    `${flag} stands at the end without its value`,
    `parsight ${command.name} --help shows what it takes.`,
  );
}

function checkOperands(command: Command, operands: readonly string[], values: ReadonlyMap<string, Value>): void {
  const isNeeded = ({ unless, count }: Operand): boolean =>
    count !== "any" && (unless === undefined || values.get(unless) === undefined);
  const missing = command.operands.find((operand, place) => operands[place] === undefined && isNeeded(operand));
  if (missing !== undefined) throw missingOperand(command, missing);
  command.operands.forEach(({ name, choices }, place) => {
    if (choices !== undefined && operands[place] !== undefined) parseChoice(`the ${name}`, operands[place], choices);
  });
  const takesMore = command.operands.some(({ count }) => count !== "one");
  if (!takesMore && operands.length > command.operands.length) {
    throw new InputError(
      "ARGUMENT_EXTRA",
      `parsight ${command.name} does not know what to do with "${operands[command.operands.length]}"`,
      `parsight ${command.name} --help shows what it takes.`,
    );
  }
}

function missingOperand(command: Command, { name, help, choices }: Operand): InputError {
  const allowed = choices === undefined ? "" : ` One of ${choices.join(", ")}.`;
  return new InputError(
    "ARGUMENT_MISSING",
    `parsight ${command.name} needs <${name}>: ${help}`,
    `${allowed === "" ? "" : `${allowed.trim()} `}parsight ${command.name} --help shows examples.`,
  );
}
