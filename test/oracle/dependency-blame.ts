/** What dependencies say of a row, by definition: which pairs contradict each other, and who is doubted for it. */
import type { Expected } from "../../src/core/rules/index.js";
import type { Cell, Parts } from "./diagnosis-cells.js";

interface Pair {
  readonly pair: readonly [number, number];
  readonly surprise: number;
}

/** Each pair of features once, by the direction that says most. */
export function contradictions(parts: Parts, row: readonly Cell[]): Pair[] {
  return pairsWhere(parts, row, false);
}

/** A feature in contradictions is doubted for each, and less for all that it agrees with; from the most likely down to 8 less. */
export function doubtedBy(parts: Parts, row: readonly Cell[], before: readonly number[]): number[] {
  const broken = contradictions(parts, row);
  if (broken.length === 0) return [...before];
  const isBroken = (asked: Pair): boolean => broken.some(({ pair }) => `${pair}` === `${asked.pair}`);
  const agreeing = pairsWhere(parts, row, true).filter((pair) => !isBroken(pair));
  const total = (pairs: readonly Pair[], j: number): number =>
    pairs.filter(({ pair }) => pair.includes(j)).reduce((sum, { surprise }) => sum + surprise, 0);
  const doubts = before.map((doubt, j) =>
    broken.some(({ pair }) => pair.includes(j)) ? doubt + total(broken, j) - total(agreeing, j) : doubt,
  );
  return doubts.map((doubt) => Math.max(-8, doubt - Math.max(...doubts)));
}

function pairsWhere({ dependencies = [], profiles }: Parts, row: readonly Cell[], isAgreeing: boolean): Pair[] {
  const found = new Map<string, Pair>();
  for (const { from, to, expected, rows, asExpected, exceptions } of dependencies) {
    const [code, value] = [row[from]!, row[to]!];
    if (typeof code !== "number" || typeof value !== "number") continue; // missing, or never seen
    const profile = profiles[to]!;
    if (profile.kind === "numeric" && (value < profile.min || value > profile.max)) continue;
    const wanted = expected[code] ?? null;
    if (wanted === null || isSame(wanted, value) !== isAgreeing) continue;
    const total = (list: Float64Array): number => list.reduce((sum, count) => sum + count, 0);
    const usual = (total(rows) - total(asExpected) + 0.5) / (total(rows) + 1);
    const share = (rows[code]! - asExpected[code]! + 100 * usual) / (rows[code]! + 100);
    const sameRows = asExpected.filter((_, other) => expected[other] !== null && agrees(expected[other]!, wanted));
    const agreement = -Math.log(total(sameRows) / total(asExpected));
    const broken =
      Math.min(24, -Math.log(share)) - (profile.kind === "numeric" ? 0 : oftener(exceptions, profile.counts, value));
    const surprise = asExpected[code] === 0 ? 0 : isAgreeing ? agreement : Math.max(0, broken);
    const pair = from < to ? ([from, to] as const) : ([to, from] as const);
    const known = found.get(`${pair}`)?.surprise ?? 0;
    found.set(`${pair}`, { pair, surprise: Math.max(known, Math.min(24, surprise)) });
  }
  return [...found.values()].filter(({ surprise }) => isAgreeing || surprise > 0);
}

/** How much oftener exceptions have a category than wrong values have it, as a logarithm. */
function oftener(exceptions: Float64Array, counts: ArrayLike<number>, code: number): number {
  const total = (list: ArrayLike<number>): number => Array.from(list).reduce((sum, count) => sum + count, 0);
  const wrong = 0.5 * (counts[code]! / Math.max(1, total(counts))) + 0.5 / counts.length;
  const chance = (exceptions[code]! + counts.length * wrong) / (total(exceptions) + counts.length);
  return Math.log(chance / wrong);
}

function isSame(wanted: Expected, value: number): boolean {
  if (wanted.kind === "in") return wanted.codes.includes(value);
  const isClosed = wanted.maxInclusive || wanted.max === Number.POSITIVE_INFINITY;
  return wanted.min <= value && (value < wanted.max || (isClosed && value === wanted.max));
}

/** The same category, or an interval whose middle is in this one or on its end; that of an open one is its finite end. */
function agrees(other: Expected, wanted: Expected): boolean {
  if (other.kind === "in" || wanted.kind === "in") return JSON.stringify(other) === JSON.stringify(wanted);
  const ends = [other.min, other.max].filter(Number.isFinite);
  const middle = ends.reduce((sum, end) => sum + end, 0) / Math.max(1, ends.length);
  return wanted.min <= middle && middle <= wanted.max;
}
