/**
 * How the numbers of a column are written: plainly (1234.5), with decimal commas (3,14 and 1.234,5), or with a comma
 * between thousands (1,234.5). All cells of a column decide together, and only where they leave no doubt:
 *
 *   3,14       can only be a decimal comma, 1,234,567 and 1,234.5 only thousands
 *   1,234      may be either; it follows the others. A column of nothing else follows the file: thousands where commas
 *              part the cells, decimals where semicolons do, which is why they do; under other delimiters it stays text
 *   12.5       contradicts decimal commas, 1234 contradicts thousands that are parted
 *
 * Less than one cell in a hundred is no writing of the column but an odd cell: a stray 1,234 among readings of 8 to 12.
 * A column is numeric when at least 95 % of its cells are numbers in that writing. The others are odd: they count as
 * missing, and it is said which they are (odd-cells.ts). The Node reader counts by SQL (src/input/duckdb/csv-types.ts),
 * with the expressions below.
 */
import { type CellParser, parseNumber } from "./csv-cells.js";

export type NumberWriting = "plain" | "decimal comma" | "thousands comma";

/** Regular expressions that JavaScript and DuckDB (RE2) read alike; the whole cell must match. */
export const DECIMAL_COMMA = " *[+-]?(?:[0-9]+|[0-9]{1,3}(?:\\.[0-9]{3})+)?,[0-9]+(?:[eE][+-]?[0-9]+)? *";
export const POINT_GROUPS = " *[+-]?[0-9]{1,3}(?:\\.[0-9]{3})+ *";
export const COMMA_GROUPS = " *[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\\.[0-9]*)? *";
/** Cells that could be a number with a comma, without a look at the rest. */
export const COMMA_START = "^ *[+-]?[0-9.]*,[0-9]";

/** What the cells of a column are; those that mean "missing" where a number is expected are not counted. */
export interface NumberCounts {
  readonly values: number;
  /** Numbers as they are usually written, with neither a comma nor … */
  readonly plain: number;
  /** Of these, those with a point that does not part thousands. */
  readonly points: number;
  /** Of these, those of 1000 and more. */
  readonly long: number;
  /** Numbers with a decimal comma, or with points between thousands that are no plain number. */
  readonly decimal: number;
  /** Numbers with commas between thousands. */
  readonly thousands: number;
  /** Those that are both. */
  readonly both: number;
}

export const NO_NUMBERS: NumberCounts = { values: 0, plain: 0, points: 0, long: 0, decimal: 0, thousands: 0, both: 0 };

export function addCounts(a: NumberCounts, b: NumberCounts): NumberCounts {
  return {
    values: a.values + b.values,
    plain: a.plain + b.plain,
    points: a.points + b.points,
    long: a.long + b.long,
    decimal: a.decimal + b.decimal,
    thousands: a.thousands + b.thousands,
    both: a.both + b.both,
  };
}

export function chooseWriting(counts: NumberCounts, delimiter: string): NumberWriting {
  const { values, points, long, decimal, thousands, both } = counts;
  const isCommon = (count: number): boolean => count > 0 && count * 100 >= values;
  const mayBeDecimal = isCommon(decimal) && thousands === both && points === 0;
  const mayBeThousands = isCommon(thousands) && decimal === both && long === 0;
  if (mayBeDecimal && mayBeThousands)
    return delimiter === "," ? "thousands comma" : delimiter === ";" ? "decimal comma" : "plain";
  return mayBeDecimal ? "decimal comma" : mayBeThousands ? "thousands comma" : "plain";
}

/** Cells that are a number in this writing. */
export function countNumbers({ plain, decimal, thousands }: NumberCounts, writing: NumberWriting): number {
  if (writing === "plain") return plain;
  return plain + (writing === "decimal comma" ? decimal : thousands);
}

export function writtenNumberParser(writing: NumberWriting): CellParser {
  if (writing === "plain") return parseNumber;
  return writing === "decimal comma" ? parseDecimalComma : parseCommaGroups;
}

function parseDecimalComma(cell: string): number | undefined {
  if (!cell.includes(",") && !cell.includes(".")) return parseNumber(cell);
  const isNumber = IS_DECIMAL_COMMA.test(cell) || IS_POINT_GROUPS.test(cell);
  return isNumber ? parseNumber(cell.replaceAll(".", "").replace(",", ".")) : undefined;
}

function parseCommaGroups(cell: string): number | undefined {
  if (!cell.includes(",")) return parseNumber(cell);
  return IS_COMMA_GROUPS.test(cell) ? parseNumber(cell.replaceAll(",", "")) : undefined;
}

const IS_DECIMAL_COMMA = new RegExp(`^${DECIMAL_COMMA}$`);
const IS_POINT_GROUPS = new RegExp(`^${POINT_GROUPS}$`);
const IS_COMMA_GROUPS = new RegExp(`^${COMMA_GROUPS}$`);
const HAS_COMMA_START = new RegExp(COMMA_START);

/** Whether a cell that is no plain number may be one with a comma. */
export function mayHaveComma(cell: string): boolean {
  if (cell.charCodeAt(0) > 57) return false; // behind 9: a short cut for words
  return HAS_COMMA_START.test(cell) || IS_POINT_GROUPS.test(cell);
}

/** The counts of one cell that is not missing; `plain` is its number in plain writing. */
export function countCell(cell: string, plain: number | undefined): NumberCounts {
  const isPointed = plain !== undefined && cell.includes(".") && !IS_POINT_GROUPS.test(cell);
  const isDecimal = plain === undefined && (IS_DECIMAL_COMMA.test(cell) || IS_POINT_GROUPS.test(cell));
  const isThousands = plain === undefined && IS_COMMA_GROUPS.test(cell);
  return {
    values: 1,
    plain: Number(plain !== undefined),
    points: Number(isPointed),
    long: Number(plain !== undefined && Number.isFinite(plain) && Math.abs(plain) >= 1000),
    decimal: Number(isDecimal),
    thousands: Number(isThousands),
    both: Number(isDecimal && isThousands),
  };
}
