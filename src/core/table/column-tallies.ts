/** How many rows have a value in each column, and which: of categories each one, of numbers those that are finite. */
import { categoryCount, type EncodedColumn, type EncodedTable, MISSING } from "./encode-table.js";
import { addNumbers, foldRows, type RowFold } from "./fold-rows.js";
import { codeBlocks, numberBlocks } from "./stored-values.js";

interface ColumnTally {
  /** Rows without a value. */
  readonly missing: number;
  /** Rows with each category of the feature; none for numbers. */
  readonly categories: Float64Array;
  /** Numbers that are finite. */
  readonly finite: number;
  /** Those that are -Infinity. */
  readonly belowAll: number;
}

/** One for each feature. */
export function columnTallies(table: EncodedTable): readonly ColumnTally[] {
  return foldRows(table, columnTalliesFold, null);
}

export const columnTalliesFold: RowFold<null, readonly ColumnTally[]> = {
  name: "column-tallies",
  fold: ({ features, columns }) => columns.map((column, feature) => tallyOf(column, categoryCount(features[feature]!))),
  merge: (one, other) => one.map((tally, feature) => mergeTallies(tally, other[feature]!)),
};

export function tallyOf(column: EncodedColumn, categoryCount: number): ColumnTally {
  const categories = new Float64Array(categoryCount);
  let [missing, finite, belowAll] = [0, 0, 0];
  if (column.kind === "categorical") {
    for (const { values: codes } of codeBlocks(column)) {
      for (let row = 0; row < codes.length; row++) {
        const code = codes[row]!;
        if (code >= 0) categories[code]!++;
        else if (code === MISSING) missing++;
      }
    }
    return { missing, categories, finite, belowAll };
  }
  for (const { values } of numberBlocks(column)) {
    for (let row = 0; row < values.length; row++) {
      const value = values[row]!;
      if (Number.isFinite(value)) finite++;
      else if (Number.isNaN(value)) missing++;
      else if (value < 0) belowAll++;
    }
  }
  return { missing, categories, finite, belowAll };
}

function mergeTallies(one: ColumnTally, other: ColumnTally): ColumnTally {
  return {
    missing: one.missing + other.missing,
    categories: addNumbers(one.categories, other.categories),
    finite: one.finite + other.finite,
    belowAll: one.belowAll + other.belowAll,
  };
}
