/**
 * Finds numbers that may stand for "no value": -9999 in many rows among readings of 8 to 12.
 *
 * Such a value is the least or the greatest of its column, stands in several rows but not in most, and is further from
 * the next one than five times as far as all others are from each other. 0 is not looked for: it is where many
 * readings rest. Cost: a pass over the column, and another for each that is found.
 */
import { groupDigits, quotedName } from "../core/base/index.js";
import { formatNumber } from "../core/presenting/index.js";
import { type AnyNumbers, piecesOf, type Table } from "../core/table/index.js";
import type { ReadWarning } from "./csv/odd-cells.js";

interface PlaceholderNumber {
  readonly name: string;
  readonly value: number;
  readonly count: number;
  /** Values that are there, this one included. */
  readonly present: number;
  /** Of all others. */
  readonly range: readonly [least: number, greatest: number];
}

const LEAST_ROWS = 5;
const FAR = 5;
/** -9999 and -999 may stand side by side. */
const MOST_OF_COLUMN = 3;

/** By column, those furthest out first. */
export function findPlaceholders({ columns }: Table): readonly PlaceholderNumber[] {
  return columns.flatMap((column) =>
    column.type === "number" ? inColumn(column.name, column.stored ?? column.values) : [],
  );
}

function inColumn(name: string, numbers: AnyNumbers): readonly PlaceholderNumber[] {
  const found: PlaceholderNumber[] = [];
  while (found.length < MOST_OF_COLUMN) {
    const next = furthestOut(lookAtEnds(numbers, new Set(found.map(({ value }) => value))));
    if (next === null) break;
    found.push({ name, ...next });
  }
  return found;
}

/** The least value, how many there are of it, and the one next to it; the same of the greatest. */
interface Ends {
  present: number;
  least: number;
  leastCount: number;
  aboveLeast: number;
  greatest: number;
  greatestCount: number;
  belowGreatest: number;
}

function lookAtEnds(numbers: AnyNumbers, without: ReadonlySet<number>): Ends {
  const [inf, none] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [present, least, leastCount, aboveLeast] = [0, inf, 0, inf];
  let [greatest, greatestCount, belowGreatest] = [none, 0, none];
  for (const values of piecesOf(numbers)) {
    for (let row = 0; row < values.length; row++) {
      const value = values[row]!;
      if (!Number.isFinite(value) || (without.size > 0 && without.has(value))) continue;
      present++;
      if (value <= least) {
        if (value < least) [aboveLeast, least, leastCount] = [least, value, 0];
        leastCount++;
      } else if (value < aboveLeast) aboveLeast = value;
      if (value >= greatest) {
        if (value > greatest) [belowGreatest, greatest, greatestCount] = [greatest, value, 0];
        greatestCount++;
      } else if (value > belowGreatest) belowGreatest = value;
    }
  }
  return { present, least, leastCount, aboveLeast, greatest, greatestCount, belowGreatest };
}

function furthestOut(ends: Ends): Omit<PlaceholderNumber, "name"> | null {
  const { present, least, aboveLeast, belowGreatest, greatest } = ends;
  const low = { value: least, count: ends.leastCount, present, range: [aboveLeast, greatest] as const };
  const high = { value: greatest, count: ends.greatestCount, present, range: [least, belowGreatest] as const };
  return [low, high].find(isFarOut) ?? null;
}

function isFarOut({ value, count, present, range: [least, greatest] }: Omit<PlaceholderNumber, "name">): boolean {
  if (value === 0 || count < LEAST_ROWS || count * 2 > present || !(greatest > least)) return false;
  return Math.min(Math.abs(value - least), Math.abs(value - greatest)) > FAR * (greatest - least);
}

export function warnAboutPlaceholders(found: readonly PlaceholderNumber[]): readonly ReadWarning[] {
  return found.map(({ name, value, count, present, range: [least, greatest] }) => {
    const column = `"${name.replaceAll('"', '""')}"`;
    return {
      code: "NUMBER_FAR_OUT",
      message: `${quotedName(name)} is ${value} in ${groupDigits(count)} of ${groupDigits(present)} rows, far from all others (${formatNumber(least)} to ${formatNumber(greatest)}), and is learnt as a number`,
      hint: `If it means that there is no value, read it as missing, here and in explain: --sql 'SELECT * REPLACE (nullif(${column}, ${value}) AS ${column}) FROM input'`,
    };
  });
}
