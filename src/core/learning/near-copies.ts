/**
 * Finds rows that are nearly copies of one another: some measurements of one thing, or rows to which somebody added a
 * little noise. What was learnt from such a row says too much about the others, so they are held back together.
 *
 * Near is told by numbers that hardly repeat, as ranks, so that units and tails do not matter. Of rows that are no
 * copies the distance of the k-th neighbour is below a share r of that of the next one by a chance of r^(k · d), if
 * rows fill d dimensions; d is told by how distances grow further out, and not more than the numbers that a row has. A
 * share of at most a half that has a chance of at most one in a hundred is a gap: rows before it are copies where they
 * are equal in all other columns. Where no more rows have copies than may come by chance there are none, and large
 * groups are states that come again.
 * Cost: 256 rows are compared with all of the sample, and 2,000 where there are copies.
 */
import { log } from "../base/index.js";
import { type EncodedTable, encodedRows, rowHashes } from "../table/index.js";
import { spreadColumns, withoutColumns } from "./spread-columns.js";

/** Of rows that are nearly copies of others: their contents (hashed), and by which content the part of each is told. */
export interface NearCopies {
  readonly contents: Float64Array;
  readonly groups: Float64Array;
}

interface CopiesWanted {
  readonly seed: number;
  /** Rows of the sample in a group, at most. */
  readonly most: number;
}

/** Rows that are looked at first. */
const PROBES = 256;
/** Rows whose copies are looked for then: no others are judged (see calibrate.ts). */
const LOOKED_AT = 2000;
/** Fewer different rows than this tell nothing. */
const ENOUGH = 40;
/** Neighbours by whose distances the dimensions are told; gaps are looked for in the first half of them. */
const NEIGHBOURS = 64;
/** Numbers of which so many are different hardly repeat. */
const DIFFERENT_SHARE = 0.5;
/** Such numbers in a row: in one alone any rows lie close. */
const ENOUGH_COLUMNS = 2;
/** Of probes so many have copies before there are any: of tables without them .03 have, at most .06. */
const LEAST_SHARE = 0.12;

interface Gap {
  /** Distance before it, as a share of that after it, at most. */
  readonly share: number;
  /** By a chance of so much, at most. */
  readonly chance: number;
}

const RARE_GAP: Gap = { share: 0.5, chance: 0.01 };
/** Where rows are known to have copies. */
const ANY_GAP: Gap = { share: 0.7, chance: 0.05 };

const NONE: NearCopies = { contents: new Float64Array(), groups: new Float64Array() };

/** `sampled`: rows drawn by lot, in an order that does not depend on that of the table. */
export function findNearCopies(table: EncodedTable, sampled: Int32Array, { seed, most }: CopiesWanted): NearCopies {
  const rows = differentRows(encodedRows(table, sampled), seed);
  const numbers = rows.table.columns.map((column) => (column.kind === "numeric" ? column.values : null));
  const areRare = numbers.map((values) => values !== null && hardlyRepeats(values));
  const isCompared = (column: number): boolean => areRare[column]!;
  const ranks = spreadColumns(rows.table, isCompared).map((column) => ranksOf(numbers[column]!));
  const count = rows.table.rowCount;
  if (count < ENOUGH || ranks.length < ENOUGH_COLUMNS) return NONE;
  const others = rowHashes(withoutColumns(rows.table, isCompared), seed);
  const find = prepareNearest(ranks, Math.min(NEIGHBOURS, count >> 2));
  const probes = Array.from({ length: Math.min(PROBES, count) }, (_, row) => find(row));
  const dimensions = dimensionsOf(probes);
  const copiesAmong = ({ row, rows: near, squares }: Nearest, gap: Gap): Int32Array => {
    const known = ranks.filter((ranksOfColumn) => ranksOfColumn[row] !== MISSING_RANK).length;
    const before = known < ENOUGH_COLUMNS ? 0 : placeOfGap(squares, Math.min(known, dimensions), gap);
    return near.subarray(0, before).filter((other) => others[other] === others[row]);
  };
  const found = probes.filter((nearest) => copiesAmong(nearest, RARE_GAP).length > 0);
  if (found.length < LEAST_SHARE * probes.length) return NONE;
  const looked = Math.min(LOOKED_AT, count);
  return joined(rows, { looked, most, copiesOf: (row) => copiesAmong(probes[row] ?? find(row), ANY_GAP) });
}

interface DifferentRows {
  /** The first row of each content. */
  readonly table: EncodedTable;
  readonly contents: readonly number[];
  /** How many rows have each. */
  readonly counts: readonly number[];
}

function differentRows(table: EncodedTable, seed: number): DifferentRows {
  const firsts = new Map<number, number>();
  const counts = new Map<number, number>();
  rowHashes(table, seed).forEach((content, row) => {
    if (!firsts.has(content)) firsts.set(content, row);
    counts.set(content, (counts.get(content) ?? 0) + 1);
  });
  const rows = Int32Array.from(firsts.values());
  return { table: encodedRows(table, rows), contents: [...firsts.keys()], counts: [...counts.values()] };
}

function hardlyRepeats(values: Float64Array): boolean {
  return new Set(values).size >= DIFFERENT_SHARE * values.length;
}

/** Share of the values below each, half of its equals among them; missing ones are near one another, far from all. */
function ranksOf(values: Float64Array): Float64Array {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const middles = new Map<number, number>();
  for (let first = 0; first < sorted.length; ) {
    let end = first + 1;
    while (end < sorted.length && sorted[end] === sorted[first]) end++;
    middles.set(sorted[first]!, (first + end) / (2 * sorted.length));
    first = end;
  }
  return values.map((value) => middles.get(value) ?? MISSING_RANK);
}

const MISSING_RANK = -1;

/** The nearest rows of a row, the nearest first, then by their place. */
interface Nearest {
  readonly row: number;
  readonly rows: Int32Array;
  /** Of their distances. */
  readonly squares: Float64Array;
}

function prepareNearest(ranks: readonly Float64Array[], count: number): (row: number) => Nearest {
  const distance = (row: number, other: number, most: number): number => {
    let sum = 0;
    for (let column = 0; column < ranks.length && sum < most; column++) {
      const difference = ranks[column]![row]! - ranks[column]![other]!;
      sum += difference * difference;
    }
    return sum;
  };
  return (row) => {
    const rows = new Int32Array(count);
    const squares = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    for (let other = 0; other < ranks[0]!.length; other++) {
      if (other === row) continue;
      const square = distance(row, other, squares[count - 1]!);
      if (square >= squares[count - 1]!) continue;
      let place = count - 1;
      for (; place > 0 && squares[place - 1]! > square; place--) {
        squares[place] = squares[place - 1]!;
        rows[place] = rows[place - 1]!;
      }
      squares[place] = square;
      rows[place] = other;
    }
    return { row, rows, squares };
  };
}

/** Twice as many rows lie within a distance that is 2^(1 / dimensions) times as large: told by the middle row. */
function dimensionsOf(probes: readonly Nearest[]): number {
  const growths = Float64Array.from(probes, ({ squares }) => {
    const inner = squares[(squares.length >> 1) - 1]!;
    return inner > 0 ? log(squares[squares.length - 1]! / inner) / 2 : 0;
  }).sort();
  const growth = growths[growths.length >> 1]!;
  return growth > 0 ? log(2) / growth : Number.POSITIVE_INFINITY;
}

/** Rows before the gap that is least likely by chance; 0: there is none. */
function placeOfGap(squares: Float64Array, dimensions: number, { share, chance }: Gap): number {
  let [place, least] = [0, log(chance)];
  for (let rows = 1; rows <= squares.length >> 1; rows++) {
    const [before, after] = [squares[rows - 1]!, squares[rows]!];
    if (after === 0 || before > share * share * after) continue;
    const rarity = before === 0 ? Number.NEGATIVE_INFINITY : (dimensions * rows * log(before / after)) / 2;
    if (rarity < least) [place, least] = [rows, rarity];
  }
  return place;
}

interface Joining {
  readonly looked: number;
  readonly most: number;
  copiesOf(row: number): Int32Array;
}

/** Rows are joined with their copies, and with the copies of these. */
function joined({ contents, counts }: DifferentRows, { looked, most, copiesOf }: Joining): NearCopies {
  const groups = Int32Array.from(contents.keys());
  const groupOf = (row: number): number => {
    let group = row;
    while (groups[group] !== group) group = groups[group]!;
    return group;
  };
  for (let row = 0; row < looked; row++) {
    for (const copy of copiesOf(row)) {
      const [one, other] = [groupOf(row), groupOf(copy)];
      groups[Math.max(one, other)] = Math.min(one, other);
    }
  }
  const members = new Map<number, number[]>();
  for (const row of contents.keys()) {
    const group = groupOf(row);
    if (group === row) members.set(row, [row]);
    else members.get(group)!.push(row); // which comes before it
  }
  const isGroup = (rows: readonly number[]): boolean =>
    rows.length > 1 && rows.reduce((sum, row) => sum + counts[row]!, 0) <= most;
  const found = [...members.values()].filter(isGroup);
  return {
    contents: Float64Array.from(found.flat(), (row) => contents[row]!),
    groups: Float64Array.from(
      found.flatMap(([first, ...others]) => [first!, ...others.fill(first!)]),
      (row) => contents[row]!,
    ),
  };
}
