import { describe, expect, test } from "vitest";
import { createRandom, randomInteger, randomNormal } from "../base/index.js";
import {
  type EncodedTable,
  encodeTable,
  inferFeatures,
  rowKeys,
  sampleRows,
  tableFromColumns,
} from "../table/index.js";
import { stretchOf } from "./deal-rows.js";
import { areDependent, areSlow, findRowOrder, lookedStretches, recordedInFile } from "./row-order.js";
import { recordInTime } from "./time-places.js";

function encode(columns: Record<string, readonly (number | string)[]>): EncodedTable {
  const table = tableFromColumns(columns);
  return encodeTable(inferFeatures(table, { exclude: [], numeric: [], categorical: [] }).features, table);
}

/** x depends on the row before by `memory`; y and c are drawn anew for each row. */
function series(count: number, memory: number, seed: number): EncodedTable {
  const random = createRandom(seed);
  let state = randomNormal(random);
  const x = Array.from({ length: count }, () => {
    state = memory * state + Math.sqrt(1 - memory * memory) * randomNormal(random);
    return state;
  });
  return encode({ x, y: x.map(() => randomNormal(random)), c: x.map(() => "abc"[randomInteger(random, 3)]!) });
}

const dependent = (table: EncodedTable): boolean => areDependent(table, table.rowCount);

/** Rows as they would be drawn by lot, and their sixteenths of the file. */
function areSlowInFile(table: EncodedTable): boolean {
  const parts = Uint8Array.from({ length: table.rowCount }, (_, row) => stretchOf(row, table.rowCount));
  return areSlow(table, sampleRows(table, table.rowCount, 1), parts);
}

describe("rows depend on those next to them", () => {
  test("when a feature remembers, in all of many series", () => {
    for (const [count, memory] of [
      [100, 0.9],
      [1000, 0.4],
      [30_000, 0.1],
    ] as const) {
      for (let seed = 0; seed < 5; seed++) expect(dependent(series(count, memory, seed)), `seed ${seed}`).toBe(true);
    }
  });

  test("never when they were drawn by lot", () => {
    for (let seed = 0; seed < 300; seed++) {
      expect(dependent(series(40 + 5 * seed, 0, seed)), `seed ${seed}`).toBe(false);
    }
  });

  test("when a category lasts, and not when there is only one value", () => {
    expect(dependent(encode({ c: Array.from({ length: 400 }, (_, row) => `c${Math.floor(row / 50) % 3}`) }))).toBe(
      true,
    );
    expect(dependent(encode({ c: new Array<string>(400).fill("same") }))).toBe(false);
  });
});

describe("rows change slowly", () => {
  const areAllSlow = (memory: number, seed: number): boolean => {
    const random = createRandom(seed);
    const column = (): number[] => {
      let state = randomNormal(random);
      return Array.from({ length: 10_000 }, () => {
        state = memory * state + Math.sqrt(1 - memory * memory) * randomNormal(random);
        return state;
      });
    };
    const table = encode({ x: column(), y: column(), z: column() });
    return areSlowInFile(table);
  };

  test("when a tenth of them says the same over and over", () => {
    for (let seed = 0; seed < 5; seed++) expect(areAllSlow(0.9995, seed), `seed ${seed}`).toBe(true);
  });

  test("not when a hundredth does, nor when they were drawn by lot", () => {
    for (let seed = 0; seed < 5; seed++) expect(areAllSlow(0.99, seed), `seed ${seed}`).toBe(false);
    for (let seed = 0; seed < 100; seed++) {
      const table = series(300 + seed, 0, seed);
      expect(areSlowInFile(table), `seed ${seed}`).toBe(false);
    }
  });
});

test("a column with hardly a value says nothing of how slowly rows change, wherever it stands", () => {
  const slow = Array.from({ length: 1600 }, (_, row) => row);
  const columns = {
    slow,
    fast: slow.map((row) => (row * 7919) % 1600),
    sparse: slow.map((row) => (row % 100 === 0 ? row : Number.NaN)),
  };
  const names = ["slow", "fast", "sparse"] as const;
  for (const [a, b, c] of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
  ] as const) {
    const order = [names[a], names[b], names[c]];
    const ordered = tableFromColumns(Object.fromEntries(order.map((name) => [name, columns[name]])));
    const table = encodeTable(
      order.map((name) => ({ name, kind: "numeric" })),
      ordered,
    );
    expect(areSlowInFile(table), order.join()).toBe(false);
  }
});

describe("the order of rows", () => {
  const table = series(300, 0.95, 1);
  const keys = rowKeys(table, 1);
  const backwards = Float64Array.from(keys, (_, row) => -60_000 * row);
  const all = Int32Array.from(keys.keys());
  const momentsIn = (values: Float64Array) => ({
    ...{ column: "Time", areNumbers: false, days: null, unread: null, numbers: { values } },
    present: values.filter((value) => !Number.isNaN(value)).length,
  });
  const inTime = (of: Float64Array, values = backwards) => recordInTime(momentsIn(values), of, all);

  test("is that of the moments where there are some, else that of the file", () => {
    const byTime = findRowOrder(table, inTime(keys), null);
    expect(byTime.order).toEqual({ by: "time", column: "Time", step: 60_000 });
    expect([...byTime.rows!.looked.subarray(0, 3)]).toEqual([299, 298, 297]);
    expect([byTime.rows!.parts[299], byTime.rows!.parts[0], byTime.rows!.span]).toEqual([0, 15, [-60_000 * 299, -0]]);
    const byFile = findRowOrder(table, recordedInFile(300), null);
    expect(byFile.order).toEqual({ by: "file", column: null, step: null });
    expect([...byFile.rows!.looked.subarray(0, 3)]).toEqual([0, 1, 2]);
  });

  test("is none where rows do not depend on their neighbours, unless it was asked for", () => {
    const lots = series(300, 0, 2);
    const rows = inTime(rowKeys(lots, 1));
    expect(findRowOrder(lots, rows, null)).toEqual({ order: { by: "none", column: null, step: null }, rows: null });
    expect(findRowOrder(lots, rows, "time").order.by).toBe("time");
    expect(findRowOrder(lots, recordedInFile(300), "file").order.by).toBe("file");
    expect(findRowOrder(table, inTime(keys), "none").rows).toBeNull();
    expect(findRowOrder(table, null, null).rows).toBeNull();
  });

  test("puts rows of one moment by their content, and those without a moment last", () => {
    const values = Float64Array.from(keys, (_, row) => (row === 7 ? Number.NaN : Math.floor(row / 100)));
    const { looked } = inTime(keys, values);
    expect(looked[299]).toBe(7);
    const first = [...looked.subarray(0, 99)];
    expect(first).toEqual(first.toSorted((a, b) => keys[a]! - keys[b]!));
    expect(first.every((row) => row < 100)).toBe(true);
  });

  test("is looked at in stretches that do not overlap, from the first row to the last", () => {
    for (const rowCount of [20_481, 20_500, 99_999, 1e9]) {
      const stretches = lookedStretches(rowCount);
      const ends = stretches.map(({ first, length }) => first + length);
      expect(stretches.slice(1).every(({ first }, i) => first >= ends[i]!)).toBe(true);
      expect([stretches[0]!.first, ends.at(-1)]).toEqual([0, rowCount]);
    }
    expect(lookedStretches(20_480)).toEqual([{ first: 0, length: 20_480 }]);
  });
});
