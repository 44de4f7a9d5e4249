import { expect, test } from "vitest";
import { contextWith, normalTable } from "../../test/compare/planted.js";
import { createRandom } from "../core/base/index.js";
import { tableFromColumns } from "../core/table/index.js";
import { matrixColumn } from "../detectors/matrix.js";
import { createAnchor } from "./anchor.js";
import { lowerBound, upperBound } from "./kl-bounds.js";
import type { RuleForm } from "./peer.js";
import { cutAtQuartiles } from "./quartile-bins.js";

const numbers = normalTable(600, 5, 4);
const random = createRandom(2);
const table = tableFromColumns([
  ...numbers.columns.map((column) => ({ name: column.name, values: column.type === "number" ? column.values : [] })),
  { name: "valve", values: Array.from({ length: 600 }, () => (random() < 0.5 ? "open" : "shut")) },
]);

/** Flags exactly the rows with f2 above its upper quartile and valve = shut (code 1). */
function plantedContext() {
  const plain = contextWith(table, () => 0);
  const upper = cutAtQuartiles(plain.encoding, plain.training)[2]!.limits[2]!;
  return { context: contextWith(table, (row) => Number(row[2]! > upper && row[5] === 1)), upper };
}

const row = Float64Array.of(0, 0, 2, 0, 0, 1);

test("the planted rule is found, with precision 1 and its coverage counted", async () => {
  const { context, upper } = plantedContext();
  const { form, features, text } = await createAnchor().explain(context, row);
  const rule = form as RuleForm;
  expect(rule.predicates.map(({ column }) => column).sort()).toEqual([2, 5]);
  expect(rule.precision).toBe(1);
  expect(rule.reached).toBe(true);
  const valves = matrixColumn(context.training, 5);
  const covered = matrixColumn(context.training, 2).filter((value, i) => value > upper && valves[i] === 1).length;
  expect(rule.coverage).toBe(covered / 600);
  expect(
    features
      .slice(0, 2)
      .map(({ feature }) => feature)
      .sort(),
  ).toEqual(["f2", "valve"]);
  expect(text).toContain("valve = shut");
  expect(text).toContain("the detector flags 100 % of rows");
});

test("of two rules that suffice the one that covers more is shown", async () => {
  const { context } = plantedContext();
  const wide = { ...context, score: contextWith(table, (values) => Number(values[0]! > -9 || values[1]! > 9)).score };
  const rule = (await createAnchor().explain(wide, row)).form as RuleForm;
  expect(rule.predicates).toEqual([]);
  expect(rule.precision).toBe(1);
  expect(rule.coverage).toBe(1);
});

test("where no rule is precise enough the most precise is shown, and that it is", async () => {
  const rare = contextWith(table, (values) => Number(values[0]! > 1.5));
  const { form, text } = await createAnchor({ maxSamples: 30_000 }).explain(rare, Float64Array.of(2, 0, 0, 0, 0, 0));
  expect((form as RuleForm).predicates.map(({ column }) => column)).toContain(0);
  expect((form as RuleForm).reached).toBe(false);
  expect((form as RuleForm).capped).toBe(true);
  expect(text).toContain("No rule of the wanted precision was found");
});

test("where nothing is ever flagged that is said", async () => {
  const never = contextWith(table, (values) => Number(values[0]! > 100));
  const { text } = await createAnchor({ maxSamples: 30_000 }).explain(never, Float64Array.of(200, 0, 0, 0, 0, 0));
  expect(text).toBe("No rule was found under which the detector flags more rows than without one.");
});

test("a row below the threshold counts as flagged all the same", async () => {
  const { context } = plantedContext();
  const rule = (await createAnchor().explain({ ...context, threshold: 5 }, row)).form as RuleForm;
  expect(rule.precision).toBe(1);
});

test("KL bounds contain the estimate, tighten with samples, and solve their equation", () => {
  const few = { hits: 5, samples: 10 };
  const many = { hits: 500, samples: 1000 };
  expect(lowerBound(few, 3)).toBeLessThan(0.5);
  expect(upperBound(few, 3)).toBeGreaterThan(upperBound(many, 3));
  const q = upperBound(many, 3);
  expect(1000 * (0.5 * Math.log(0.5 / q) + 0.5 * Math.log(0.5 / (1 - q)))).toBeCloseTo(3, 4);
  expect(lowerBound({ hits: 0, samples: 10 }, 3)).toBe(0);
  expect(upperBound({ hits: 10, samples: 10 }, 3)).toBe(1);
  expect(lowerBound({ hits: 10, samples: 10 }, 3)).toBeCloseTo(Math.exp(-0.3), 6);
});
