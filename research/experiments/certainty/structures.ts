/**
 * Simulated tables of known kind: structures from which any number of independent rows can be drawn, rows that depend
 * on their neighbours, and rows that come several times. All from seeds; a structure's own numbers come from its seed,
 * its rows from the generator handed in, so that fresh rows are of the same world and yet new.
 */

import type { RowObject } from "../../../src/index.js";
import { createRandom, type Random, randomInteger, randomNormal } from "../../internals.js";

interface Structure {
  readonly name: string;
  /** `continuous`: no two rows are equal; `discrete`: few states, so that strengths are tied. */
  readonly kind: "continuous" | "discrete";
  row(random: Random): RowObject;
}

type StructureName = keyof typeof STRUCTURES;

export const STRUCTURES = {
  "correlated numbers": correlatedNumbers,
  "numbers and categories": numbersAndCategories,
  "heavy tails": heavyTails,
  curves: curves,
  "dependent categories": dependentCategories,
  "three pairs of categories": threePairs,
} as const satisfies Readonly<Record<string, (seed: number) => Structure>>;

export const STRUCTURE_NAMES = Object.keys(STRUCTURES) as StructureName[];

export function drawRows({ row }: Pick<Structure, "row">, count: number, random: Random): RowObject[] {
  return Array.from({ length: count }, () => row(random));
}

/** Six numbers that lean on two hidden ones. */
function correlatedNumbers(seed: number): Structure {
  const loadings = matrix(6, 2, createRandom(seed));
  return {
    name: "correlated numbers",
    kind: "continuous",
    row(random) {
      const hidden = [randomNormal(random), randomNormal(random)];
      return named(loadings.map((weights) => dot(weights, hidden) + 0.3 * randomNormal(random)));
    },
  };
}

/** Three regimes with means of their own; a state that follows a number, a count, and a state that follows nothing. */
function numbersAndCategories(seed: number): Structure {
  const means = matrix(3, 4, createRandom(seed));
  const regimes = ["idle", "run", "wash"];
  return {
    name: "numbers and categories",
    kind: "continuous",
    row(random) {
      const regime = Math.min(2, randomInteger(random, 4));
      const numbers = means[regime]!.map((mean) => 3 * mean + randomNormal(random));
      const flow = numbers[0]! * 0.8 + numbers[1]! * 0.5 + 0.2 * randomNormal(random);
      return {
        regime: regimes[regime]!,
        ...named(numbers),
        flow,
        valve: flow + 0.05 * randomNormal(random) > 0 ? "open" : "closed",
        count: Math.floor(Math.exp(1 + 0.5 * randomNormal(random) + 0.3 * regime)),
        shift: ["early", "late", "night"][randomInteger(random, 3)]!,
      };
    },
  };
}

/** Amounts over several powers of ten, and errors of Student's distribution with three degrees of freedom. */
function heavyTails(seed: number): Structure {
  const loadings = matrix(3, 2, createRandom(seed));
  return {
    name: "heavy tails",
    kind: "continuous",
    row(random) {
      const hidden = [student(random), student(random)];
      const numbers = loadings.map((weights) => dot(weights, hidden) + 0.3 * student(random));
      const size = randomNormal(random);
      return { ...named(numbers), amount: Math.exp(3 + 1.2 * size), fee: Math.exp(0.9 * size + 0.3 * student(random)) };
    },
  };
}

/** A size to two decimals and one of six states: two columns, by which rows are hardly told apart. */
export const SIZES_AND_STATES: Structure = {
  name: "sizes and states",
  kind: "continuous",
  row: (random) => ({
    size: Math.round(100 * randomNormal(random)) / 100,
    state: ["cut", "drilled", "milled", "turned", "ground", "sawn"][randomInteger(random, 6)]!,
  }),
};

/** A closed curve in four dimensions, with noise. */
function curves(seed: number): Structure {
  const phases = matrix(1, 4, createRandom(seed))[0]!;
  return {
    name: "curves",
    kind: "continuous",
    row(random) {
      const turn = 2 * Math.PI * random();
      return {
        ...named(phases.map((phase, i) => Math.sin((1 + (i >> 1)) * turn + 2 * phase) + 0.1 * randomNormal(random))),
        load: 2 + random() * 3,
      };
    },
  };
}

/** Four states in a chain: each most often follows from the one before. */
function dependentCategories(seed: number): Structure {
  const maps = matrix(3, 4, createRandom(seed)).map((weights) =>
    weights.map((weight) => (Math.abs(weight * 1e6) % 3) | 0),
  );
  return {
    name: "dependent categories",
    kind: "discrete",
    row(random) {
      const states = [Math.min(3, randomInteger(random, 6))];
      for (const map of maps) states.push(random() < 0.9 ? map[states[states.length - 1]!]! : randomInteger(random, 4));
      return Object.fromEntries(states.map((state, i) => [`state${i}`, "abcd"[state]!]));
    },
  };
}

/** Two columns that say the same: nothing about a normal row is strange. */
function threePairs(): Structure {
  const pairs = [
    ["France", "EUR"],
    ["Japan", "JPY"],
    ["Chile", "CLP"],
  ] as const;
  return {
    name: "three pairs of categories",
    kind: "discrete",
    row(random) {
      const [country, currency] = pairs[randomInteger(random, pairs.length)]!;
      return { country, currency };
    },
  };
}

/** Four numbers, each an AR(1) series with variance 1, whose innovations are correlated (.6). */
export function autoregressiveRows(count: number, { phi }: { readonly phi: number }, random: Random): RowObject[] {
  const innovation = Math.sqrt(1 - phi * phi);
  let state = innovations(random);
  return Array.from({ length: count }, () => {
    const drawn = innovations(random);
    state = state.map((value, i) => phi * value + innovation * drawn[i]!);
    return named(state);
  });
}

function innovations(random: Random): number[] {
  const common = Math.sqrt(0.6) * randomNormal(random);
  return Array.from({ length: 4 }, () => common + Math.sqrt(0.4) * randomNormal(random));
}

/** Every row so many times, one behind the other; numbers moved by `noise` deviations of 1. */
export function repeated(
  rows: readonly RowObject[],
  times: number,
  { noise, random }: { noise: number; random: Random },
) {
  return rows.flatMap((row) =>
    Array.from({ length: times }, () =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === "number" && noise > 0 ? value + noise * randomNormal(random) : value,
        ]),
      ),
    ),
  );
}

/** The rows of the README's example, from a minute on. */
export function readmeRows(count: number, firstMinute: number): RowObject[] {
  return Array.from({ length: count }, (_, minute) => {
    const Level = Math.round(100 + 60 * Math.sin((firstMinute + minute) / 30)) / 10;
    return { Level, Pump: Level < 10 ? "ON" : "OFF", Valve: Level < 12 ? "Closed" : "Open" };
  });
}

function named(values: readonly number[]): Record<string, number> {
  return Object.fromEntries(values.map((value, i) => [`x${i}`, value]));
}

function matrix(rows: number, columns: number, random: Random): number[][] {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => randomNormal(random)));
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

/** Three degrees of freedom. */
function student(random: Random): number {
  const chiSquare = randomNormal(random) ** 2 + randomNormal(random) ** 2 + randomNormal(random) ** 2;
  return randomNormal(random) / Math.sqrt(chiSquare / 3);
}
