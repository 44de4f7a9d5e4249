/** Files that are read together must have the same columns, in any order. */
import { InputError, listNames } from "../../core/base/index.js";

/** A file and the names of its columns. */
interface NamedColumns {
  readonly shown: string;
  readonly names: readonly string[];
}

export function checkSameNames(tables: readonly NamedColumns[]): void {
  const first = tables[0]!;
  const known = new Set(first.names);
  for (const table of tables) {
    const there = new Set(table.names);
    const absent = first.names.find((name) => !there.has(name));
    if (absent !== undefined) throw differError(table, first, absent);
    const extra = table.names.find((name) => !known.has(name));
    if (extra !== undefined) throw differError(first, table, extra);
  }
}

function differError({ shown, names }: NamedColumns, other: NamedColumns, name: string): InputError {
  return new InputError(
    "FILES_DIFFER",
    `${shown} has no column "${name}", which ${other.shown} has`,
    `Files read together need the same columns, in any order. ${shown} has: ${listNames(names)}.`,
  );
}
