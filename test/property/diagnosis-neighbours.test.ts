/** The nearest rows against their definition, around every boundary of rows and boxes. */
import { expect, test } from "vitest";
import { createRandom, type Random, randomInteger, randomNormal } from "../../src/core/base/index.js";
import { layOut, openKernel } from "../../src/core/compute/index.js";
import { findNear, neighbourLayout, prepareNeighbours, prepareStandard } from "../../src/core/evidence/index.js";
import type { FeatureProfile, ReferenceRows } from "../../src/core/model/index.js";
import { UNSEEN } from "../../src/core/table/index.js";
import { NUMBER } from "../blame-parts.js";
import { runs } from "./runs.js";

const STATE: FeatureProfile = { kind: "categorical", counts: [5, 5, 5], missingCount: 0 };
/** More categories than there are bytes for them. */
const CODE: FeatureProfile = { kind: "categorical", counts: new Array<number>(300).fill(5), missingCount: 0 };
const SIZES = [0, 1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 31, 33, 64, 100, 255, 256, 257, 280];

interface Task {
  readonly profiles: readonly FeatureProfile[];
  readonly kept: ReferenceRows;
  readonly rows: readonly (readonly number[])[];
}

/**
 * Few binary digits, so that equal distances are equal to the last bit and there are many of them; where they are finer
 * than the steps of bytes, steps must be rounded to the safe side.
 */
function someTask(random: Random, rowCount: number): Task {
  const featureCount = random() < 0.8 ? 1 + randomInteger(random, 10) : pick(random, [45, 180]);
  const profiles = Array.from({ length: featureCount }, () =>
    pick(random, [NUMBER, NUMBER, NUMBER, NUMBER, STATE, CODE]),
  );
  const missing = pick(random, [0, 0, 0.1, 0.5]);
  const wild = pick(random, [0, 0.03, 0.3]);
  const width = pick(random, [0.25, 1, 4, 30]);
  const digits = featureCount > 100 ? 4 : pick(random, [4, 32, 64]);
  const cell = (profile: FeatureProfile): number => {
    if (random() < missing) return Number.NaN;
    if (profile.kind === "categorical") return randomInteger(random, profile.counts.length);
    if (random() < wild) return pick(random, [Infinity, -Infinity, 1e9, -1e9, 1000, -20, 7.5]);
    return (randomInteger(random, digits * width) - pick(random, [0, digits])) / digits;
  };
  // Some features are the same in all rows.
  const constants = profiles.map((profile) => (random() < 0.15 ? cell(profile) : undefined));
  const someRow = () => profiles.map((profile, j) => constants[j] ?? cell(profile));
  const rows = Array.from({ length: rowCount }, someRow);
  for (let row = 1; row < rowCount; row++) if (random() < 0.2) rows[row] = [...rows[randomInteger(random, row)]!];
  // A row that is kept, one with some other values, or another one; some with categories never seen.
  const asked = Array.from({ length: 4 }, () => {
    const row = rowCount > 0 ? rows[randomInteger(random, rowCount)]! : profiles.map(cell);
    const changes = pick(random, [0, 0.2, 1]);
    return profiles.map((profile, j) => {
      if (profile.kind === "categorical" && random() < 0.05) return UNSEEN;
      return random() < changes ? cell(profile) : row[j]!;
    });
  });
  const columns = profiles.map((_, j) => Float64Array.from(rows, (row) => row[j]!));
  return { profiles, kept: { rowCount, columns }, rows: asked };
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[randomInteger(random, list.length)]!;
}

function search({ profiles, kept, rows }: Task) {
  const kernel = openKernel();
  const arrays = layOut(kernel, { neighbours: neighbourLayout(kept) });
  const standard = prepareStandard({ rowCount: 10, profiles });
  const neighbours = prepareNeighbours(kept, arrays.neighbours, { standard, kernel, categoryWidths: null });
  return rows.map((row) => {
    row.forEach((value, j) => {
      neighbours.row[j] = standard.standardise(j, value);
    });
    const count = findNear(neighbours);
    return {
      nearest: [...neighbours.nearest.subarray(0, count)],
      distances: [...neighbours.distances.subarray(0, count)],
    };
  });
}

/**
 * Sums of squared deviations without the three largest; of equal ones the first, but the first row that is the same in
 * everything.
 */
function byDefinition({ profiles, kept, rows }: Task) {
  const limited = (value: number): number => Math.max(-1000, Math.min(1000, value));
  return rows.map((row) => {
    const others = Array.from({ length: kept.rowCount }, (_, number) => kept.columns.map((column) => column[number]!));
    const itself = others.findIndex((other) => other.every((value, j) => Object.is(limited(value), limited(row[j]!))));
    const distances = others.map((other) => {
      const squares = other.map((value, j) => {
        if (Number.isNaN(value) || Number.isNaN(row[j])) return 0;
        if (profiles[j]!.kind === "categorical") return value === row[j] ? 0 : 4;
        return Math.min(6, Math.abs(limited(value) - limited(row[j]!))) ** 2;
      });
      squares.sort((a, b) => a - b);
      const left = squares.length - Math.min(3, Math.floor((squares.length - 1) / 2));
      return squares.slice(0, left).reduce((sum, square) => sum + square, 0);
    });
    const numbers = [...distances.keys()].filter((number) => number !== itself);
    const nearest = numbers.sort((a, b) => distances[a]! - distances[b]! || a - b).slice(0, 8);
    return { nearest, distances: nearest.map((number) => distances[number]!) };
  });
}

test("the nearest rows are those of the definition", () => {
  for (let seed = 0; seed < runs(12).numRuns; seed++) {
    for (const size of SIZES) {
      const task = someTask(createRandom(1000 * seed + size), size);
      expect(search(task), `seed ${seed}, ${size} rows`).toEqual(byDefinition(task));
    }
  }
});

/**
 * Of numbers only, in single precision and in the order in which the kernel adds: a square that is among the largest
 * waits.
 */
function bySinglePrecision({ kept, rows }: Task) {
  return rows.map((row) => {
    const others = Array.from({ length: kept.rowCount }, (_, number) => {
      const ignored = new Array<number>(Math.min(3, (row.length - 1) >> 1)).fill(0);
      let distance = 0;
      row.forEach((value, j) => {
        const step = Math.min(6, Math.abs(Math.fround(Math.fround(value) - Math.fround(kept.columns[j]![number]!))));
        ignored.push(Math.fround(step * step));
        ignored.sort((a, b) => a - b);
        distance = Math.fround(distance + ignored.shift()!);
      });
      return { number, distance };
    });
    const nearest = others.sort((a, b) => a.distance - b.distance || a.number - b.number).slice(0, 8);
    return { nearest: nearest.map(({ number }) => number), distances: nearest.map(({ distance }) => distance) };
  });
}

test("the nearest rows are those of single precision where distances are rounded", () => {
  for (let seed = 0; seed < runs(12).numRuns; seed++) {
    const random = createRandom(seed);
    const profiles = new Array<FeatureProfile>(pick(random, [2, 5, 36, 100])).fill(NUMBER);
    const scale = pick(random, [0.001, 0.1, 1, 10]);
    const rowOf = () => {
      const common = randomNormal(random);
      return profiles.map(() => scale * (common + pick(random, [0.01, 0.3]) * randomNormal(random)));
    };
    const rows = Array.from({ length: 300 }, rowOf);
    const columns = profiles.map((_, j) => Float64Array.from(rows, (row) => row[j]!));
    const task: Task = { profiles, kept: { rowCount: 300, columns }, rows: Array.from({ length: 8 }, rowOf) };
    expect(search(task), `seed ${seed}`).toEqual(bySinglePrecision(task));
  }
});
