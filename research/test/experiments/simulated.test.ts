/** Densities of simulated tables, against sums and integrals that are worked out step by step. */
import { describe, expect, test } from "vitest";
import { bayesRanking } from "../../experiments/simulated/bayes-ranking.js";
import { distributionOf, logDensityWithout } from "../../experiments/simulated/density.js";
import { drawFaults, wrongValues } from "../../experiments/simulated/faults.js";
import { drawRow, drawRows, type Network, tableOf } from "../../experiments/simulated/network.js";
import { STRUCTURES } from "../../experiments/simulated/structures.js";
import { createRandom } from "../../internals.js";

/** A regime that is not shown, a category, and three numbers that lean on both. */
const NETWORK: Network = [
  { kind: "categorical", name: "regime", isShown: false, parents: [], size: 2, chances: [[0.3, 0.7]] },
  {
    kind: "categorical",
    name: "code",
    isShown: true,
    parents: [0],
    size: 3,
    chances: [
      [0.6, 0.3, 0.1],
      [0.1, 0.1, 0.8],
    ],
  },
  {
    kind: "numeric",
    name: "a",
    isShown: true,
    parents: [1],
    causes: [],
    isPower: false,
    states: [0, 1, 2].map((start) => ({ start, slopes: [], spread: 0.5 + 0.25 * start })),
  },
  {
    kind: "numeric",
    name: "b",
    isShown: true,
    parents: [0],
    causes: [2],
    isPower: false,
    states: [0, 1].map((start) => ({ start, slopes: [start - 0.5], spread: 0.8 })),
  },
  {
    kind: "numeric",
    name: "c",
    isShown: true,
    parents: [],
    causes: [2, 3],
    isPower: true,
    states: [{ start: 1, slopes: [0.7, -0.4], spread: 0.6 }],
  },
];
const ROW = Float64Array.of(0, 1, 0.8, -0.3, 1.9);

function withCells(cells: readonly (readonly [number, number])[]): Float64Array {
  const row = ROW.slice();
  for (const [place, value] of cells) row[place] = value;
  return row;
}

const density = (row: Float64Array, hidden: readonly number[]): number =>
  Math.exp(logDensityWithout(NETWORK, row, hidden));

/** Midpoints of even steps. */
const STEP = 0.1;
const GRID = Array.from({ length: 200 }, (_, i) => -10 + (i + 0.5) * STEP);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe("the density of a simulated row", () => {
  test("with a category hidden is the sum over its codes", () => {
    expect(density(ROW, [1])).toBeCloseTo(sum([0, 1, 2].map((code) => density(withCells([[1, code]]), []))), 12);
  });

  test.each([2, 3, 4])("with number %i hidden is the integral over it", (place) => {
    const integral = sum(GRID.map((value) => STEP * density(withCells([[place, value]]), [])));
    expect(density(ROW, [place])).toBeCloseTo(integral, 8);
  });

  test("with two numbers, or a number and a category, hidden", () => {
    const overB = sum(GRID.map((value) => STEP * density(withCells([[3, value]]), [2])));
    expect(density(ROW, [2, 3])).toBeCloseTo(overB, 8);
    const overCodes = sum([0, 1, 2].map((code) => density(withCells([[1, code]]), [4])));
    expect(density(ROW, [1, 4])).toBeCloseTo(overCodes, 12);
  });

  test("tells how a number is distributed given the others", () => {
    const { parts } = distributionOf(NETWORK, ROW, 3);
    expect(sum(parts.map(({ share }) => share))).toBeCloseTo(1, 12);
    const middle = sum(parts.map((part) => part.share * part.middle));
    const byIntegral = sum(GRID.map((b) => (STEP * b * density(withCells([[3, b]]), [])) / density(ROW, [3])));
    expect(middle).toBeCloseTo(byIntegral, 8);
  });
});

test.each(["uniform", "marginal"] as const)(
  "cells are ranked by the probability that they were changed, as enumeration has it: %s",
  (kind) => {
    const random = createRandom(5);
    const wrong = wrongValues(NETWORK, kind, drawRows(NETWORK, 500, random));
    const places = [1, 2, 3, 4];
    for (const { row } of drawFaults({ network: NETWORK, wrong }, 20, random)) {
      /** Over all that a hidden category may have been. */
      const weight = (hidden: readonly number[], prior: number): number => {
        const numbers = hidden.filter((place) => place !== 1);
        const codes = hidden.includes(1) ? [0, 1, 2] : [row[1]!];
        const truths = codes.map((code) => Float64Array.from(row, (value, place) => (place === 1 ? code : value)));
        const weights = truths.map((truth) =>
          Math.exp(sum(hidden.map((place) => wrong.logDensity(place, row[place]!, truth[place]!)))),
        );
        return prior * sum(truths.map((truth, i) => weights[i]! * density(truth, numbers)));
      };
      const probability = (place: number): number =>
        weight([place], 0.65 / 4) +
        sum(places.filter((other) => other !== place).map((other) => weight([place, other], 0.35 / 6)));
      const expected = [...places].sort((a, b) => probability(b) - probability(a));
      expect(bayesRanking(NETWORK, wrong, row)).toEqual(expected);
    }
  },
);

test("every structure makes tables of what it shows, the same for the same seed", () => {
  for (const { make } of STRUCTURES) {
    const network = make(createRandom(3));
    const row = drawRow(network, createRandom(4));
    const table = tableOf(network, [row]);
    expect(table.columns.map(({ name }) => name)).toEqual(network.flatMap((node) => (node.isShown ? [node.name] : [])));
    expect(tableOf(make(createRandom(3)), [row])).toEqual(table);
    expect(Number.isFinite(logDensityWithout(network, row, []))).toBe(true);
  }
});
