/** Blame against its definition: on made-up knowledge, and on what was learnt from nasty tables. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openKernel } from "../../src/core/compute/index.js";
import {
  blameRow,
  type Judgement,
  judgeRow,
  largestWithout,
  prepareRowBlamer,
  type RowBlame,
  type RowBlamer,
} from "../../src/core/evidence/index.js";
import type { Model } from "../../src/core/model/index.js";
import { encodeTable } from "../../src/core/table/index.js";
import { learn, tableFromColumns, tableFromRows } from "../../src/index.js";
import {
  type BlameFound,
  blameByDefinition,
  candidates,
  evidenceOf,
  largestSumWithout,
} from "../oracle/diagnosis-blame.js";
import { type Cell, cellsOf } from "../oracle/diagnosis-cells.js";
import { allMeanings } from "../oracle/raw-values.js";
import { encodeCells, makeUp } from "./diagnosis-parts.js";
import { learnFrom, mixedTasks, strangeRows } from "./diagnosis-tables.js";
import { toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

/** Two values of a feature may differ by nothing but rounding: then a gain is 2⁻⁵² instead of 0, and its root 2e-8. */
const ROOT_OF_NOISE = 1e-7;

describe("blame", () => {
  test("is what the definition says, on made-up trees, rows, regimes, distributions and networks", () => {
    for (let seed = 0; seed < runs(200).numRuns; seed++) {
      const { parts, rows } = makeUp(seed);
      const blamer = prepareRowBlamer(parts, openKernel());
      const table = encodeCells(parts.features, rows);
      rows.forEach((row, number) => {
        const found = blameRow(blamer, table, number);
        const where = `seed ${seed}, row ${number}`;
        const evidence = evidenceOf(parts, row);
        expect([...found.nearest.subarray(0, found.nearestCount)], where).toEqual(evidence.nearest.slice(0, 3));
        const expected = blameByDefinition(evidence, preferring(found));
        expectSameBlame(found, expected, 1e-9, where);
        expectSameFirst(judgeRow(blamer, table, number), expected, 1e-9, where);
        const feature = number % row.length; // left out of the row as it was judged
        const without = largestWithout(blamer.blame, feature);
        if (row[feature] !== "missing") expectClose([without], [largestSumWithout(evidence, feature)], 1e-9, where);
      });
    }
  });

  test("is what the definition says, by what was learnt from nasty tables", () => {
    fc.assert(
      fc.property(mixedTasks({ minRows: 1, maxRows: 60, maxColumns: 6 }), (task) => {
        const model = learnFrom(task);
        const blamer = prepareRowBlamer(model, openKernel());
        const strange = strangeRows(task, model, 6);
        const table = encodeTable(model.features, toTable(strange));
        allMeanings(model.features, strange).forEach((meanings, number) => {
          const row = cellsOf(model.features, meanings);
          const found = blameRow(blamer, table, number);
          const witness = { nearest: expectNearest(blamer, model, row), widths: [...blamer.neighbours.widths] };
          const evidence = evidenceOf(model, row, witness);
          const expected = blameByDefinition(evidence, preferring(found));
          expectSameBlame(found, expected, ROOT_OF_NOISE, `row ${number}`);
          expectSameFirst(judgeRow(blamer, table, number), expected, ROOT_OF_NOISE, `row ${number}`);
        });
      }),
      runs(75),
    );
  });
});

test("a row without features is not strange", () => {
  const model = learn(tableFromColumns({ id: Array.from({ length: 30 }, (_, row) => `row ${row}`) }));
  const table = encodeTable(model.features, tableFromRows([{}]));
  expect(judgeRow(prepareRowBlamer(model, openKernel()), table, 0)).toEqual({ strangeness: 0, strength: 0 });
});

/** The nearest rows of the row at hand: as near as any can be to single precision, in which they are compared. */
function expectNearest(blamer: RowBlamer, model: Model, row: readonly Cell[]): number[] {
  const possible = candidates(model, row, 3);
  const nearest = [...blamer.neighbours.nearest.subarray(0, Math.min(8, possible.length))];
  expect(new Set(nearest).size).toBe(nearest.length);
  const distances = nearest.map((number) => possible.find((other) => other.number === number)?.distance ?? NaN);
  const least = possible.map(({ distance }) => distance).sort((a, b) => a - b);
  expectClose(distances, least.slice(0, nearest.length), 1e-5, "distances of the nearest rows");
  return nearest;
}

/** How strange the row is, and how strong its first suspect, without looking further. */
function expectSameFirst(found: Judgement, expected: BlameFound, tolerance: number, where: string) {
  expectClose(
    [found.strangeness, found.strength],
    [expected.strangeness, expected.rankedSums[0] ?? 0],
    tolerance,
    where,
  );
}

/** Of equal sums the one that the fast code chose. */
function preferring(found: RowBlame): (equals: readonly number[], step: number) => number {
  return (equals, step) => (equals.includes(found.order[step]!) ? found.order[step]! : equals[0]!);
}

function expectSameBlame(found: RowBlame, expected: BlameFound, tolerance: number, where: string): void {
  expect(found.blamedCount, where).toBe(expected.blamedCount);
  expect([...found.order.subarray(0, found.blamedCount)], where).toEqual(expected.order.slice(0, expected.blamedCount));
  expect([...found.order].sort(), where).toEqual([...expected.order].sort());
  expectClose(
    [...found.rankedSums, found.strangeness[0]!],
    [...expected.rankedSums, expected.strangeness],
    tolerance,
    where,
  );
}

function expectClose(found: readonly number[], expected: readonly number[], tolerance: number, where: string): void {
  const isClose = (value: number, i: number): boolean =>
    Math.abs(value - expected[i]!) <= tolerance * Math.max(1, Math.abs(expected[i]!));
  if (found.length !== expected.length || !found.every(isClose)) expect(found, where).toEqual(expected);
}
