/** Rows of more features than a mask of 32 bits has: the same explanations compiled and by the twins, to the last bit. */
import { expect, test } from "vitest";
import { blameRow, prepareRowBlamer } from "../../src/core/explanations/row-blame.js";
import { openKernel } from "../../src/core/kernel/kernel.js";
import { learn } from "../../src/core/learn.js";
import { createRandom, type Random, randomNormal } from "../../src/core/random/random.js";
import { tableFromColumns } from "../../src/core/table/build-table.js";
import { encodeTable } from "../../src/core/table/encode-table.js";
import type { Table } from "../../src/core/table/table.js";

/** Numbers and a few texts that follow three hidden ones, so that trees lean on many features; some are missing. */
function wideTable(random: Random, rowCount: number, columnCount: number): Table {
  const hidden = Array.from({ length: rowCount }, () => Array.from({ length: 3 }, () => randomNormal(random)));
  const columns = Array.from({ length: columnCount }, (_, place) => ({
    name: `c${String(place).padStart(3, "0")}`,
    values: hidden.map((own) => {
      const value = own[place % 3]! + 0.2 * randomNormal(random);
      if (random() < 0.01) return null;
      return place % 7 === 6 ? `state ${Math.round(value)}` : value;
    }),
  }));
  return tableFromColumns(columns);
}

/** Each column by itself is taken from another row: a strange value in each feature. */
function withStrangeValues(table: Table, shift: number): Table {
  return {
    ...table,
    columns: table.columns.map((column, place) => {
      const from = (row: number): number =>
        row % table.columns.length === place ? (row + shift) % table.rowCount : row;
      if (column.type === "text") return { ...column, codes: column.codes.map((_, row) => column.codes[from(row)]!) };
      if (column.type === "number")
        return { ...column, values: column.values.map((_, row) => column.values[from(row)]!) };
      return column;
    }),
  };
}

test.each([31, 32, 33, 40, 64, 65, 70])("%d features are blamed the same", (columnCount) => {
  const normal = wideTable(createRandom(columnCount), 160, columnCount);
  const model = learn(normal, { trees: 4, maxPredicates: 2 });
  expect(model.features.length).toBe(columnCount);
  const [compiled, twin] = [prepareRowBlamer(model, openKernel()), prepareRowBlamer(model, null)];
  const table = encodeTable(model.features, withStrangeValues(normal, 37));
  const first = new Set<number>();
  for (let row = 0; row < table.rowCount; row++) {
    const found = blameRow(compiled, table, row);
    const expected = blameRow(twin, table, row);
    for (const part of ["order", "strengths", "strangeness", "nearest"] as const) {
      expect([...found[part]], `${part} of row ${row}`).toEqual([...expected[part]]);
    }
    for (const feature of found.order.subarray(0, 2)) first.add(feature);
  }
  // Features of every part of the mask are among those that are blamed and left out.
  expect(Math.max(...first)).toBeGreaterThanOrEqual(columnCount - 6);
});
