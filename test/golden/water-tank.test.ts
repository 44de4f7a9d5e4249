/**
 * The water tank as its operator would see it: for each fault the first broken row, its whole explanation and its
 * sentence, read and judged by hand; and how often the first suspect is truly faulty.
 *
 * Where an explanation differs from water-tank.expected.json, water-tank.expected.new.json is left beside it: read the
 * sentences (would you send them to a colleague at night?), then rename it.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { FAULT_NAMES, simulateWaterTank } from "../../examples/water-tank/water-tank.js";
import { explain } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import { tableFromRows } from "../../src/core/table/index.js";

const { normal, anomalies } = simulateWaterTank(1);
const model = learn(tableFromRows(normal));
const explanations = explain(model, tableFromRows(anomalies.map(({ row }) => row)), { verify: true });

describe("the water tank", () => {
  test.each(FAULT_NAMES)(
    "%s: the first suspect is truly faulty in most rows, and a rule says why where the row is strange",
    (name) => {
      const rows = anomalies.flatMap(({ fault, features }, row) => (fault === name ? [{ row, features }] : []));
      const named = rows.filter(({ row, features }) =>
        features.some((feature) => feature === explanations[row]!.features[0]!.feature),
      );
      expect(named.length / rows.length).toBeGreaterThanOrEqual(0.85);
      // Of rows that depend on one another no more can be said to be strange: see research/experiments/certainty.
      const strong = rows.filter(({ row }) => explanations[row]!.strength! >= 0.95);
      expect(strong.length / rows.length).toBeGreaterThanOrEqual(0.5);
      const reasoned = strong.filter(({ row }) => explanations[row]!.features[0]!.rule !== null);
      expect(reasoned.length / strong.length).toBeGreaterThanOrEqual(0.75);
    },
  );

  test("a rule is shown in nearly all rows that are strange", () => {
    const strong = explanations.filter(({ strength }) => strength! >= 0.95);
    expect(strong.filter(({ rules }) => rules.length > 0).length / strong.length).toBeGreaterThanOrEqual(0.95);
  });

  test("normal rows rarely look strange", () => {
    const some = normal.filter((_, row) => row % 10 === 0);
    const strengths = explain(model, tableFromRows(some)).map(({ strength }) => strength!);
    expect(strengths.filter((strength) => strength > 0.95).length / some.length).toBeLessThanOrEqual(0.1);
  });

  test("the first broken row of each kind is explained as it was read and judged", () => {
    const found = FAULT_NAMES.map((name) => {
      const row = anomalies.findIndex(({ fault }) => fault === name);
      return { fault: name, faulty: anomalies[row]!.features, explanation: explanations[row]! };
    });
    compareWithFile(found);
  });
});

function compareWithFile(value: unknown): void {
  const file = new URL("water-tank.expected.json", import.meta.url);
  const fresh = new URL("water-tank.expected.new.json", import.meta.url);
  const found = JSON.stringify(value, roundNumber, 2);
  const expected: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : "nothing yet";
  if (isDeepStrictEqual(JSON.parse(found), expected)) rmSync(fresh, { force: true });
  else writeFileSync(fresh, `${found}\n`);
  expect(JSON.parse(found)).toEqual(expected);
}

function roundNumber(_: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(12)) : value;
}
