import { expect, test } from "vitest";
import { encodeTable, inferFeatures, summariseNumbers, tableFromColumns } from "../table/index.js";
import { rangeRules } from "./range-rules.js";

function rules(values: readonly unknown[], minConfidence = 0.9, numeric: string[] = ["x"]) {
  const table = tableFromColumns({ x: values });
  const { features } = inferFeatures(table, { exclude: [], numeric, categorical: [] });
  const encoded = encodeTable(features, table);
  const summaries = encoded.columns.map((column) =>
    column.kind === "numeric" ? summariseNumbers(column.values) : null,
  );
  return rangeRules(encoded, summaries, minConfidence);
}

test("a number is expected within three deviations of the mean, ends included", () => {
  expect(rules([2, 4, 4, 4, 5, 5, 7, 9])).toEqual([
    {
      consequent: { kind: "interval", feature: 0, min: -1, max: 11, maxInclusive: true },
      antecedentCount: 8,
      supportCount: 8,
    },
    { consequent: { kind: "present", feature: 0 }, antecedentCount: 8, supportCount: 8 },
  ]);
});

test("counts are true: an outlier among the learning rows lowers the confidence", () => {
  const [range] = rules([...new Array<number>(99).fill(0), 1000]);
  expect(range).toMatchObject({ antecedentCount: 100, supportCount: 99 });
  const [withInfinite] = rules([0, 1, Infinity]);
  expect(withInfinite).toMatchObject({ antecedentCount: 3, supportCount: 2 });
});

test("a constant is expected to be exactly that", () => {
  expect(rules([0.1, 0.1, 0.1])[0]?.consequent).toMatchObject({ min: 0.1, max: 0.1, maxInclusive: true });
});

test("a category is expected to be one that was seen", () => {
  expect(rules(["a", "b", null], 0.9, [])).toEqual([
    { consequent: { kind: "in", feature: 0, codes: [0, 1] }, antecedentCount: 2, supportCount: 2 },
  ]);
});

test("presence is a rule only where it is usual, strictly", () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, null];
  expect(rules(values, 0.9).map(({ consequent }) => consequent.kind)).toEqual(["interval"]);
  expect(rules(values, 0.89).map(({ consequent }) => consequent.kind)).toEqual(["interval", "present"]);
});

test("without a finite number there is no range, only presence", () => {
  expect(rules([Infinity, -Infinity]).map(({ consequent }) => consequent.kind)).toEqual(["present"]);
});
