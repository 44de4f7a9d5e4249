import { describe, expect, test } from "vitest";
import { type DescribedNumber, describeNumber } from "../../../test/reference/describe-number.js";
import { f64, fillTables, i32, layOut, openKernel, tableLayout, u8 } from "../compute/index.js";
import type { Mixture, Quantiles } from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import { UNSEEN } from "../table/index.js";
import type { FlatForest } from "./flat-forest.js";
import { prepareStandard } from "./standard-row.js";
import { describeValues, prepareValues, type ValueParts, valueLayout } from "./standard-values.js";

function numeric(mean: number, deviation: number, missingCount = 0, unit: number | null = null): FeatureProfile {
  return { kind: "numeric", mean, deviation, min: -9, max: 9, missingCount, scale: { unit, mean, deviation } };
}

function curve(...values: number[]): Quantiles {
  const shares = values.map((_, i) => (i + 0.5) / values.length);
  return { values: Float64Array.from(values), shares: Float64Array.from(shares) };
}

/** Around every length that a search can have; constants, huge steps, and a category between the numbers. */
const KNOTS = [
  [],
  [2],
  [1, 2],
  [-1.5, 0, 3],
  [-4, -2, 0, 5],
  [-Number.MAX_VALUE, 0.1, Number.MAX_VALUE],
  [-Number.MAX_VALUE, Number.MAX_VALUE],
  Array.from({ length: 33 }, (_, i) => i / 3 - 4),
  Array.from({ length: 201 }, (_, i) => (i - 100) ** 3 / 1e4),
];
const profiles: FeatureProfile[] = [
  ...KNOTS.map((knots, j) => numeric(j / 4 - 1, knots.length === 1 ? 0 : 0.3 + j, j % 3, j % 2 === 0 ? null : j / 4)),
  { kind: "categorical", counts: [7, 0, 3], missingCount: 1 },
  numeric(2, 0),
];
const count = profiles.length;
const quantiles = [...KNOTS.map((knots) => curve(...knots)), curve(0, 2), curve(2)];
const flat = {
  cutOffs: [
    ...KNOTS.map((knots) => Float64Array.from(knots, (knot) => knot / 2)),
    new Float64Array(),
    Float64Array.of(2),
  ],
  codeAnswers: profiles.map((profile) =>
    profile.kind === "categorical" ? Int32Array.of(count + 1, 0, count + 2) : null,
  ),
} as Pick<FlatForest, "cutOffs" | "codeAnswers"> as FlatForest;
const mixture: Mixture = {
  featureCount: count,
  centres: Float64Array.from(profiles, (_, j) => j / 8),
  scales: Float64Array.from(profiles, (_, j) => 1 + j / 16),
  components: [],
  weight: 1.25,
  doubtWeight: 0,
};

function prepare(parts: ValueParts) {
  const own = { ...parts, rowCount: 50 };
  const kernel = openKernel();
  const arrays = layOut(kernel, {
    tables: tableLayout(),
    own: valueLayout(own, flat),
    views: {
      standardised: f64(count),
      marginal: f64(count),
      tail: f64(count),
      isMissing: u8(count),
      isLeftOut: u8(count),
      answers: i32(count + 3),
      scores: f64(count),
    },
  });
  fillTables(arrays.tables);
  const views = { ...arrays.views, scores: parts.mixture === null ? null : arrays.views.scores };
  const described = prepareValues(own, arrays.own, {
    standard: prepareStandard(own),
    flat,
    evidence: views,
    tables: arrays.tables,
    kernel,
  });
  return (value: number): Record<string, number[]> => {
    described.values.fill(value);
    described.values[KNOTS.length] = Number.isNaN(value)
      ? value
      : Math.abs(value) <= 2
        ? Math.trunc(Math.abs(value))
        : UNSEEN;
    describeValues(described);
    return Object.fromEntries(Object.entries(arrays.views).map(([name, array]) => [name, [...array]]));
  };
}

describe("what is known of values by themselves", () => {
  const around = [0, -0, 1e-300, Number.MAX_VALUE, Number.POSITIVE_INFINITY, ...KNOTS.flat(), ...profiles.keys()];
  const values = [
    Number.NaN,
    ...around.flatMap((value) => [value, -value, value * (1 + 2 ** -52), value / 2, value + 0.1]),
  ];

  test.each([
    ["with a mixture", mixture],
    ["without one", null],
  ])("is what the reference says, to the last bit, %s", (_, own) => {
    const describeAll = prepare({ profiles, quantiles, mixture: own });
    const parts = { rowCount: 50, profiles, quantiles, mixture: own, cutOffs: flat.cutOffs };
    for (const value of values) {
      const found = describeAll(value);
      profiles.forEach(({ kind }, j) => {
        if (kind !== "numeric") return;
        const described: DescribedNumber = {
          standardised: found.standardised![j]!,
          marginal: found.marginal![j]!,
          tail: found.tail![j]!,
          isMissing: found.isMissing![j]!,
          isLeftOut: found.isLeftOut![j]!,
          answer: found.answers![j]!,
          score: found.scores![j]!,
        };
        expect(described, `${value} of feature ${j}`).toEqual(describeNumber(parts, j, value));
      });
    }
  });

  test("are its deviations, its surprises, its place among cut-offs, and its score", () => {
    const described = prepare({ profiles, quantiles, mixture })(0);
    const { standardised, marginal, tail, answers, scores, isLeftOut } = described;
    expect([standardised![3], marginal![3]]).toEqual([0.25 / 3.3, 0.25 / 3.3]);
    // The middle of three values: as many rows are as extreme, or more so, as there are.
    expect(tail![3]).toBeCloseTo(0, 12);
    expect(scores![3]).toBeCloseTo((0 - 3 / 8) / (1 + 3 / 16), 12);
    expect([answers![3], answers![count - 1]]).toEqual([2, 0]);
    expect(answers!.slice(count)).toEqual([1, 0, 1]);
    expect(isLeftOut).toEqual(profiles.map(() => 0));
  });
});
