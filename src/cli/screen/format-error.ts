/** Errors and warnings as the command line shows them: `error CODE: message`, then what to do, indented. */
import type { InputError } from "../../core/errors/input-error.js";
import { EXPLAIN_OPTIONS } from "../../core/explanations/explain-options.js";
import { LEARN_OPTIONS } from "../../core/model/learn-options.js";
import { flagOf } from "../arguments/option.js";
import type { Style } from "./style.js";
import { harmless } from "./text-width.js";

export function formatError({ code, message, hint }: InputError, style: Style): string {
  return `${style.wrong(`error ${code}:`)} ${inFlags(message)}\n${formatHint(hint)}`;
}

export interface ShownWarning {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

export function formatWarning({ code, message, hint = "" }: ShownWarning, style: Style): string {
  return `${style.warning(`warning ${code}:`)} ${inFlags(message)}\n${formatHint(hint)}`;
}

function formatHint(hint: string): string {
  return hint === "" ? "" : `  ${inFlags(hint).replaceAll("\n", "\n  ")}\n`;
}

/**
 * The library speaks of minSupport, redundancy "all" and fewer cells (cells), the command line of --min-support,
 * --redundancy all and fewer cells (--cells). A name that is also an everyday word is changed only where it stands in
 * brackets or before one of its choices.
 */
function inFlags(text: string): string {
  const named = harmless(text)
    .replace(/\b[a-z]+[A-Z][A-Za-z]+\b/g, (name) => (Object.hasOwn(LEARN_OPTIONS, name) ? flagOf(name) : name))
    .replace(/\b([a-z]+) "([a-z]+)"/g, (words, name, choice) =>
      CHOICES.get(name)?.includes(choice) ? `${flagOf(name)} ${choice}` : words,
    )
    .replace(IN_BRACKETS, (_, name) => `(${flagOf(name)})`);
  return PHRASES.reduce((shown, [library, commandLine]) => shown.replace(library, commandLine), named);
}

const CHOICES = new Map<string, readonly string[]>([
  ["redundancy", LEARN_OPTIONS.redundancy.choices],
  ["method", EXPLAIN_OPTIONS.method.choices],
]);

const IN_BRACKETS = /\((categorical|cells|exclude|verify|where)\)/g;

/** Other everyday words, as the library's hints put them. */
const PHRASES = [
  ["header: false", "--no-header"],
  ["Say it with table.", "Say it with --table."],
] as const;
