/** Names of columns: which are refused, and what to say when one is not there. */
import { InputError, listInQuotes, listNames, nearestName } from "../../core/base/index.js";
import type { HeaderDoubt } from "./first-lines.js";

/**
 * Names of a CSV header: an empty cell is called column<position from 0>, as the whole header is when there is none.
 */
export function nameColumns(cells: readonly string[], hasHeader: boolean): readonly string[] {
  return cells.map((cell, position) => (hasHeader && cell !== "" ? cell : `column${position}`));
}

/**
 * Refuse names that occur twice or differ only in case: DuckDB would rename one of them without a word. And names with
 * a byte order mark in them, as two files joined by `cat` have: nobody sees it, and DuckDB finds no such column.
 */
export function checkColumnNames(names: readonly string[], shown: string, doubt: HeaderDoubt | null = null): void {
  const marked = names.findIndex((name) => name.includes(MARK));
  if (marked >= 0) throw markError(names[marked]!, marked, shown);
  const positions = new Map<string, number>();
  for (const [position, name] of names.entries()) {
    const folded = name.toLowerCase();
    const earlier = positions.get(folded);
    if (earlier !== undefined) throw clashError(names, [earlier, position], { shown, doubt });
    positions.set(folded, position);
  }
}

const MARK = "\ufeff";

function markError(name: string, position: number, shown: string): InputError {
  return new InputError(
    "COLUMN_MARK",
    `${shown} has an invisible byte order mark (U+FEFF) in the name of column ${position + 1}, "${name.replaceAll(MARK, "")}"`,
    "Remove it: sed 's/\\xef\\xbb\\xbf//g' old.csv > new.csv",
  );
}

interface NamedFile {
  readonly shown: string;
  readonly doubt: HeaderDoubt | null;
}

function clashError(
  names: readonly string[],
  [earlier, later]: readonly [number, number],
  { shown, doubt }: NamedFile,
): InputError {
  const places = `columns ${earlier + 1} and ${later + 1}`;
  if (names[earlier] === names[later]) {
    return new InputError(
      "COLUMN_DUPLICATE",
      `${shown} has two columns named "${names[later]}" (${places})`,
      `Rename or remove one of them, so that a rule can say which one it means.${doubt === null ? "" : " If the first line is data, say so with header: false."}`,
    );
  }
  return new InputError(
    "COLUMN_CASE",
    `${shown} has columns "${names[earlier]}" and "${names[later]}", which differ only in case (${places})`,
    "Rename one of them: SQL, by which tables are read, does not tell them apart.",
  );
}

/** Every wanted name must be there; the error lists all that are not. */
export function checkKnownNames(wanted: readonly string[], names: readonly string[], shown: string): void {
  const known = new Set(names);
  const absent = wanted.filter((name) => !known.has(name));
  if (absent.length === 0) return;
  const what = absent.length === 1 ? `no column "${absent[0]}"` : `no columns ${listInQuotes(absent)}`;
  throw new InputError(
    "COLUMN_UNKNOWN",
    `${shown} has ${what}`,
    `${closestHint(absent, names)}Columns are: ${listNames(names)}.`,
  );
}

function closestHint(absent: readonly string[], names: readonly string[]): string {
  const closest = absent.map((name) => nearestName(name, names)).filter((name) => name !== null);
  return closest.length === 0 ? "" : `Closest: ${listInQuotes([...new Set(closest)])}. `;
}
