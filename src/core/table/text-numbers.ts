/** Texts that are numbers, and those that mean "no value" where a number is expected. */
import { MISSING_NUMBER_WORDS } from "./missing-words.js";
import { areMostlyFit } from "./odd-cells.js";
import type { TextColumn } from "./table.js";

/** How many rows have each text; those of a column's dictionary, used or not. */
export interface TextCounts {
  readonly dictionary: readonly string[];
  readonly counts: Float64Array;
}

/** NaN unless the whole text is a finite number. */
export function parseNumber(text: string): number {
  const trimmed = text.trim();
  const number = trimmed === "" || /^[+-]?0[xob]/i.test(trimmed) ? NaN : Number(trimmed) + 0;
  return Number.isFinite(number) ? number : NaN;
}

/** How many values of a column of text are numbers, and how many are not missing. */
export function countTextNumbers({ dictionary, counts }: TextCounts): {
  readonly numbers: number;
  readonly values: number;
} {
  let [numbers, values] = [0, 0];
  dictionary.forEach((text, code) => {
    if (counts[code] === 0 || meansMissingNumber(text)) return;
    values += counts[code]!;
    if (!Number.isNaN(parseNumber(text))) numbers += counts[code]!;
  });
  return { numbers, values };
}

/** The numbers of a column of text; NaN where there is none. */
export function numbersOfTexts({ dictionary, codes }: TextColumn): Float64Array {
  const numbers = dictionary.map(parseNumber);
  return Float64Array.from(codes, (code) => (code < 0 ? NaN : numbers[code]!));
}

export function meansMissingNumber(text: string): boolean {
  return (MISSING_NUMBER_WORDS as readonly string[]).includes(text.trim());
}

/** "€ 12.50", "12.5 %", "30°C": a sign of money before a number, or the same few letters behind it. */
const WITH_UNIT = /^([€$£¥])?\s?[+-]?\d[\d.,]*\s?([%‰°a-zA-Zµ²³/€$£¥]{0,4})$/;
/** Fewer different texts may be sizes or grades. */
const ENOUGH_TEXTS = 10;

/** "12'345.60", "12 345", "−7" with a long minus, "(12.50)": digits that no reader takes for a number. */
const LIKE_NUMBER = /^\(?[+\-−]?\d+(?:['’\s]\d{3})*(?:[.,]\d+)?\)?$/;

/** What is said of many texts that all are written as people write numbers, though some are none; "": they are not. */
export function describeLikeNumbers(texts: readonly string[]): string {
  if (texts.length < ENOUGH_TEXTS || !texts.every((text) => LIKE_NUMBER.test(text.trim()))) return "";
  const isNumber = (text: string): boolean => !Number.isNaN(parseNumber(text));
  const like = texts.find((text) => !isNumber(text));
  if (like === undefined) return "";
  const plain = like.includes(",") ? texts.find((text) => text.includes(".") && isNumber(text)) : undefined;
  const how = plain === undefined ? `like numbers (${like})` : `numbers, written in two ways (${plain} and ${like})`;
  return `, all of them ${how}, which are numeric if written plainly`;
}

/**
 * ", all of them numbers with "bar", …": the unit that many texts are a number with, but for a few; "": none. Of these
 * few the first is told.
 */
export function describeUnit(texts: readonly string[]): string {
  if (texts.length < ENOUGH_TEXTS) return "";
  const units = texts.map(unitOf);
  const counts = new Map<string, number>();
  for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const [common, count] = [...counts].find(([unit, many]) => unit !== "" && areMostlyFit(many, units.length)) ?? [];
  if (common === undefined) return "";
  const others = units.length - count!;
  const example = others === 0 ? "" : ` (but for ${JSON.stringify(texts[units.findIndex((unit) => unit !== common)])})`;
  return `, ${others === 0 ? "all" : "nearly all"} of them numbers with "${common}"${example}, which are numeric without it`;
}

function unitOf(text: string): string {
  const found = WITH_UNIT.exec(text.trim());
  return found === null ? "" : (found[1] ?? "") + found[2]!;
}
