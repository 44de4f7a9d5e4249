/** The nearest rows: compiled, in TypeScript, and by definition, around every boundary of rows, blocks and boxes. */
import { expect, test } from "vitest";
import { findNear, neighbourLayout, prepareNeighbours } from "../../src/core/explanations/neighbours.js";
import { prepareStandard } from "../../src/core/explanations/standard-row.js";
import { type Kernel, openKernel } from "../../src/core/kernel/kernel.js";
import { layOut } from "../../src/core/kernel/lay-out.js";
import type { FeatureProfile, KeptRows } from "../../src/core/model/model.js";
import { createRandom, type Random, randomInteger } from "../../src/core/random/random.js";
import { runs } from "./runs.js";

const NUMBER: FeatureProfile = { kind: "numeric", mean: 0, deviation: 1, min: -10, max: 10, missingCount: 0 };
const STATE: FeatureProfile = { kind: "categorical", counts: [5, 5, 5], missingCount: 0 };
const SIZES = [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 63, 64, 65, 100, 250];

interface Task {
  readonly profiles: readonly FeatureProfile[];
  readonly kept: KeptRows;
  readonly rows: readonly (readonly number[])[];
}

/** Few binary digits, so that equal distances are equal to the last bit and there are many of them. */
function someTask(random: Random, rowCount: number): Task {
  const profiles = Array.from({ length: 1 + randomInteger(random, 9) }, () => (random() < 0.75 ? NUMBER : STATE));
  const missing = [0, 0, 0.1, 0.5][randomInteger(random, 4)]!;
  const width = [1, 4, 30][randomInteger(random, 3)]!;
  const cell = (profile: FeatureProfile): number => {
    if (random() < missing) return Number.NaN;
    if (profile.kind === "categorical") return randomInteger(random, 3);
    if (random() < 0.03) return random() < 0.5 ? Infinity : -Infinity;
    return randomInteger(random, 4 * width) / 4;
  };
  const rows = Array.from({ length: rowCount }, () => profiles.map(cell));
  for (let row = 1; row < rowCount; row++) if (random() < 0.2) rows[row] = [...rows[randomInteger(random, row)]!];
  const asked = Array.from({ length: 4 }, () =>
    rowCount > 0 && random() < 0.5 ? [...rows[randomInteger(random, rowCount)]!] : profiles.map(cell),
  );
  const columns = profiles.map((_, j) => Float64Array.from(rows, (row) => row[j]!));
  return { profiles, kept: { rowCount, columns }, rows: asked };
}

function search(given: Kernel | null, { profiles, kept, rows }: Task) {
  const { kernel, arrays } = layOut(given, { neighbours: neighbourLayout(kept, given) });
  const standard = prepareStandard({ rowCount: 10, profiles, quantiles: [] });
  const neighbours = prepareNeighbours(kept, standard, arrays.neighbours, kernel);
  expect(neighbours.kernel).toBe(given);
  return rows.map((row) => {
    row.forEach((value, j) => {
      neighbours.row[j] = standard.standardise(j, value);
    });
    const count = findNear(neighbours);
    return {
      nearest: [...neighbours.nearest.subarray(0, count)],
      distances: [...neighbours.distances.subarray(0, count)],
      widths: [...neighbours.widths],
    };
  });
}

/** Sums of squared deviations without the three largest; of equal ones the first, but the first row that is the same in everything. */
function byDefinition({ profiles, kept, rows }: Task) {
  const limited = (value: number): number => Math.max(-1000, Math.min(1000, value));
  return rows.map((row) => {
    const others = Array.from({ length: kept.rowCount }, (_, number) => kept.columns.map((column) => column[number]!));
    const itself = others.findIndex((other) => other.every((value, j) => Object.is(value, row[j])));
    const distances = others.map((other) => {
      const squares = other.map((value, j) => {
        if (Number.isNaN(value) || Number.isNaN(row[j])) return 0;
        if (profiles[j]!.kind === "categorical") return value === row[j] ? 0 : 4;
        return Math.min(6, Math.abs(limited(value) - limited(row[j]!))) ** 2;
      });
      squares.sort((a, b) => a - b);
      return squares.slice(0, Math.max(1, squares.length - 3)).reduce((sum, square) => sum + square, 0);
    });
    const numbers = [...distances.keys()].filter((number) => number !== itself);
    const nearest = numbers.sort((a, b) => distances[a]! - distances[b]! || a - b).slice(0, 8);
    return { nearest, distances: nearest.map((number) => distances[number]!) };
  });
}

test("the nearest rows are the same compiled, in TypeScript and by definition", () => {
  for (let seed = 0; seed < runs(12).numRuns; seed++) {
    for (const size of SIZES) {
      const task = someTask(createRandom(1000 * seed + size), size);
      const found = search(openKernel(), task);
      const where = `seed ${seed}, ${size} rows`;
      expect(found, where).toEqual(search(null, task));
      expect(
        found.map(({ nearest, distances }) => ({ nearest, distances })),
        where,
      ).toEqual(byDefinition(task));
    }
  }
});
