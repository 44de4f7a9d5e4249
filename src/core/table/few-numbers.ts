/**
 * Numbers with few distinct values: states, or a quantity that was seen in few steps?
 *
 * A handful of numbers are states, as a mode 0, 1, 2 or a status 200, 404 is, unless they show themselves to be a
 * quantity: at least three of them lie on an even grid of fractions, as a thermometer reads 20, 20.5, 21; whole ones
 * are each place of a coarse scale from 0, as 0, 250, 500, 750, 1000 are; or the name calls them a count. Version
 * numbers lie on a grid, too, and so do some codes; their name says so. Many digits alone prove nothing: states that a
 * program has scaled have them, too, and taken for quantities they halved the hits on one benchmark set, while those on
 * a grid lost none. The order of rows plays no part. Cost: O(1) for the distinct values.
 */
import { wordsOf } from "../base/index.js";

/** Two values are yes and no, or on and off, whatever their digits. */
const LEAST_STEPS = 3;
/** Fewer rows than this may have any numbers. */
const LEAST_ROWS = 20;
/** A grid with more gaps than this between its first and last value proves nothing. */
const MOST_STEPS = 20;

/** Whole numbers in steps of few units are grades or states, and so are few places. */
const LEAST_WHOLE_STEP = 20;
const LEAST_PLACES = 4;

const STATE_WORD =
  /^(alarm|category|error|flag|group|kind|mode|phase|position|priority|program|state|status|step|zone)$/;
const VERSION_WORD = /^(class|code|ed|edition|level|model|release|rev|revision|ssl|tls|type|ver|version|v)$/;
const COUNT_NAME =
  /\b(attempts|cnt|counts?|number of|num of|no of|qty|quantity|retries|retry)\b|^(n|nb|num|number) \p{L}+s$/u;

/**
 * Why these values, each once, are a quantity nevertheless; null: they are states. Contract: at most a handful. `rows`:
 * those that have one of them.
 */
export function describeFewQuantities(name: string, distinct: readonly number[], rows: number): string | null {
  if (distinct.length < LEAST_STEPS || rows < LEAST_ROWS) return null;
  const words = wordsOf(name);
  const isWhole = distinct.every(Number.isInteger);
  const isCount = isWhole && distinct.every((value) => value >= 0) && COUNT_NAME.test(words.join(" "));
  if (isCount) return `whole numbers that are a count by its name (${listNumbers(distinct)})`;
  if (words.some((word) => VERSION_WORD.test(word) || (isWhole && STATE_WORD.test(word)))) return null;
  const step = gridStep(distinct);
  if (isWhole && !isWholeScale(distinct, step)) return null;
  return step === null ? null : `readings in even steps of ${Number(step.toPrecision(6))} (${listNumbers(distinct)})`;
}

/** Whether whole numbers are each place of a scale with steps of many units, as 0, 250, 500, 750, 1000 are. */
function isWholeScale(distinct: readonly number[], step: number | null): boolean {
  if (step === null || step < LEAST_WHOLE_STEP || distinct.length < LEAST_PLACES) return false;
  return distinct.includes(0) && (Math.max(...distinct) - Math.min(...distinct)) / step === distinct.length - 1;
}

/** "0, 1 and 2". */
export function listNumbers(distinct: readonly number[]): string {
  const texts = distinct.toSorted((a, b) => a - b).map((value) => String(Number(value.toPrecision(6))));
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** The step of the grid that all of the values lie on; null: there is none. */
function gridStep(distinct: readonly number[]): number | null {
  const sorted = distinct.toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, i) => value - sorted[i]!);
  const step = Math.min(...gaps);
  const slack = 1e-6 * Math.max(Math.abs(sorted[0]!), Math.abs(sorted.at(-1)!), step);
  if (!(step > 2 * slack) || !Number.isFinite(sorted.at(-1)! - sorted[0]!)) return null;
  const isOnGrid = gaps.every((gap) => Math.abs(gap - Math.round(gap / step) * step) <= slack);
  return isOnGrid && (sorted.at(-1)! - sorted[0]!) / step <= MOST_STEPS ? step : null;
}
