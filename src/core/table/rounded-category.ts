/**
 * Finds the category that a number is but for its rounding, among categories that are numbers.
 *
 * A column may bring such a number in every row, so they are looked for among the sorted categories: all that a number
 * may be a rounding of stand next to it. Cost for a number: O(log categories + categories next to it).
 */
import { countBelow, countUpTo, isSameNumber } from "../base/index.js";
import type { Category } from "./features.js";

/** No two numbers that are the same but for their rounding are further apart: twice what isSameNumber allows. */
const REACH = 2e-7;

/** The code of the category, of several the first; null: the number is none of them. */
export function createRoundedFinder(categories: readonly Category[]): (value: number) => number | null {
  const codes = [...categories.keys()].filter((code) => typeof categories[code] === "number");
  const numberOf = (code: number): number => categories[code] as number;
  codes.sort((a, b) => numberOf(a) - numberOf(b));
  const numbers = Float64Array.from(codes, numberOf);
  return (value) => {
    const reach = REACH * Math.min(Math.abs(value), Number.MAX_VALUE); // finite for infinite ones, too
    const end = countUpTo(numbers, value + reach);
    let found: number | null = null;
    for (let place = countBelow(numbers, value - reach); place < end; place++) {
      const isFirst = found === null || codes[place]! < found;
      if (isFirst && isSameNumber(value, numbers[place]!)) found = codes[place]!;
    }
    return found;
  };
}
