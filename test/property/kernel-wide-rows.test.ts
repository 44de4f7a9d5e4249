/** Rows of more features than a mask of 32 bits has are blamed as the definition says. */
import { expect, test } from "vitest";
import { createRandom, type Random, randomNormal } from "../../src/core/base/index.js";
import { openKernel } from "../../src/core/compute/index.js";
import { blameRow, prepareRowBlamer } from "../../src/core/evidence/index.js";
import { learn } from "../../src/core/learn.js";
import type { Model } from "../../src/core/model/index.js";
import { type EncodedTable, encodeTable, type Table, tableFromColumns } from "../../src/core/table/index.js";
import { blameByDefinition, evidenceOf } from "../oracle/diagnosis-blame.js";
import type { Cell } from "../oracle/diagnosis-cells.js";

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

/** The row as the oracle reads it. */
function cellsAt({ columns }: EncodedTable, row: number): Cell[] {
  return columns.map((column) => {
    if (column.kind === "numeric") return Number.isNaN(column.values[row]!) ? "missing" : column.values[row]!;
    return column.codes[row]! < 0 ? "missing" : column.codes[row]!;
  });
}

/** Without a mixture, which has no mask and takes its definition long; boosted trees, as slow, at two widths. */
test.each([32, 33, 64, 65, 70])("%d features are blamed by definition", (columnCount) => {
  const normal = wideTable(createRandom(columnCount), 160, columnCount);
  const learnt = learn(normal, { trees: 4, maxPredicates: 2 });
  const conditionals = columnCount === 33 || columnCount === 64 ? learnt.conditionals : null;
  const model: Model = { ...learnt, mixture: null, conditionals };
  expect(model.features.length).toBe(columnCount);
  const blamer = prepareRowBlamer(model, openKernel());
  const table = encodeTable(model.features, withStrangeValues(normal, 37));
  const widths = [...blamer.neighbours.widths];
  const first = new Set<number>();
  // In row r the strange value is that of feature r: some of every part of the mask are blamed and left out.
  for (const row of [0, 15, 29, 30, ...[4, 3, 2, 1].map((back) => columnCount - back)]) {
    const found = blameRow(blamer, table, row);
    const nearest = [...blamer.neighbours.nearest.subarray(0, 8)];
    const evidence = evidenceOf(model, cellsAt(table, row), { nearest, widths });
    const prefer = (equals: readonly number[], step: number): number =>
      equals.includes(found.order[step]!) ? found.order[step]! : equals[0]!;
    const expected = blameByDefinition(evidence, prefer);
    expect([...found.order.subarray(0, 4)], `row ${row}`).toEqual(expected.order.slice(0, 4));
    expected.rankedSums.forEach((strength, rank) => {
      expect(found.rankedSums[rank], `rank ${rank} of row ${row}`).toBeCloseTo(strength, 7);
    });
    for (const feature of found.order.subarray(0, 2)) first.add(feature);
  }
  expect(Math.max(...first)).toBeGreaterThanOrEqual(columnCount - 6);
});
