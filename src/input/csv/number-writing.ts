/**
 * How the numbers of a column are written: plainly (1234.5), with commas between thousands (1,234.5), with a comma
 * before decimals (3,14), or with that and points between thousands (1.234,5). This is the one place where it is
 * decided, for each file and column by itself (`chooseWritings`); the Node reader counts cells by SQL
 * (src/input/duckdb/count-numbers.ts), with the expressions below.
 *
 *   12.5, 1,234.5       can only have a point before decimals, 3,14 and 1.234,5 only a comma: the more of them decide,
 *                       and the others are odd cells
 *   1,234 and 1.234     may be either. They follow the other cells of the column; without any, the other columns of the
 *                       file, whether they are read or not; then the delimiter: semicolons part cells where commas
 *                       stand before decimals, which is why they do. Beside any other, and in texts that nothing parts,
 *                       1,234 is taken for thousands. Where the other columns and the delimiter speak against one
 *                       another it is in doubt
 *   thousands           are believed where 1,234.5 or 1,234,567 is among them, or where the other numbers come near:
 *                       61.550 among readings such as 62,88 is an odd cell, and so is 1,234 among readings of 8 to 12
 *   1.234 alone         is plain, and in doubt where it stands beside 599 and the like
 *   what a model knows  decides where the file does not tell: 1.500 beside semicolons is 1500 where learning rows were
 *                       1640 to 1958, and in doubt
 *
 *   7.37 in JSON        is a number whatever texts stand beside it; these are read in their own writing, and "1,234" as
 *                       what comes near
 *
 * A column is numeric when at least 95 % of its cells are numbers in the writing of their file. The others are odd:
 * they count as missing, and it is said which they are (odd-cells.ts). What was decided by less than the column itself
 * is in doubt; it is said, and refused where the caller is strict.
 */
import { type CellParser, parseNumber } from "./csv-cells.js";

export type NumberWriting = "plain" | "thousands comma" | "decimal comma" | "thousands point";

export const WRITINGS = ["plain", "thousands comma", "decimal comma", "thousands point"] as const;

/** Regular expressions that JavaScript and DuckDB (RE2) read alike; the whole cell must match. */
export const DECIMAL_COMMA = " *[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)? *";
/** 1.234,5 and 1.234.567. */
export const DOTTED_COMMA =
  " *[+-]?[1-9][0-9]{0,2}(?:(?:\\.[0-9]{3})+,[0-9]+(?:[eE][+-]?[0-9]+)?|(?:\\.[0-9]{3}){2,}) *";
export const POINT_GROUP = " *[+-]?[1-9][0-9]{0,2}\\.[0-9]{3} *";
export const COMMA_GROUPS = " *[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\\.[0-9]*)? *";
/** Four digits and more before a decimal comma: thousands that are not parted. */
export const LONG_COMMA = " *[+-]?[0-9]{4,},[0-9]+.*";

/** What the cells of a column are; those that mean "missing" where a number is expected are not counted. */
export interface NumberCounts {
  readonly values: number;
  /** Numbers as they are usually written. */
  readonly plain: number;
  /** Of these, those that mean the same in every writing: 5e3, and whatever JSON has as a number (exactText). */
  readonly exact: number;
  /** Those with a point that can part no thousands, … */
  readonly points: number;
  /** … and those with one that may: 1.234. */
  readonly groups: number;
  /** Numbers of 1000 and more whose thousands are not parted. */
  readonly long: number;
  /** 3,14 and 1,234. */
  readonly decimal: number;
  /** 1.234,5 and 1.234.567. */
  readonly dotted: number;
  /** Numbers with commas between thousands. */
  readonly thousands: number;
  /** Those that are decimal, too: 1,234. */
  readonly both: number;
  /** The size of the largest number that can be read in one way only; 0: there is none. */
  readonly largest: number;
  /** The size of the smallest 1,234 or 1.234, its thousands parted; Infinity: there is none. */
  readonly smallestGroup: number;
  /** And of the largest; 0: there is none. */
  readonly largestGroup: number;
}

export const NO_NUMBERS: NumberCounts = {
  values: 0,
  plain: 0,
  exact: 0,
  points: 0,
  groups: 0,
  long: 0,
  decimal: 0,
  dotted: 0,
  thousands: 0,
  both: 0,
  largest: 0,
  smallestGroup: Number.POSITIVE_INFINITY,
  largestGroup: 0,
};

export function addCounts(a: NumberCounts, b: NumberCounts): NumberCounts {
  return {
    values: a.values + b.values,
    plain: a.plain + b.plain,
    exact: a.exact + b.exact,
    points: a.points + b.points,
    groups: a.groups + b.groups,
    long: a.long + b.long,
    decimal: a.decimal + b.decimal,
    dotted: a.dotted + b.dotted,
    thousands: a.thousands + b.thousands,
    both: a.both + b.both,
    largest: Math.max(a.largest, b.largest),
    smallestGroup: Math.min(a.smallestGroup, b.smallestGroup),
    largestGroup: Math.max(a.largestGroup, b.largestGroup),
  };
}

/** Cells that are a number in this writing. */
export function countNumbers(counts: NumberCounts, writing: NumberWriting): number {
  const { plain, points, groups, decimal, dotted, thousands } = counts;
  switch (writing) {
    case "plain":
      return plain;
    case "thousands comma":
      return plain + thousands;
    case "decimal comma":
      return plain - points - groups + decimal;
    case "thousands point":
      return plain - points + decimal + dotted;
  }
}

/** Cells that are a number in the writing that a column of texts has by itself. */
export function countInOneWriting(counts: NumberCounts): number {
  const { writing } = chooseWritings([{ delimiter: "", columns: [counts] }])[0]![0]!;
  return countNumbers(counts, writing);
}

/** Cells that are a number in some writing. */
export function countInAnyWriting({ plain, decimal, dotted, thousands, both }: NumberCounts): number {
  return plain + decimal + dotted + thousands - both;
}

/** What stands before decimals. */
type Mark = "point" | "comma";

export interface ChosenWriting {
  readonly writing: NumberWriting;
  /** Whether cells such as 1.234 follow something else than the cells of their column. */
  readonly isInDoubt: boolean;
}

/** A file, and what separates its cells; "" where nothing does. */
interface WrittenFile {
  readonly delimiter: string;
  /** Of each column. */
  readonly columns: readonly NumberCounts[];
}

/** From where to where the numbers were that a model has learnt. */
export type NumberRange = readonly [least: number, greatest: number];

/**
 * For each file the writing of each column. Contract: columns that are numbers in some writing, in one order; `ranges`
 * are those of the columns, where a model knows them.
 */
export function chooseWritings(
  files: readonly WrittenFile[],
  ranges: readonly (NumberRange | undefined)[] = [],
): readonly (readonly ChosenWriting[])[] {
  const marks = files.map(({ columns }) => markOf(columns.reduce(addCounts, NO_NUMBERS)));
  const hasComma = marks.includes("comma");
  return files.map(({ delimiter, columns }, file) =>
    columns.map((counts, place) =>
      chooseWriting(counts, { delimiter, fileMark: marks[file]!, hasComma, range: ranges[place] }),
    ),
  );
}

interface Surroundings {
  readonly delimiter: string;
  /** Of all columns of the file together; null: they do not tell. */
  readonly fileMark: Mark | null;
  /** Whether some file that is read has commas before decimals. */
  readonly hasComma: boolean;
  readonly range: NumberRange | undefined;
}

function chooseWriting(counts: NumberCounts, surroundings: Surroundings): ChosenWriting {
  const { delimiter, fileMark, hasComma } = surroundings;
  const { values, groups, both, long } = counts;
  const ownMark = markOf(counts);
  if (ownMark !== null || groups + both === 0)
    return { writing: withThousands(counts, ownMark ?? "point"), isInDoubt: false };
  const isStray = !comeNear(counts) && (groups + both) * 100 < values;
  const known = fileMark !== null || long > 0 || isStray ? null : writingByRange(counts, surroundings);
  if (known !== null) return { writing: known, isInDoubt: true };
  if (both <= groups) {
    const mayBeThousands = fileMark === "comma" && long === 0;
    const writing = !mayBeThousands ? "plain" : isStray ? "decimal comma" : "thousands point";
    const mayBeEither = fileMark === "comma" || (fileMark === null && (hasComma || looksParted(counts, delimiter)));
    return { writing, isInDoubt: mayBeEither && !isStray };
  }
  if (isStray) return { writing: "plain", isInDoubt: false };
  if (long > 0 && fileMark !== "point") return { writing: "decimal comma", isInDoubt: true };
  const isFar = areOnlyNearAsDecimals(counts);
  const usual = delimiter === ";" || isFar ? "comma" : "point";
  const mark = fileMark ?? usual;
  const isContradicted = mark !== usual && (delimiter === ";" || delimiter === "," || isFar);
  const writing = mark === "point" ? "thousands comma" : "decimal comma";
  return { writing, isInDoubt: fileMark === null || long > 0 || isContradicted };
}

/** What a model's numbers say of 1.234 or 1,234, where they say something else than plain numbers; null: nothing. */
function writingByRange(counts: NumberCounts, { range, delimiter }: Surroundings): NumberWriting | null {
  if (range === undefined) return null;
  const { groups, both, smallestGroup, largestGroup } = counts;
  const fitsParted = isNear(smallestGroup, range) && isNear(largestGroup, range);
  const fitsDecimals = isNear(smallestGroup / 1000, range) && isNear(largestGroup / 1000, range);
  if (both > groups) {
    if (fitsParted === fitsDecimals) return null;
    return fitsParted ? "thousands comma" : "decimal comma";
  }
  if (!fitsParted || !mayMeanThousands(delimiter)) return null;
  if (!fitsDecimals) return "thousands point";
  return isIn(smallestGroup, range) && isIn(largestGroup, range) ? "plain" : null;
}

/** Whether a size is within ten times those of a range. */
function isNear(size: number, [least, greatest]: NumberRange): boolean {
  const smallest = least <= 0 && greatest >= 0 ? 0 : Math.min(Math.abs(least), Math.abs(greatest));
  return size >= smallest / NEAR && size <= NEAR * Math.max(Math.abs(least), Math.abs(greatest));
}

function isIn(size: number, [least, greatest]: NumberRange): boolean {
  return size >= least && size <= greatest;
}

/**
 * Whether 1.234 stands beside whole numbers below 1000 that come near 1234: decimals would have been written behind
 * these, too, or not always three of them. Commas part no cells where they stand before decimals.
 */
function looksParted(counts: NumberCounts, delimiter: string): boolean {
  const { values, plain, groups, largest } = counts;
  return mayMeanThousands(delimiter) && largest > 0 && (plain - groups) * 100 >= values && comeNear(counts);
}

/** Whether points may part thousands in a file, although it has no comma before decimals. */
export function mayMeanThousands(delimiter: string): boolean {
  return delimiter !== "," && delimiter !== "";
}

/** What the numbers of a column are, where all are read plainly. */
export interface PlainNumbers {
  readonly values: number;
  readonly whole: number;
  /** Those with decimals, three at most, of a size that 1.234 can have. */
  readonly short: number;
  /** Of these, those with three decimals that are not zero at the end. */
  readonly three: number;
  /** Those below 1000. */
  readonly small: number;
}

/** A cheap look before cells are counted: whether some may be thousands with points. `range`: that of a model. */
export function mayBeParted(
  { values, whole, short, three, small }: PlainNumbers,
  range: NumberRange | undefined,
): boolean {
  if (whole + short < values || values === 0) return false;
  const isBelowRange =
    range !== undefined && small === values && Math.max(Math.abs(range[0]), Math.abs(range[1])) >= 1000;
  return isBelowRange || (three > 0 && whole * 100 >= values);
}

function markOf({ points, decimal, dotted, thousands, both }: NumberCounts): Mark | null {
  const withPoint = points + thousands - both;
  const withComma = decimal - both + dotted;
  if (withPoint + withComma === 0) return null;
  return withComma > withPoint ? "comma" : "point";
}

function withThousands(counts: NumberCounts, mark: Mark): NumberWriting {
  const { groups, both, thousands, dotted } = counts;
  if (mark === "point") return thousands > both || (both > 0 && comeNear(counts)) ? "thousands comma" : "plain";
  return dotted > 0 || (groups > 0 && comeNear(counts)) ? "thousands point" : "decimal comma";
}

/** So many times the largest of the other numbers the smallest of those with parted thousands may be. */
const NEAR = 10;

/** Whether the sizes of the other numbers allow that 1,234 or 1.234 are thousands. */
function comeNear({ long, largest, smallestGroup }: NumberCounts): boolean {
  return long === 0 && (largest === 0 || smallestGroup <= NEAR * largest);
}

/**
 * Beside numbers that mean the same in every writing: whether 1,234 would be far larger than all that can be read in
 * one way if its comma parted thousands, and would not if it stood before decimals.
 */
function areOnlyNearAsDecimals(counts: NumberCounts): boolean {
  const { exact, largest, largestGroup } = counts;
  return exact > 0 && largest > 0 && !comeNear(counts) && largestGroup / 1000 <= NEAR * largest;
}

/** A number as a text that means the same in every writing: 7.37 as 737e-2. */
export function exactText(number: string): string {
  const [, whole, decimals, exponent] = PLAIN_PARTS.exec(number) ?? [];
  if (whole === undefined) return number;
  return `${whole}${decimals ?? ""}e${Number(exponent ?? 0) - (decimals?.length ?? 0)}`;
}

const PLAIN_PARTS = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

export function writtenNumberParser(writing: NumberWriting): CellParser {
  return PARSERS[writing];
}

const PARSERS: Readonly<Record<NumberWriting, CellParser>> = {
  plain: parseNumber,
  "thousands comma": parseCommaGroups,
  "decimal comma": parseDecimalComma,
  "thousands point": parsePointGroups,
};

function parseCommaGroups(cell: string): number | undefined {
  if (!cell.includes(",")) return parseNumber(cell);
  return IS_COMMA_GROUPS.test(cell) ? parseNumber(cell.replaceAll(",", "")) : undefined;
}

function parseDecimalComma(cell: string): number | undefined {
  if (cell.includes(".")) return undefined;
  if (!cell.includes(",")) return parseNumber(cell);
  return IS_DECIMAL_COMMA.test(cell) ? parseNumber(cell.replace(",", ".")) : undefined;
}

function parsePointGroups(cell: string): number | undefined {
  if (!cell.includes(".")) return parseDecimalComma(cell);
  const isNumber = IS_DOTTED_COMMA.test(cell) || IS_POINT_GROUP.test(cell);
  return isNumber ? parseNumber(cell.replaceAll(".", "").replace(",", ".")) : undefined;
}

export const wholeCell = (expression: string): RegExp => new RegExp(`^(?:${expression})$`);
const IS_DECIMAL_COMMA = wholeCell(DECIMAL_COMMA);
const IS_DOTTED_COMMA = wholeCell(DOTTED_COMMA);
const IS_POINT_GROUP = wholeCell(POINT_GROUP);
const IS_COMMA_GROUPS = wholeCell(COMMA_GROUPS);
const IS_LONG_COMMA = wholeCell(LONG_COMMA);

/** Cells by which a writing is shown: those with its thousands, or its comma; of plain numbers those in doubt. */
export const EXAMPLES: Readonly<Record<NumberWriting, string>> = {
  plain: POINT_GROUP,
  "thousands comma": COMMA_GROUPS,
  "decimal comma": DECIMAL_COMMA,
  "thousands point": `${POINT_GROUP}|${DOTTED_COMMA}`,
};

/** Whether a cell that is no plain number is one in another writing. */
export function isWrittenOtherwise(cell: string): boolean {
  if (cell.charCodeAt(0) > 57) return false; // behind 9: a short cut for words
  return IS_DECIMAL_COMMA.test(cell) || IS_COMMA_GROUPS.test(cell) || IS_DOTTED_COMMA.test(cell);
}

/** Texts that are typed as such (JSON, Parquet, databases) and begin so are codes, although they could be numbers. */
export const LEADING_ZERO = " *[+-]?0[0-9].*";

/**
 * What a cell that is not missing may be; the Node reader tells it by SQL. `exact`: 5e3, and whatever JSON has as a
 * number: it means the same in every writing, and tells nothing of how the texts beside it are written.
 */
export type CellClass =
  | "exact"
  | "whole"
  | "points"
  | "group"
  | "decimal"
  | "long decimal"
  | "both"
  | "dotted"
  | "thousands"
  | "other";

/** `plain`: its number in plain writing. */
function classOf(cell: string, plain: number | undefined): CellClass {
  if (plain !== undefined) {
    if (!cell.includes(".")) return /e/i.test(cell) ? "exact" : "whole";
    return IS_POINT_GROUP.test(cell) ? "group" : "points";
  }
  if (IS_DECIMAL_COMMA.test(cell))
    return IS_COMMA_GROUPS.test(cell) ? "both" : IS_LONG_COMMA.test(cell) ? "long decimal" : "decimal";
  return IS_COMMA_GROUPS.test(cell) ? "thousands" : IS_DOTTED_COMMA.test(cell) ? "dotted" : "other";
}

/** How a cell of each class is read where its size is asked for. */
export const SIZE_WRITINGS: Readonly<Record<CellClass, NumberWriting>> = {
  exact: "plain",
  whole: "plain",
  points: "plain",
  group: "thousands point",
  decimal: "decimal comma",
  "long decimal": "decimal comma",
  both: "thousands comma",
  dotted: "thousands point",
  thousands: "thousands comma",
  other: "plain",
};

/** How many cells are of each class, and the sizes of those that are a number in one way, and of those in two. */
interface ClassCounts {
  readonly classes: Readonly<Partial<Record<CellClass, number>>>;
  /** Plain ones of 1000 and more. */
  readonly long: number;
  readonly largest: number;
  readonly smallestGroup: number;
  readonly largestGroup: number;
}

export function countsOfClasses({ classes, long, ...sizes }: ClassCounts): NumberCounts {
  const count = (...names: readonly CellClass[]): number => names.reduce((sum, name) => sum + (classes[name] ?? 0), 0);
  return {
    values: Object.values(classes).reduce((sum, each) => sum + each, 0),
    plain: count("exact", "whole", "points", "group"),
    exact: count("exact"),
    points: count("points"),
    groups: count("group"),
    long: long + count("long decimal"),
    decimal: count("decimal", "long decimal", "both"),
    dotted: count("dotted"),
    thousands: count("thousands", "both"),
    both: count("both"),
    ...sizes,
  };
}

/** Counts cells one after the other. */
export class CellTally {
  readonly #classes = new Map<CellClass, number>();
  #long = 0;
  #largest = 0;
  #smallestGroup = Number.POSITIVE_INFINITY;
  #largestGroup = 0;

  /** `size`: as SIZE_WRITINGS says. */
  add(found: CellClass, size: number): void {
    this.#classes.set(found, (this.#classes.get(found) ?? 0) + 1);
    if (found === "group" || found === "both") {
      if (size < this.#smallestGroup) this.#smallestGroup = size;
      if (size > this.#largestGroup) this.#largestGroup = size;
      return;
    }
    if (size > this.#largest) this.#largest = size;
    if (size >= 1000 && (found === "whole" || found === "points")) this.#long++;
  }

  /** Of a cell that is not missing; `plain` is its number in plain writing. */
  addCell(cell: string, plain: number | undefined): void {
    const found = classOf(cell, plain);
    this.add(found, Math.abs(writtenNumberParser(SIZE_WRITINGS[found])(cell) ?? 0));
  }

  counts(): NumberCounts {
    return countsOfClasses({
      classes: Object.fromEntries(this.#classes),
      long: this.#long,
      largest: this.#largest,
      smallestGroup: this.#smallestGroup,
      largestGroup: this.#largestGroup,
    });
  }
}

/** The counts of one such cell. */
export function countCell(cell: string, plain: number | undefined): NumberCounts {
  const tally = new CellTally();
  tally.addCell(cell, plain);
  return tally.counts();
}
