/**
 * Which rows of a table are meant: all, those with a label, those for which a condition holds, or what a choice left
 * over.
 */
import { InputError } from "../../src/core/base/index.js";
import { type CellValue, cellValue, findRows, type Table, takeRows } from "../../src/core/table/index.js";

export const COMPARISONS = ["=", "≠", "<", "≤", ">", "≥", "is missing", "is present"] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type RowChoice =
  | { readonly kind: "all" }
  | { readonly kind: "label"; readonly column: string; readonly value: string }
  | { readonly kind: "filter"; readonly column: string; readonly comparison: Comparison; readonly value: string }
  /** All rows but the chosen ones. */
  | { readonly kind: "others"; readonly of: RowChoice };

export const ALL_ROWS: RowChoice = { kind: "all" };

/** Row numbers, ascending. */
export function chooseRows(table: Table, choice: RowChoice): Int32Array {
  switch (choice.kind) {
    case "all":
      return Int32Array.from({ length: table.rowCount }, (_, row) => row);
    case "label":
      return refuseNone(findRows(table, choice), choice);
    case "filter":
      return refuseNone(filterRows(table, choice), choice);
    case "others":
      return otherRows(table, chooseRows(table, choice.of));
  }
}

/** The chosen rows as a table. */
export function takeChosen({ table, rows }: { readonly table: Table; readonly rows: RowChoice }): Table {
  return rows.kind === "all" ? table : takeRows(table, chooseRows(table, rows));
}

/** The column that a choice looks at; null: none. */
export function columnOf(choice: RowChoice): string | null {
  if (choice.kind === "others") return columnOf(choice.of);
  return choice.kind === "all" ? null : choice.column;
}

/** "Level ≥ 10". */
export function describeChoice(choice: RowChoice): string {
  switch (choice.kind) {
    case "all":
      return "all rows";
    case "label":
      return `${choice.column} = ${choice.value}`;
    case "filter":
      return `${choice.column} ${choice.comparison}${needsValue(choice.comparison) ? ` ${choice.value}` : ""}`;
    case "others":
      return `not ${describeChoice(choice.of)}`;
  }
}

export function needsValue(comparison: Comparison): boolean {
  return comparison !== "is missing" && comparison !== "is present";
}

type RowFilter = Extract<RowChoice, { readonly kind: "filter" }>;

function filterRows(table: Table, { column: name, comparison, value }: RowFilter): Int32Array {
  if (comparison === "=") return findRows(table, { column: name, value });
  if (comparison === "≠") return otherRows(table, findRows(table, { column: name, value }), name);
  const column = table.columns.find((candidate) => candidate.name === name);
  const holds = comparisonTest(comparison, value);
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++)
    if (column !== undefined && holds(cellValue(column, row))) rows.push(row);
  return Int32Array.from(rows);
}

/** Numbers compare as numbers, everything else (moments in ISO form too) as text. A missing value fails. */
function comparisonTest(comparison: Comparison, value: string): (cell: CellValue) => boolean {
  if (comparison === "is missing") return (cell) => cell === null;
  if (comparison === "is present") return (cell) => cell !== null;
  const number = Number(value);
  const compare = (cell: string | number | boolean): number =>
    typeof cell === "number" ? cell - number : String(cell) < value ? -1 : String(cell) > value ? 1 : 0;
  const tests: Partial<Record<Comparison, (order: number) => boolean>> = {
    "<": (order) => order < 0,
    "≤": (order) => order <= 0,
    ">": (order) => order > 0,
    "≥": (order) => order >= 0,
  };
  const test = tests[comparison]!;
  return (cell) => cell !== null && test(compare(cell));
}

/** Rows not among these; with a column, only those that have a value in it. */
function otherRows(table: Table, rows: Int32Array, present?: string): Int32Array {
  const taken = new Set(rows);
  const column = table.columns.find(({ name }) => name === present);
  const others: number[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    if (!taken.has(row) && (column === undefined || cellValue(column, row) !== null)) others.push(row);
  }
  return Int32Array.from(others);
}

function refuseNone(rows: Int32Array, choice: RowChoice): Int32Array {
  if (rows.length > 0) return rows;
  throw new InputError("NO_ROW_MATCHES", `no row has ${describeChoice(choice)}`, "Choose another value or column.");
}
