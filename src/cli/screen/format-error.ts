/** Errors and warnings as the command line shows them: `error CODE: message`, then what to do, indented. */
import type { InputError } from "../../core/base/index.js";
import { EXPLAIN_OPTIONS } from "../../core/explaining/index.js";
import { LEARN_OPTIONS } from "../../core/model/index.js";
import { flagOf } from "../arguments/option.js";
import { asTyped } from "./program-name.js";
import type { Style } from "./style.js";
import { fitLine, harmless, wrapIndented } from "./text-width.js";

export interface MessageLook {
  readonly style: Style;
  /** What a person types to start the program. */
  readonly program: string;
  /** Columns of the terminal; null: there is none. */
  readonly width: number | null;
}

export function formatError({ code, message, hint }: InputError, look: MessageLook): string {
  return formatMessage(look.style.wrong(`error ${code}:`), look, { message, hint });
}

export interface ShownWarning {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

export function formatWarning({ code, message, hint = "" }: ShownWarning, look: MessageLook): string {
  return formatMessage(look.style.warning(`warning ${code}:`), look, { message, hint });
}

/** A hint says what to type, so it names commands as they are typed here. */
function formatMessage(
  head: string,
  { program, width }: MessageLook,
  { message, hint }: { readonly message: string; readonly hint: string },
): string {
  const first = fitLine(`${head} ${inFlags(message)}`, width);
  if (hint === "") return `${first}\n`;
  const lines = asTyped(inFlags(hint), program).split("\n");
  const indented = lines.map((line) =>
    width === null ? `  ${line}` : wrapIndented(line, width, { first: "  ", rest: "  " }),
  );
  return `${[first, ...indented].join("\n")}\n`;
}

/**
 * The library speaks of minSupport, redundancy "all" and fewer cells (cells), the command line of --min-support,
 * --redundancy all and fewer cells (--cells). A name that is also an everyday word is changed only where it stands in
 * brackets or before one of its choices.
 */
function inFlags(text: string): string {
  const named = harmless(text)
    .replace(/\b[a-z]+[A-Z][A-Za-z]+\b/g, (name) => (isOption(name) ? flagOf(name) : name))
    .replace(/\b([a-z]+) "([a-z]+)"/g, (words, name, choice) =>
      CHOICES.get(name)?.includes(choice) ? `${flagOf(name)} ${choice}` : words,
    )
    .replace(IN_BRACKETS, (_, name) => `(${flagOf(name)})`);
  return PHRASES.reduce((shown, [library, commandLine]) => shown.replace(library, commandLine), named);
}

function isOption(name: string): boolean {
  return Object.hasOwn(LEARN_OPTIONS, name) || Object.hasOwn(EXPLAIN_OPTIONS, name);
}

const CHOICES = new Map<string, readonly string[]>([
  ["redundancy", LEARN_OPTIONS.redundancy.choices],
  ["method", EXPLAIN_OPTIONS.method.choices],
  ["order", LEARN_OPTIONS.order.choices],
]);

const IN_BRACKETS = /\((categorical|cells|exclude|normal|numeric|strict|verify|where)\)/g;

/** Other everyday words, as the library's hints put them. */
const PHRASES = [
  ["header: false", "--no-header"],
  ["Say it with table.", "Say it with --table."],
  ['name both with time: "', 'name both with --time "'],
  ["name it categorical or numeric to keep it", "--categorical or --numeric and its name keeps it"],
  ["name them categorical or numeric to keep them", "--categorical or --numeric and their names keep them"],
] as const;
