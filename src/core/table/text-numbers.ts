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

/** "12'345.60", "12 345", "−7" with a long minus, "(12.50)", "12.50-": digits that no reader takes for a number. */
const LIKE_NUMBER = /^\(?[+\-−]?\d+(?:['’\s]\d{3})*(?:[.,]\d+)?[)\-−]?$/;

/** What is said of many texts that all are written as people write numbers, though some are none; "": they are not. */
export function describeLikeNumbers(texts: readonly string[]): string {
  const like = findLikeNumber(texts);
  if (like === null) return "";
  const plain = like.includes(",") ? texts.find((text) => text.includes(".") && isNumber(text)) : undefined;
  const how = plain === undefined ? `like numbers (${like})` : `numbers, written in two ways (${plain} and ${like})`;
  return `, all of them ${how}, which are numeric if written plainly`;
}

/** The first that is no number, of texts that all are written as people write numbers; null: they are not. */
function findLikeNumber(texts: readonly string[]): string | null {
  if (texts.length < ENOUGH_TEXTS || !texts.every((text) => LIKE_NUMBER.test(text.trim()))) return null;
  return texts.find((text) => !isNumber(text)) ?? null;
}

function isNumber(text: string): boolean {
  return !Number.isNaN(parseNumber(text));
}

/** One of many texts that are numbers to people, with a unit or other marks, and to no reader; null: they are none. */
export function findMarkedNumber(texts: readonly string[]): string | null {
  const like = findLikeNumber(texts);
  const unit = like === null ? findUnit(texts) : null;
  return unit === null ? like : texts.find((text) => unitOf(text) === unit)!;
}

/**
 * ", all of them numbers with "bar", …": the unit that many texts are a number with, but for a few; "": none. Of these
 * few the first is told.
 */
export function describeUnit(texts: readonly string[]): string {
  const unit = findUnit(texts);
  if (unit === null) return "";
  const other = texts.find((text) => unitOf(text) !== unit);
  const example = other === undefined ? "" : ` (but for ${JSON.stringify(other)})`;
  return `, ${other === undefined ? "all" : "nearly all"} of them numbers with "${unit}"${example}, which are numeric without it`;
}

/** The unit that many texts are a number with, but for a few. */
function findUnit(texts: readonly string[]): string | null {
  if (texts.length < ENOUGH_TEXTS) return null;
  const counts = new Map<string, number>();
  for (const text of texts) {
    const unit = unitOf(text);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  const [unit] = [...counts].find(([each, many]) => each !== "" && areMostlyFit(many, texts.length)) ?? [];
  return unit ?? null;
}

function unitOf(text: string): string {
  const found = WITH_UNIT.exec(text.trim());
  return found === null ? "" : (found[1] ?? "") + found[2]!;
}
