/** Blame against its slow twin: on made-up knowledge, and on what was learnt from nasty tables. */
import { describe, expect, test } from "vitest";
import { blameRow, prepareRowBlamer, type RowBlame } from "../../src/core/explanations/row-blame.js";
import { type BlameFound, blameByDefinition, evidenceOf } from "../oracle/diagnosis-blame.js";
import { encodeCells, makeUp } from "./diagnosis-parts.js";
import { runs } from "./runs.js";

describe("blame", () => {
  test("is what the definition says, on made-up trees, rows, regimes and distributions", () => {
    for (let seed = 0; seed < runs(500).numRuns; seed++) {
      const { parts, rows } = makeUp(seed);
      const blamer = prepareRowBlamer(parts);
      const table = encodeCells(parts.features, rows);
      rows.forEach((row, number) => {
        const found = blameRow(blamer, table, number);
        const where = `seed ${seed}, row ${number}`;
        const evidence = evidenceOf(parts, row);
        expect(found.nearest, where).toEqual(evidence.nearest.slice(0, 3));
        expectSameBlame(found, blameByDefinition(evidence, preferring(found)), where);
      });
    }
  });
});

/** Of equal sums the one that the fast code chose. */
function preferring(found: RowBlame): (equals: readonly number[], step: number) => number {
  return (equals, step) => (equals.includes(found.order[step]!) ? found.order[step]! : equals[0]!);
}

function expectSameBlame(found: RowBlame, expected: BlameFound, where: string): void {
  expect(found.blamedCount, where).toBe(expected.blamedCount);
  expect(found.order.slice(0, found.blamedCount), where).toEqual(expected.order.slice(0, expected.blamedCount));
  expect([...found.order].sort(), where).toEqual([...expected.order].sort());
  expectClose([...found.strengths, found.strangeness], [...expected.strengths, expected.strangeness], where);
}

function expectClose(found: readonly number[], expected: readonly number[], where: string): void {
  const isClose = (value: number, i: number): boolean =>
    Math.abs(value - expected[i]!) <= 1e-9 * Math.max(1, Math.abs(expected[i]!));
  if (found.length !== expected.length || !found.every(isClose)) expect(found, where).toEqual(expected);
}
