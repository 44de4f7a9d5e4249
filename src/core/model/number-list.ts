/** Lists of numbers as JSON values and back: null for NaN (missing), texts for infinite numbers. */
import { invalid, parseList } from "./parse-value.js";

export function numbersToJson(values: Float64Array): string {
  const text = values.join();
  // Only NaN and Infinity have capitals. Text is searched at once; a loop over the numbers would run before it is
  // compiled.
  return `[${/[NI]/.test(text) ? Array.from(values, numberToJson).join() : text}]`;
}

function numberToJson(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "null" : `"${value}"`;
}

export function parseNumbers(value: unknown, path: string, length?: number): Float64Array {
  const list = parseList(value, path);
  if (length !== undefined && list.length !== length) throw invalid(path, `a list of ${length} entries`);
  const numbers = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) numbers[i] = parseNumber(list[i], path, i);
  return numbers;
}

/** Like parseNumbers, without missing or infinite ones. */
export function parseFiniteNumbers(value: unknown, path: string, length?: number): Float64Array {
  const numbers = parseNumbers(value, path, length);
  const at = numbers.findIndex((number) => !Number.isFinite(number));
  if (at >= 0) throw invalid(`${path}[${at}]`, "a number");
  return numbers;
}

/** Finite numbers, each above the one before. */
export function parseAscending(value: unknown, path: string): Float64Array {
  const numbers = parseFiniteNumbers(value, path);
  if (!isAscending(numbers)) throw invalid(path, "ascending");
  return numbers;
}

/** Strictly. */
export function isAscending(values: Float64Array): boolean {
  return values.every((value, i) => i === 0 || value > values[i - 1]!);
}

function parseNumber(value: unknown, path: string, index: number): number {
  if (typeof value === "number") return value;
  if (value === null) return Number.NaN;
  if (value === "Infinity" || value === "-Infinity") return Number(value);
  throw invalid(`${path}[${index}]`, "a number");
}
