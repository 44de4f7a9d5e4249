import { describe, expect, test } from "vitest";
import { dependenciesByDefinition } from "../../../../test/oracle/dependencies.js";
import { createRandom, type Random, randomInteger } from "../../base/index.js";
import { type EncodedTable, encodedRows, MISSING } from "../../table/index.js";
import { dependencyCountsFold } from "./count-dependencies.js";
import { findDependencies } from "./find-dependencies.js";

/** Products with a group and a price each, which some rows have not; and a store, which is any. */
function products(random: Random, rowCount: number): EncodedTable {
  const count = 15 + randomInteger(random, 30);
  const wrong = [0, 0, 0.01, 0.05, 0.3][randomInteger(random, 5)]!;
  const missing = [0, 0, 0.1][randomInteger(random, 3)]!;
  const rows = Array.from({ length: rowCount }, () => randomInteger(random, count));
  const cell = (value: number, none: number): number => (random() < missing ? none : value);
  const product = Int32Array.from(rows, (each) => cell(each, MISSING));
  const group = Int32Array.from(rows, (each) =>
    cell(random() < wrong ? randomInteger(random, 4) : (each * 7) % 4, MISSING),
  );
  const price = Float64Array.from(rows, (each) => cell(random() < wrong ? random() : (each % 11) - 5, Number.NaN));
  const store = Int32Array.from(rows, () => randomInteger(random, 30));
  const named = (name: string, length: number) =>
    ({ name, kind: "categorical", type: "number", categories: Array.from({ length }, (_, code) => code) }) as const;
  return {
    rowCount,
    features: [named("product", count), named("group", 4), { name: "price", kind: "numeric" }, named("store", 30)],
    columns: [
      { kind: "categorical", codes: product },
      { kind: "categorical", codes: group },
      { kind: "numeric", values: price },
      { kind: "categorical", codes: store },
    ],
  };
}

describe("what categories fix", () => {
  test("is found as the definition says, and counted alike in any parts of the rows", () => {
    let found = 0;
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed);
      const table = products(random, 80 + randomInteger(random, 250));
      const { dependencies } = findDependencies(table, () => {});
      found += dependencies.length;
      const told = dependencies
        .map(({ from, to, expected }) => ({
          from,
          to,
          expected: expected.map((wanted) =>
            wanted === null ? null : wanted.kind === "in" ? wanted.codes[0]! : wanted.min,
          ),
        }))
        .sort((a, b) => a.from - b.from || a.to - b.to);
      expect(told, `seed ${seed}`).toEqual(dependenciesByDefinition(table));
      const all = dependencyCountsFold.fold(table, dependencies);
      const half = Math.floor(table.rowCount / 2);
      const [one, other] = [0, half].map((start) => {
        const length = start === 0 ? half : table.rowCount - half;
        const rows = encodedRows(
          table,
          Int32Array.from({ length }, (_, row) => start + row),
        );
        return dependencyCountsFold.fold(rows, dependencies);
      });
      expect(dependencyCountsFold.merge(one!, other!), `seed ${seed}`).toEqual(all);
      dependencies.forEach(({ from, to }, at) => {
        const [codes, values] = [from, to].map((feature) => {
          const column = table.columns[feature]!;
          return column.kind === "numeric" ? column.values : column.codes;
        });
        const { expected } = told.find((each) => each.from === from && each.to === to)!;
        const isKnown = (row: number): boolean => (to === 2 ? !Number.isNaN(values![row]!) : values![row] !== MISSING);
        all[at]!.rows.forEach((count, code) => {
          const rows = Array.from(codes!.keys()).filter((row) => codes![row] === code && isKnown(row));
          expect(count, `seed ${seed}`).toBe(rows.length);
          expect(all[at]!.asExpected[code]).toBe(rows.filter((row) => values![row] === expected[code]).length);
        });
      });
    }
    expect(found).toBeGreaterThan(30);
  });

  test("is no constant, be it a category or a number, or that of all rows but one", () => {
    const [rowCount, count] = [400, 40];
    const named = (name: string, length: number) =>
      ({ name, kind: "categorical", type: "number", categories: Array.from({ length }, (_, code) => code) }) as const;
    const cards = Int32Array.from({ length: rowCount }, (_, row) => (row === 7 ? count : row % count)); // one is alone
    const table: EncodedTable = {
      rowCount,
      features: [named("card", count + 1), named("currency", 1), { name: "rate", kind: "numeric" }, named("bank", 2)],
      columns: [
        { kind: "categorical", codes: cards },
        { kind: "categorical", codes: new Int32Array(rowCount) },
        { kind: "numeric", values: new Float64Array(rowCount).fill(1.5) },
        { kind: "categorical", codes: cards.map((card) => Number(card === count)) },
      ],
    };
    expect(findDependencies(table, () => {})).toMatchObject({ dependencies: [], rangesMissed: [] });
  });

  test("is no range: ranges of many categories are said not to be learnt", () => {
    const random = createRandom(1);
    const table = products(random, 2000);
    const codes = Int32Array.from({ length: 2000 }, (_, row) => row % 100);
    const categories = Array.from({ length: 100 }, (_, code) => code);
    const values = Float64Array.from(codes, (code) => 10 * code + random());
    const { dependencies, rangesMissed } = findDependencies(
      {
        rowCount: 2000,
        features: [{ name: "product", kind: "categorical", type: "number", categories }, table.features[2]!],
        columns: [
          { kind: "categorical", codes },
          { kind: "numeric", values },
        ],
      },
      () => {},
    );
    expect(dependencies).toEqual([]);
    expect(rangesMissed).toEqual([{ from: 0, to: 1 }]);
  });

  test("is looked for in as many columns as there is time for, and each column is a step that may be the last", () => {
    const random = createRandom(2);
    const [rowCount, width] = [300, 400];
    const categories = Array.from({ length: 20 }, (_, code) => code);
    const names = Array.from({ length: width }, (_, feature) => `f${feature}`);
    const codes = names.map(() => Int32Array.from({ length: rowCount }, () => randomInteger(random, 20)));
    codes[width - 1] = codes[7]!;
    const table: EncodedTable = {
      rowCount,
      features: names.map((name) => ({ name, kind: "categorical", type: "number", categories })),
      columns: codes.map((each) => ({ kind: "categorical", codes: each })),
    };
    let steps = 0;
    const { dependencies, examined, eligible } = findDependencies(table, () => steps++);
    expect([steps, eligible, examined]).toEqual([width, width, 163]);
    expect(dependencies.map(({ from, to }) => [from, to])).toEqual([[7, width - 1]]);
    const stop = (): never => {
      throw new Error("stopped");
    };
    expect(() => findDependencies(table, stop)).toThrow("stopped");
  });
});
