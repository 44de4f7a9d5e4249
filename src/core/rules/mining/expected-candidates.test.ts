import { expect, test } from "vitest";
import { openKernel } from "../../compute/index.js";
import type { Predicate } from "../../predicates/index.js";
import { encodeTable, inferFeatures, tableFromColumns } from "../../table/index.js";
import { expectedCandidates } from "./expected-candidates.js";

const COLUMNS = 6;
const WHOLE = 2; // the first two have no missing cells
const names = Array.from({ length: COLUMNS }, (_, column) => `c${column}`);
const cell = (row: number, column: number): string | null =>
  column >= WHOLE && (row + column) % 11 === 0 ? null : "abc"[((row * (column + 3)) % 7) % 3]!;
const rowCount = 70;
const rows = Array.from({ length: rowCount }, (_, row) => row);
const cells = tableFromColumns(
  Object.fromEntries(names.map((name, column) => [name, rows.map((row) => cell(row, column))])),
);
const table = encodeTable(inferFeatures(cells, { exclude: [], numeric: [], categorical: names }).features, cells);
const predicates: Predicate[] = names.flatMap((_, feature) =>
  [0, 1, 2].map((code) => ({ kind: "in", feature, codes: [code] })),
);

/**
 * By the definition: antecedents a, b and consequents c whose pairs are frequent and may have more confidence. Where c
 * is never missing, all rows with a and b count for its confidence.
 */
function countByDefinition(leastCount: number, minConfidence: number): number {
  const holds = (item: number, row: number): boolean => cell(row, Math.floor(item / 3)) === "abc"[item % 3];
  const both = (a: number, b: number): number => rows.filter((row) => holds(a, row) && holds(b, row)).length;
  const known = (a: number, c: number): number =>
    rows.filter((row) => holds(a, row) && cell(row, Math.floor(c / 3)) !== null).length;
  const items = predicates.map((_, item) => item);
  const mayHaveConfidence = (a: number, b: number, c: number): boolean =>
    c >= 3 * WHOLE || Math.min(both(a, c), both(b, c)) / both(a, b) > minConfidence;
  const areApart = (...some: number[]): boolean =>
    new Set(some.map((item) => Math.floor(item / 3))).size === some.length;
  let count = 0;
  for (const a of items)
    for (const b of items)
      for (const c of items)
        if (
          a < b &&
          areApart(a, b, c) &&
          [both(a, b), both(a, c), both(b, c)].every((rows) => rows >= leastCount) &&
          both(a, c) < known(a, c) &&
          both(b, c) < known(b, c) &&
          mayHaveConfidence(a, b, c)
        )
          count++;
  return count;
}

test.each([1, 3, 6, 30])(
  "with %d rows at least: as many as there are, if all antecedents are looked at",
  (leastCount) => {
    const minConfidence = 0.8;
    const task = { leastCount, minConfidence, maxPredicates: 3, redundancy: "productive" } as const;
    const expected = countByDefinition(leastCount, minConfidence);
    expect(expected < countByDefinition(leastCount, 0)).toBe(leastCount < 30); // confidence rules some out
    expect(expectedCandidates({ table, predicates, task }, openKernel(), predicates.length)).toBe(expected);
    expect(expected > 0).toBe(leastCount < 30);
  },
);
