/** What a report should say, counted anew from the NDJSON that `parsight explain` writes for the same rows. */
import type { Explanation, SuspectFeature } from "../../../src/core/presenting/index.js";

/** One explained row in the report's words. */
export interface RecountedRow {
  readonly row: number;
  readonly text: string;
  readonly isStrange: boolean;
  /** "Flow too low", or what is said of rows that have no cause. */
  readonly symptom: string;
  /** As it is listed below the symptom; null where there is no cause. */
  readonly rule: string | null;
  readonly suspect: string | null;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** `values` are those of each text column in normal rows. */
export function recount(ndjson: string, values: ReadonlyMap<string, ReadonlySet<string>>): RecountedRow[] {
  return ndjson
    .trimEnd()
    .split("\n")
    .map((line): RecountedRow => {
      const explanation = JSON.parse(line) as Explanation;
      const { row, time, text, strength, features, rules } = explanation;
      const isStrange = strength! >= 0.95;
      const first = features.find(({ expected }) => expected !== null);
      const common = { row, text, isStrange, time: Date.parse(time!) };
      if (!isStrange) return { ...common, symptom: "rows look normal", rule: null, suspect: null };
      if (first === undefined)
        return { ...common, symptom: "rows without a feature that stands out", rule: null, suspect: null };
      const unseen = first.neverSeenIn?.toLocaleString("en-US");
      const without =
        unseen === undefined ? "unlike the most similar normal rows" : `never seen in ${unseen} normal rows`;
      const rule = first.rule === null ? without : rules[first.rule]!.text;
      return {
        ...common,
        symptom: `${first.feature} ${wrong(first, values.get(first.feature))}`,
        rule,
        suspect: first.feature,
      };
    });
}

function wrong({ observed: cell, expected, neverSeenIn }: SuspectFeature, values?: ReadonlySet<string>): string {
  const observed = String(cell);
  if (values !== undefined) return values.has(observed) ? `is ${observed}` : "has a value never seen before";
  const unusual = neverSeenIn === undefined ? "is unusual" : "has a value never seen before";
  if (expected === null || !("min" in expected)) return unusual;
  if (expected.min !== null && Number(observed) < expected.min) return "too low";
  return expected.max !== null && Number(observed) >= expected.max ? "too high" : unusual;
}

/** Most first, of equal ones by name. */
export function countBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string | null): [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return sortCounts([...counts]);
}

export function sortCounts(counts: readonly (readonly [string, number])[]): [string, number][] {
  return counts
    .map(([name, count]): [string, number] => [name, count])
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
