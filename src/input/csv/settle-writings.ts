/** Lets the columns of a table decide together how their numbers are written, before they are complete. */
import type { CellColumn } from "./csv-columns.js";
import { chooseWritings, mayBeParted, mayMeanThousands, NO_NUMBERS, type NumberRange } from "./number-writing.js";

type Columns = readonly (CellColumn | null)[];

/**
 * To be asked whenever all cells have come: who has to see them again, at the same places; null: nobody, at this place.
 * Where one column has numbers with commas, or points that may part thousands, those of the others are counted, too:
 * they tell how the file is written. `delimiters`: of each file; `ranges`: what a model knows of each column.
 */
export function createRereading(
  delimiters: readonly string[],
  ranges: readonly (NumberRange | undefined)[],
): (columns: Columns) => Columns {
  let isSettled = false;
  const mayHaveThousands = delimiters.some(mayMeanThousands);
  const isParted = (columns: Columns): boolean =>
    mayHaveThousands &&
    columns.some((column, place) => column?.numbers != null && mayBeParted(column.numbers.look(), ranges[place]));
  return (columns) => {
    const again = columns.map((column) => (column?.counts() === null ? column.reread() : null));
    const isWritten =
      [...columns, ...again].some((column) => column !== null && column.counts() !== null) || isParted(columns);
    if (isSettled || !isWritten) return again;
    const counted = columns.map((column, place) => again[place] ?? column?.recount() ?? null);
    if (counted.some((column) => column !== null)) return counted;
    isSettled = true;
    settle(columns, delimiters, ranges);
    return columns.map((column) => column?.reread() ?? null);
  };
}

function settle(columns: Columns, delimiters: readonly string[], ranges: readonly (NumberRange | undefined)[]): void {
  const written = columns.flatMap((column, place) => {
    const counts = column?.counts() ?? null;
    return column === null || counts === null ? [] : [{ column, counts, range: ranges[place] }];
  });
  const files = delimiters.map((delimiter, file) => ({
    delimiter,
    columns: written.map(({ counts }) => counts.get(file) ?? NO_NUMBERS),
  }));
  const chosen = chooseWritings(
    files,
    written.map(({ range }) => range),
  );
  written.forEach(({ column }, place) => {
    column.settle(new Map(chosen.map((columnsOfFile, file) => [file, columnsOfFile[place]!])));
  });
}
