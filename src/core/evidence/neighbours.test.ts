import { describe, expect, test } from "vitest";
import { NUMBER, partsOf } from "../../../test/blame-parts.js";
import { openKernel } from "../compute/index.js";
import type { FeatureProfile, ReferenceRows } from "../model/index.js";
import { blameFeatures, largestWithout } from "./blame.js";
import { startDensity } from "./near-density.js";
import { findNear } from "./neighbours.js";
import { prepareRowBlamer, type RowBlamer } from "./row-blame.js";

const COLOUR: FeatureProfile = { kind: "categorical", counts: [5, 5], missingCount: 0 };

/** Kept rows given row by row. */
function neighboursOf(profiles: readonly FeatureProfile[], rows: readonly (readonly number[])[]): RowBlamer {
  const kept: ReferenceRows = {
    rowCount: rows.length,
    columns: profiles.map((_, j) => Float64Array.from(rows, (row) => row[j]!)),
  };
  return prepareRowBlamer(partsOf(profiles.length, { profiles, neighbours: kept }), openKernel());
}

function nearOf({ neighbours, density }: RowBlamer, row: readonly number[]): { found: number[]; near: number[] } {
  neighbours.row.set(row);
  startDensity(density, findNear(neighbours));
  return {
    found: [...neighbours.nearest.subarray(0, density.count)],
    near: [...density.near.subarray(0, row.length)],
  };
}

describe("the nearest rows", () => {
  test("are found without looking at the three features that differ most", () => {
    const rows = [
      [9, 9, 9, 0, 0, 0, 0],
      [0, 0, 0, 1, 1, 1, 1],
    ];
    const neighbours = neighboursOf(new Array(7).fill(NUMBER), rows);
    expect(nearOf(neighbours, [0, 0, 0, 0, 0, 0, 0]).found).toEqual([0, 1]);
  });

  test("are near in more than half of the features", () => {
    const rows = [
      [9, 9, 0, 0],
      [9, 0, 0, 1],
    ];
    const neighbours = neighboursOf(new Array(4).fill(NUMBER), rows);
    expect(nearOf(neighbours, [0, 0, 0, 0]).found).toEqual([1, 0]);
  });

  test("are at most eight, nearest first, of equal ones the first", () => {
    const rows = Array.from({ length: 25 }, (_, i) => [30 - i, i < 15 ? 1 : 2]);
    const { found } = nearOf(neighboursOf([NUMBER, NUMBER], rows), [0, 0]);
    expect(found).toEqual([...rows.keys()].slice(0, 8));
  });

  test("do not include the first row that is the same in everything, but do include its twins", () => {
    const twins = neighboursOf(
      [NUMBER, COLOUR],
      [
        [1, 0],
        [1, 0],
        [2, 0],
      ],
    );
    expect(nearOf(twins, [1, 0]).found).toEqual([1, 2]);
    const neighbours = neighboursOf(
      [NUMBER, COLOUR],
      [
        [1, 0],
        [1, 1],
        [Number.NaN, 0],
      ],
    );
    expect(nearOf(neighbours, [1, 0]).found).toEqual([2, 1]);
    expect(nearOf(neighbours, [Number.NaN, 0]).found).toEqual([0, 1]);
  });

  test("do include a row that is the same but for a missing value", () => {
    const twins = Array.from({ length: 5 }, () => [1, 0]);
    const neighbours = neighboursOf([NUMBER, COLOUR], [...twins, [1, 1]]);
    const { found, near } = nearOf(neighbours, [Number.NaN, 0]);
    expect(found).toEqual([0, 1, 2, 3, 4, 5]);
    expect(near).toEqual([0, 0]);
  });

  test("tell how far each value is from the first three: numbers up to six deviations, categories two, missing none", () => {
    const neighbours = neighboursOf(
      [NUMBER, COLOUR, NUMBER],
      [
        [1, 0, 0],
        [2, 1, 0],
        [100, 1, Number.NaN],
        [100, 1, 50],
      ],
    );
    expect(nearOf(neighbours, [0, 0, 3]).near).toEqual([(1 + 2 + 6) / 3, 4 / 3, 2]);
  });

  test("are none in a model that keeps none", () => {
    expect(nearOf(neighboursOf([NUMBER], []), [3])).toEqual({ found: [], near: [0] });
  });
});

describe("the density among them", () => {
  test("gains most by leaving out the feature that alone is far from the nearest rows, and nothing once it is blamed", () => {
    const rows = Array.from({ length: 8 }, (_, i) => [i / 8, i / 8, i / 8]);
    const prepared = neighboursOf([NUMBER, NUMBER, NUMBER], rows);
    nearOf(prepared, [0.25, 5, 0.25]);
    const { density, blame } = prepared;
    const { gains } = density;
    blameFeatures(blame, 1);
    // The cost of one feature is limited to 8, so that leaving it out gains √(2 · 8).
    expect(gains[1]).toBeCloseTo(4, 1);
    expect(Math.max(gains[0]!, gains[2]!)).toBeLessThan(1);
    largestWithout(blame, 1);
    expect(density.totals[0]).toBeLessThan(1);
  });

  test("is at least 0.08 deviations wide, and as wide as near rows lie apart", () => {
    const even = neighboursOf(
      [NUMBER, COLOUR],
      [
        [0, 0],
        [3, 0],
        [6, 0],
      ],
    );
    // Each row and its two others: distances 3, 6 · 3, 3 · 3, 6; squares 9 and 36.
    expect([...even.neighbours.widths]).toEqual([Math.sqrt((4 * 9 + 2 * 36) / 6), 0.08]);
  });
});
