/** What a column shows as a whole, whatever it holds: by this it is decided what it means (features.ts). */
import { DAY } from "./calendar.js";
import { type NumberFacts, numberFacts } from "./number-facts.js";
import { codeBlocks, type Numbers, numberBlocks } from "./stored-values.js";
import { type CellValue, type Column, cellValue, type TextColumn } from "./table.js";
import { numbersOfTexts, type TextCounts } from "./text-numbers.js";

export interface TextFacts extends TextCounts {
  readonly name: string;
  readonly type: "text";
  /** Where some of them were numbers before they became text: what the numbers among them show. */
  readonly mixed: (() => NumberFacts) | null;
}

export type ColumnFacts =
  | { readonly name: string; readonly type: "number"; readonly numbers: NumberFacts }
  | TextFacts
  /** Rows that are false, and those that are true. */
  | { readonly name: string; readonly type: "boolean"; readonly counts: readonly [number, number] }
  | {
      readonly name: string;
      readonly type: "time";
      /** Rows with a moment. */
      readonly present: number;
      /** Whether all of them are times of day, without their day. */
      readonly areClocks: boolean;
      /** Whether all of them are midnights: days, without a time of day. */
      readonly areDays: boolean;
      /** The different ones, as texts. */
      readonly moments: () => string[];
    }
  | {
      readonly name: string;
      readonly type: "other";
      readonly holds: string;
      /** One of its texts, where it holds too many. */
      readonly example?: string;
    };

export function columnFacts(column: Column): ColumnFacts {
  const { name } = column;
  switch (column.type) {
    case "number":
      return { name, type: "number", numbers: numberFacts(column.stored ?? column.values) };
    case "text": {
      const mixed = column.isMixed ? () => numberFacts(numbersOfTexts(column)) : null;
      return { name, type: "text", ...countTexts(column), mixed };
    }
    case "boolean":
      return { name, type: "boolean", counts: countTruths(column) };
    case "time":
      return {
        name,
        type: "time",
        present: countMoments(column),
        areClocks: areTimesOfDay(column),
        areDays: areMidnights(column),
        moments: () => momentTexts(column),
      };
    case "other":
      return { name, type: "other", holds: column.holds };
  }
}

export function countTexts(column: TextColumn): TextCounts {
  const counts = new Float64Array(column.dictionary.length);
  for (const { values: codes } of codeBlocks(column)) {
    for (let row = 0; row < codes.length; row++) if (codes[row]! >= 0) counts[codes[row]!]!++;
  }
  return { dictionary: column.dictionary, counts };
}

export function countTruths(column: Column & { type: "boolean" }): [number, number] {
  const counts: [number, number] = [0, 0];
  for (const { values: codes } of codeBlocks(column)) for (const code of codes) if (code >= 0) counts[code as 0 | 1]++;
  return counts;
}

export function countMoments(moments: Numbers): number {
  let present = 0;
  for (const { values } of numberBlocks(moments)) for (const value of values) if (!Number.isNaN(value)) present++;
  return present;
}

/**
 * Whether all moments that are there are times of day: 08:15 says when a row was only beside its day. Those within the
 * first day of 1970 are, and so is its end.
 */
export function areTimesOfDay(moments: Numbers): boolean {
  for (const { values } of numberBlocks(moments))
    for (const value of values) if (value < 0 || value > DAY) return false;
  return true;
}

/** Whether all moments that are there are days. */
export function areMidnights(moments: Numbers): boolean {
  for (const { values } of numberBlocks(moments))
    for (const value of values) if (!Number.isNaN(value) && value % DAY !== 0) return false;
  return true;
}

function momentTexts(column: Column & { type: "time" }): string[] {
  const { name } = column;
  const distinct = new Set<number>();
  for (const { values } of numberBlocks(column)) for (const value of values) distinct.add(value);
  distinct.delete(Number.NaN);
  return Array.from(distinct, (value) => String(cellValue({ name, type: "time", values: Float64Array.of(value) }, 0)));
}

export function hasValues(facts: ColumnFacts): boolean {
  switch (facts.type) {
    case "number":
      return facts.numbers.present() > 0;
    case "text":
    case "boolean":
      return facts.counts.some((count) => count > 0);
    case "time":
      return facts.present > 0;
    case "other":
      return false;
  }
}

/** The values that are not missing, each once; null when they are more than `most`, moments or no plain values. */
export function distinctCells(facts: ColumnFacts, most: number): readonly CellValue[] | null {
  switch (facts.type) {
    case "number":
      return facts.numbers.few(most);
    case "text": {
      const used = usedTexts(facts);
      return used.length > most ? null : used;
    }
    case "boolean":
      return truthsOf(facts.counts);
    default:
      return null;
  }
}

export function truthsOf(counts: readonly [number, number]): boolean[] {
  return [false, true].filter((truth) => counts[Number(truth) as 0 | 1] > 0);
}

export function usedTexts({ dictionary, counts }: TextCounts): string[] {
  return [...new Set(dictionary.filter((_, code) => counts[code]! > 0))];
}
