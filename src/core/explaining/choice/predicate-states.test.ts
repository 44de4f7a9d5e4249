import { expect, test } from "vitest";
import { createRandom, type Random, randomInteger } from "../../base/index.js";
import { type Predicate, predicateState } from "../../predicates/index.js";
import { type EncodedTable, type Feature, fillRow, MISSING, UNSEEN } from "../../table/index.js";
import { fillStates, preparePredicateStates } from "./predicate-states.js";

const features: readonly Feature[] = [
  { name: "a", kind: "numeric" },
  { name: "b", kind: "categorical", type: "text", categories: ["x", "y", "z"] },
  { name: "c", kind: "numeric" },
  { name: "d", kind: "categorical", type: "text", categories: Array.from({ length: 40 }, (_, code) => `c${code}`) },
];
const NUMBERS = [0, -0, 1, -1, 0.5, 1e300, -1e300, Number.MIN_VALUE, -Number.MIN_VALUE, Infinity, -Infinity];

function someCodes(random: Random, count: number): number[] {
  return Array.from({ length: count }, (_, code) => code).filter(() => random() < 0.4);
}

function somePredicate(random: Random): Predicate {
  const kind = randomInteger(random, 4);
  if (kind === 0) {
    const ends = [0, 1].map(() => NUMBERS[randomInteger(random, NUMBERS.length)]!).sort((a, b) => a - b);
    const feature = 2 * randomInteger(random, 2);
    return { kind: "interval", feature, min: ends[0]!, max: ends[1]!, maxInclusive: random() < 0.5 };
  }
  if (kind === 1) {
    const feature = 1 + 2 * randomInteger(random, 2);
    return { kind: "in", feature, codes: someCodes(random, feature === 1 ? 3 : 40) };
  }
  if (kind === 2) return { kind: "present", feature: randomInteger(random, 4) };
  return {
    kind: "anyOf",
    parts: [
      { kind: "in", feature: 1, codes: someCodes(random, 3) },
      { kind: "in", feature: 3, codes: someCodes(random, 40) },
    ],
  };
}

function someTable(random: Random, rowCount: number): EncodedTable {
  const number = (): number => (random() < 0.15 ? Number.NaN : NUMBERS[randomInteger(random, NUMBERS.length)]!);
  const code = (count: number): number =>
    random() < 0.15 ? MISSING : random() < 0.15 ? UNSEEN : randomInteger(random, count);
  return {
    rowCount,
    features,
    columns: [
      { kind: "numeric", values: Float64Array.from({ length: rowCount }, number) },
      { kind: "categorical", codes: Int32Array.from({ length: rowCount }, () => code(3)) },
      { kind: "numeric", values: Float64Array.from({ length: rowCount }, number) },
      { kind: "categorical", codes: Int32Array.from({ length: rowCount }, () => code(40)) },
    ],
  };
}

test("states are those of each predicate by itself, on every bound and for what is missing, unseen or infinite", () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = createRandom(seed);
    const predicates = Array.from({ length: randomInteger(random, 30) }, () => somePredicate(random));
    const table = someTable(random, 25);
    const prepared = preparePredicateStates(predicates, features);
    const values = new Float64Array(features.length);
    for (let row = 0; row < table.rowCount; row++) {
      fillRow(table, row, values);
      fillStates(prepared, values);
      const expected = predicates.map((predicate) => predicateState(predicate, table, row));
      expect([...prepared.states], `seed ${seed}, row ${row}`).toEqual(expected);
    }
  }
});
