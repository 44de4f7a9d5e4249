import { expect, test } from "vitest";
import { formatCertainty, formatEvidence, formatHolding, formatTruth } from "./evidence.js";

const rule = {
  antecedent: ["Level ≥ 10"],
  antecedentCount: 3126,
  supportCount: 3120,
  checked: { antecedentCount: 1541, supportCount: 1538 },
  confidenceLow: 0.9951,
};

test("a rule is as true as the rows say that were held back to check it", () => {
  expect(formatEvidence(rule)).toBe(
    "true in 1,538 of 1,541 normal rows like this, held back to check it; 95 % certain: at least 99.5 %",
  );
  expect(formatHolding(rule)).toBe("holds for 99.8 % of 1,541 normal rows held back to check it");
  expect(formatTruth({ ...rule, antecedent: [], checked: { antecedentCount: 1, supportCount: 1 } })).toBe(
    "true in 1 of 1 normal row, held back to check it",
  );
});

test("where no rows were held back nothing is certain, and the rows it was learnt from are called that", () => {
  for (const checked of [null, { antecedentCount: 0, supportCount: 0 }]) {
    expect(formatEvidence({ ...rule, checked })).toBe(
      "true in 3,120 of 3,126 normal rows like this, which it was learnt from: 99.8 %",
    );
    expect(formatHolding({ ...rule, checked })).toBe("holds for 99.8 % of 3,126 normal rows it was learnt from");
    expect(formatCertainty({ ...rule, checked })).toBe("");
  }
});
