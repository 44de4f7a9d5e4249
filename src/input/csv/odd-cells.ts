/** What is said about numbers that are written unusually, and about cells among numbers that are none. */
import type { InputError } from "../../core/base/errors/input-error.js";
import { listInQuotes } from "../../core/base/text/names.js";
import { type OddCells, warnAboutOddCells } from "../../core/table/odd-cells.js";
import { cellTypeError } from "./csv-errors.js";
import { mayHaveComma, type NumberWriting, writtenNumberParser } from "./number-writing.js";

export interface ReadWarning {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** What was noticed about the numbers of one column. */
export interface NumbersNoticed extends OddCells {
  readonly writing: NumberWriting;
  /** A cell in that writing, where it is not plain. */
  readonly example: string | null;
}

const WRITINGS = {
  "decimal comma": { code: "DECIMAL_COMMA", how: "a comma before decimals" },
  "thousands comma": { code: "THOUSANDS_COMMA", how: "commas between thousands" },
} as const;

export function warnAboutNumbers(noticed: readonly NumbersNoticed[]): readonly ReadWarning[] {
  const writings = ["decimal comma", "thousands comma"] as const;
  const odd = noticed.filter((column) => column.odd > 0);
  return [
    ...writings.flatMap((writing) =>
      warnAboutWriting(
        writing,
        noticed.filter((column) => column.writing === writing),
      ),
    ),
    ...(odd.length === 0 ? [] : [warnAboutCells(odd)]),
  ];
}

/** The error that takes the place of the warning where odd cells are refused. */
export function oddCellError({ name, first }: NumbersNoticed): InputError {
  return cellTypeError({ ...first[0]!, column: name, type: "number" });
}

function warnAboutWriting(
  writing: "decimal comma" | "thousands comma",
  columns: readonly NumbersNoticed[],
): ReadWarning[] {
  const example = columns.find((column) => column.example !== null)?.example?.trim();
  if (example === undefined) return [];
  const value = writtenNumberParser(writing)(example);
  const names = listInQuotes(columns.map(({ name }) => name));
  const { code, how } = WRITINGS[writing];
  return [
    {
      code,
      message: `numbers of ${columns.length === 1 ? "column" : "columns"} ${names} are written with ${how}: "${example}" was read as ${value}`,
      hint: "If that is wrong, write the numbers plainly, as in 1234.5.",
    },
  ];
}

function warnAboutCells(columns: readonly NumbersNoticed[]): ReadWarning {
  const cells = columns.flatMap(({ name, first }) =>
    first.map(({ place, cell }) => ({ place, name, cell: cell.trim() })),
  );
  const header = cells.find(({ name, cell }) => cell === name.trim());
  const comma = cells.find(({ cell }) => mayHaveComma(cell));
  const found = [
    header === undefined ? "" : `${header.place} repeats the header: remove it. `,
    comma === undefined ? "" : `"${comma.cell}" has a comma, and other numbers of its column none: write all alike. `,
  ];
  return {
    ...warnAboutOddCells(columns),
    hint: `${found.join("")}Correct such cells, or leave them empty if there is no value. To have them refused, say so (strict); to take a column as text, name it (categorical).`,
  };
}
