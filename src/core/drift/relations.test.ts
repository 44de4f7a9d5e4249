import { expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { learn } from "../learn.js";
import { encodeTable, tableFromRows } from "../table/index.js";
import {
  createInputReader,
  deviationFrom,
  learnRelations,
  linearInputs,
  lowerTriangle,
  wholeMatrix,
} from "./relations.js";

const random = createRandom(1);
const rows = Array.from({ length: 400 }, (_, row) => {
  const flow = row % 50 === 7 ? null : randomNormal(random);
  return { flow, twice: 2 * (flow ?? 0) + 0.1 * randomNormal(random), state: row % 3 === 0 ? "on" : "off" };
});
const table = tableFromRows(rows);
const model = learn(table, { trees: 0, neighbours: 0 });
const encoded = encodeTable(model.features, table);
const inputs = linearInputs(model.profiles);
const vectors = rows.map((_, row) => {
  const vector = new Float64Array(inputs.length + 1);
  createInputReader({ inputs, isDaily: false }, model.profiles)({ table: encoded, row, moment: Number.NaN }, vector);
  return vector;
});

test("inputs are numbers in deviations and categories as 0 or 1; what is missing is as usual", () => {
  expect(inputs).toEqual([
    { feature: 0, category: null },
    { feature: 1, category: null },
    { feature: 2, category: 0 },
    { feature: 2, category: 1 },
  ]);
  expect([...vectors[7]!].map((value, i) => (i === 1 ? 0 : value))).toEqual([0, 0, 1, 0, 1]);
  expect(Math.abs(vectors[1]![0]!)).toBeLessThan(6);
});

test("a value is told by the rest of its row, also in rows that took no part", () => {
  const parts = rows.map((_, row) => row % 4);
  const { all, without } = learnRelations(vectors, parts, 4);
  expect(without).toHaveLength(4);
  for (const row of [0, 1, 2, 3]) {
    expect(Math.abs(deviationFrom(without[row]!, vectors[row]!, 1))).toBeLessThan(4);
    const wrong = vectors[row]!.slice();
    wrong[1]! += 1;
    expect(deviationFrom(all, wrong, 1)).toBeGreaterThan(8);
  }
});

test("relations are written as their lower triangle, and whole again", () => {
  const { all } = learnRelations(vectors, new Uint8Array(rows.length), 1);
  const inverse = lowerTriangle(all, inputs.length + 1, (value) => value);
  expect(inverse).toHaveLength(15);
  expect(wholeMatrix({ inputs, isDaily: false, inverse })).toEqual(all);
});

test("of no rows nothing is known", () => {
  expect(learnRelations([], [], 2).all).toHaveLength(0);
});

test("of very many features the first take part", () => {
  const wide = tableFromRows(
    Array.from({ length: 40 }, (_, row) =>
      Object.fromEntries(Array.from({ length: 140 }, (_, j) => [`x${j}`, (row * (j + 3)) % 37])),
    ),
  );
  expect(linearInputs(learn(wide, { trees: 0, neighbours: 0, maxPredicates: 1 }).profiles)).toHaveLength(128);
});
