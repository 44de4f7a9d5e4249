/** Models of every kind are what docs/model.schema.json says. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { createRandom, randomInteger, randomNormal } from "../../src/core/base/index.js";
import { type LearnOptions, learn, saveModel, tableFromRows } from "../../src/index.js";

const schema = JSON.parse(readFileSync("docs/model.schema.json", "utf8"));
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);

type Row = Record<string, string | number | boolean | null>;

function rowsOf(make: (random: () => number, row: number) => Row): Row[] {
  const random = createRandom(7);
  return Array.from({ length: 400 }, (_, row) => make(random, row));
}

const numbers = rowsOf((random) => {
  const level = randomNormal(random);
  return { level, pressure: 2 * level + randomNormal(random) / 9, heat: randomNormal(random) };
});
const mixed = rowsOf((random) => {
  const pump = randomInteger(random, 2) === 0 ? "on" : "off";
  const level = (pump === "on" ? 5 : 1) + randomNormal(random) / 4;
  const hour = 6 * randomInteger(random, 4) + (random() < 0.1 ? 1 : 0);
  return { pump, level, hour, valve: level > 3, count: random() < 0.1 ? null : randomInteger(random, 40) };
});
const series = rowsOf((random, row) => ({
  time: new Date(Date.UTC(2026, 0, 1, 0, row)).toISOString(),
  level: Math.sin(row / 20) + randomNormal(random) / 20,
  pump: Math.sin(row / 20) > 0 ? "on" : "off",
}));

const priced = rowsOf((random, row) => ({
  product: `P-${row % 40}`,
  group: "ABC"[(row % 40) % 3]!,
  paid: randomNormal(random),
}));

const cases: readonly [string, readonly Row[], LearnOptions][] = [
  ["numbers", numbers, {}],
  ["numbers and categories", mixed, {}],
  ["the paper's preset", mixed, { preset: "paper" }],
  ["without trees and rows to compare with", mixed, { trees: 0, neighbours: 0 }],
  ["with anomalies among the rows", numbers, { contamination: 0.05 }],
  ["with anomalies where categories fix others", priced, { contamination: 0.05 }],
  ["rows in the order of time", series, {}],
  ["rows that look back", series, { history: true }],
  ["a handful of rows", mixed.slice(0, 6), {}],
];

describe("a model file", () => {
  test.each(cases)("is as its schema says: %s", (_, rows, options) => {
    const file = JSON.parse(saveModel(learn(tableFromRows(rows), options)));
    expect(validate(file) ? [] : validate.errors).toEqual([]);
  });

  test("a field that nobody knows is none of it", () => {
    const file = JSON.parse(saveModel(learn(tableFromRows(mixed))));
    expect(validate(file)).toBe(true);
    expect(file.network).toBeDefined();
    expect(validate({ ...file, network: { ...file.network, more: 1 } })).toBe(false);
  });
});
