/** Rows that are nearly copies of one another are those that the slow definition finds. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, randomInteger, randomNormal } from "../../src/core/base/index.js";
import { findNearCopies } from "../../src/core/learning/index.js";
import { type EncodedColumn, type EncodedTable, type Feature, rowHashes } from "../../src/core/table/index.js";
import { nearCopies, type PlainRow } from "../oracle/near-copies.js";
import { runs } from "./runs.js";

const STATES = ["a", "b", "c"];

/** Things measured some times each, with more or less noise; some readings are missing, one column is a state. */
function measuredRows(seed: number, more = 1): PlainRow[] {
  const random = createRandom(seed);
  const [width, things, times] = [
    2 + randomInteger(random, 4),
    more * (6 + randomInteger(random, 30)),
    1 + randomInteger(random, 6),
  ];
  const noise = 10 ** -randomInteger(random, 5);
  const missing = random() < 0.5 ? 0 : 0.03;
  const alone = random() < 0.8 ? 0 : 0.45; // so many rows have the first number only
  return Array.from({ length: things }, () => {
    const [truth, state] = [
      Array.from({ length: width }, () => randomNormal(random)),
      STATES[randomInteger(random, 3)]!,
    ];
    return Array.from({ length: times }, () => ({
      numbers: withNulls(
        truth.map((value) => value + noise * randomNormal(random)),
        random() < alone ? (place) => place > 0 : () => random() < missing,
      ),
      others: random() < 0.1 ? STATES[randomInteger(random, 3)]! : state,
    }));
  }).flat();
}

function withNulls(numbers: readonly number[], isMissing: (place: number) => boolean): (number | null)[] {
  return numbers.map((value, place) => (isMissing(place) ? null : value));
}

function encode(rows: readonly PlainRow[]): EncodedTable {
  const width = rows[0]!.numbers.length;
  const numeric = Array.from({ length: width }, (_, i): [Feature, EncodedColumn] => [
    { name: `x${i}`, kind: "numeric" },
    { kind: "numeric", values: Float64Array.from(rows, ({ numbers }) => numbers[i] ?? Number.NaN) },
  ]);
  const state: [Feature, EncodedColumn] = [
    { name: "state", kind: "categorical", type: "text", categories: STATES },
    { kind: "categorical", codes: Int32Array.from(rows, ({ others }) => STATES.indexOf(others)) },
  ];
  const columns = [...numeric, state];
  return { rowCount: rows.length, features: columns.map(([f]) => f), columns: columns.map(([, column]) => column) };
}

const WANTED = { seed: 1, most: 5 };

/** Groups of rows, each ascending, by their first. */
function found(table: EncodedTable): number[][] {
  const all = Int32Array.from({ length: table.rowCount }, (_, row) => row);
  const { contents, groups } = findNearCopies(table, all, WANTED);
  const rowOf = new Map([...rowHashes(table, WANTED.seed)].map((content, row) => [content, row]));
  const members = new Map<number, number[]>();
  contents.forEach((content, i) => {
    const row = rowOf.get(content)!;
    members.set(groups[i]!, [...(members.get(groups[i]!) ?? []), row]);
  });
  return [...members.values()].map((rows) => rows.sort((a, b) => a - b)).sort((a, b) => a[0]! - b[0]!);
}

test("near copies are those of the definition", () => {
  let withCopies = 0;
  const run = runs(150);
  fc.assert(
    fc.property(fc.nat(1e9), (seed) => {
      const rows = measuredRows(seed);
      const expected = nearCopies(rows, WANTED.most);
      expect(found(encode(rows))).toEqual(expected);
      if (expected.length > 0) withCopies++;
    }),
    run,
  );
  expect(withCopies).toBeGreaterThan(run.numRuns / 6);
});

test("and in tables of more rows than are looked at", () => {
  const counts = [2, 5, 9].map((seed) => {
    const rows = measuredRows(seed, 16);
    const expected = nearCopies(rows, WANTED.most);
    expect(found(encode(rows)), `seed ${seed}`).toEqual(expected);
    return { rows: rows.length, groups: expected.length };
  });
  expect(counts.filter(({ rows, groups }) => rows > 2000 && groups > 0)).toHaveLength(2);
});

/** Independent numbers. */
function numberRows(count: number, width: number, seed: number): number[][] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => Array.from({ length: width }, () => randomNormal(random)));
}

test("rows of which one number is known are no copies because these lie close", () => {
  const rows = numberRows(1000, 6, 1).map((numbers, row) => ({
    numbers: withNulls(numbers, (place) => row % 20 < 9 && place > 0),
    others: "a",
  }));
  expect(found(encode(rows))).toEqual([]);
});

test("the order of columns does not matter, however many there are", () => {
  // Things measured twice: every other number is noise, so that which columns are looked at tells copies from others.
  const [truths, noise] = [numberRows(150, 80, 2), numberRows(300, 80, 3)];
  const rows = noise.map((numbers, row) => ({
    numbers: numbers.map((value, i) => (i % 2 === 0 ? value : truths[row % 150]![i]! + 0.001 * value)),
    others: "a",
  }));
  const table = encode(rows);
  const order = [...table.columns.keys()].sort((a, b) => (a % 2) - (b % 2) || a - b);
  const inOrder = (from: EncodedTable): EncodedTable => ({
    rowCount: from.rowCount,
    features: order.map((column) => from.features[column]!),
    columns: order.map((column) => from.columns[column]!),
  });
  expect(found(inOrder(table))).toEqual(found(table));
});
