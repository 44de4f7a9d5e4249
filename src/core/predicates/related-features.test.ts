import { describe, expect, test } from "vitest";
import { relatedByDefinition } from "../../../test/oracle/related-features.js";
import { createRandom, type Random, randomNormal } from "../base/index.js";
import { openKernel, soloPool } from "../compute/index.js";
import { type EncodedColumn, type EncodedTable, encodedRows, type Feature } from "../table/index.js";
import { findRelated, MOST_RELATED, RELATED_ROWS } from "./related-features.js";

const HOOKS = { pool: soloPool(openKernel()), onPart: () => {} };

function related(table: EncodedTable, sample = Int32Array.from({ length: table.rowCount }, (_, row) => row)) {
  return findRelated(table, sample, HOOKS).map((list) => [...list]);
}

function numericFeatures(count: number): Feature[] {
  return Array.from({ length: count }, (_, at) => ({ name: `x${at}`, kind: "numeric" }));
}

/** Numbers, also infinite or all alike, and categories; many missing; features that follow others. */
function nastyColumn(random: Random, hidden: readonly number[]): EncodedColumn {
  const [kind, missing] = [Math.floor(random() * 5), random() < 0.3 ? random() : 0];
  const value = (own: number): number => {
    if (random() < missing) return Number.NaN;
    if (kind === 0) return 7;
    if (kind === 1) return Math.round(own);
    if (kind === 2 && random() < 0.1) return Math.sign(own) * Number.POSITIVE_INFINITY;
    return own + random();
  };
  if (kind < 4) return { kind: "numeric", values: Float64Array.from(hidden, value) };
  return {
    kind: "categorical",
    codes: Int32Array.from(hidden, (own) => (random() < missing ? -1 : Math.abs(Math.round(own)))),
  };
}

function nastyTable(seed: number): EncodedTable {
  const random = createRandom(seed);
  const rowCount = seed === 0 ? RELATED_ROWS + 70 : Math.floor(random() * 150);
  const hidden = Array.from({ length: 4 }, () => Array.from({ length: rowCount }, () => 2 * randomNormal(random)));
  const columns = Array.from({ length: 48 }, (_, at) => nastyColumn(random, hidden[at % 4]!));
  const features = columns.map(({ kind }, at): Feature => {
    const name = `f${(at * 37) % 101}`;
    const past = { source: "f0", aspect: "change", window: "5 rows", unit: "rows" } as const;
    if (kind === "categorical") return { name, kind, type: "number", categories: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] };
    return at % 9 === 8 ? { name, kind, past } : { name, kind };
  });
  return { rowCount, features, columns };
}

describe("the features that have most to do with one", () => {
  test("are those of the definition on nasty tables", () => {
    for (let seed = 0; seed < 15; seed++) {
      const table = nastyTable(seed);
      const first = Int32Array.from({ length: Math.min(table.rowCount, RELATED_ROWS) }, (_, row) => row);
      expect(related(table), `seed ${seed}`).toEqual(relatedByDefinition(encodedRows(table, first), MOST_RELATED));
    }
  });

  test("are found among thousands, by rank, by how far out, by state", () => {
    const random = createRandom(3);
    const noise = (): Float64Array => Float64Array.from({ length: 500 }, () => randomNormal(random));
    const own = noise();
    const columns: EncodedColumn[] = Array.from({ length: 600 }, () => ({ kind: "numeric", values: noise() }));
    columns[0] = { kind: "numeric", values: own };
    columns[100] = { kind: "numeric", values: own.map((value) => 1e6 - 10 * value + randomNormal(random)) };
    columns[200] = { kind: "numeric", values: own.map((value) => value ** 2 + 0.1 * randomNormal(random)) };
    columns[300] = { kind: "categorical", codes: Int32Array.from(own, (value) => Number(value > 0.5)) };
    const features: Feature[] = numericFeatures(600);
    features[300] = { name: "x300", kind: "categorical", type: "boolean", categories: [false, true] };
    const found = related({ rowCount: 500, features, columns });
    expect(found[0]).toHaveLength(MOST_RELATED);
    expect(found[0]).toEqual(expect.arrayContaining([100, 200, 300]));
    for (const other of [100, 200, 300]) expect(found[other]).toContain(0);
  });

  test("are the same whatever the order of rows and columns", () => {
    const table = nastyTable(7);
    const backwards = Int32Array.from({ length: table.rowCount }, (_, row) => table.rowCount - 1 - row);
    expect(related(table, backwards)).toEqual(related(table));
    const last = table.features.length - 1;
    const turned = { ...table, features: [...table.features].reverse(), columns: [...table.columns].reverse() };
    const names = related(table).map((list) => list.map((feature) => table.features[feature]!.name));
    const others = related(turned).map((list) => list.map((feature) => turned.features[feature]!.name));
    expect(names.map((_, feature) => others[last - feature])).toEqual(names);
  });

  test("are none where there is no other", () => {
    expect(
      related({
        rowCount: 3,
        features: numericFeatures(1),
        columns: [{ kind: "numeric", values: new Float64Array(3) }],
      }),
    ).toEqual([[]]);
    expect(related({ rowCount: 0, features: [], columns: [] })).toEqual([]);
  });
});
