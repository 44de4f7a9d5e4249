/** Counts dependencies in all rows, wherever they lie. Cost: O(rows × dependencies). */
import { type EncodedTable, MISSING, rowBlocks } from "../../table/encode-table.js";
import { addNumbers, foldRows, type RowFold } from "../../table/fold-rows.js";
import { type Dependency, type DependencyCounts, isAsExpected } from "./dependency.js";

/** And the rows with each category of `to` that know `from`; none where `to` is a number. */
export interface CountedInRows extends DependencyCounts {
  readonly values: Float64Array;
}

/** One for each dependency. */
export function countDependencies(table: EncodedTable, dependencies: readonly Dependency[]): readonly CountedInRows[] {
  return dependencies.length === 0 ? [] : foldRows(table, dependencyCountsFold, dependencies);
}

export const dependencyCountsFold: RowFold<readonly Dependency[], readonly CountedInRows[]> = {
  name: "dependency-counts",
  fold: (table, dependencies) =>
    dependencies.map((dependency) => {
      const counts = noCounts(dependency);
      const described = table.features[dependency.to]!;
      const values = new Float64Array(described.kind === "categorical" ? described.categories.length : 0);
      for (const { rows } of rowBlocks(table, [dependency.from, dependency.to])) {
        addRows(counts, dependency, rows);
        addValues(values, dependency, rows);
      }
      return { ...counts, values };
    }),
  merge: (one, other) =>
    one.map(({ rows, kept, values }, at) => ({
      rows: addNumbers(rows, other[at]!.rows),
      kept: addNumbers(kept, other[at]!.kept),
      values: addNumbers(values, other[at]!.values),
    })),
};

function noCounts({ expected }: Dependency): DependencyCounts {
  return { rows: new Float64Array(expected.length), kept: new Float64Array(expected.length) };
}

/** The same counts without some rows that are among those that were counted. */
export function countsWithout<Counted extends Dependency & DependencyCounts>(
  dependency: Counted,
  rows: EncodedTable,
): Counted {
  const fewer = noCounts(dependency);
  addRows(fewer, dependency, rows);
  return {
    ...dependency,
    rows: dependency.rows.map((count, code) => count - fewer.rows[code]!),
    kept: dependency.kept.map((count, code) => count - fewer.kept[code]!),
  };
}

function addRows({ rows, kept }: DependencyCounts, { from, to, expected }: Dependency, table: EncodedTable): void {
  const conditions = table.columns[from]!;
  const values = table.columns[to]!;
  if (conditions.kind !== "categorical") return;
  for (let row = 0; row < table.rowCount; row++) {
    const code = conditions.codes[row]!;
    const wanted = code >= 0 ? (expected[code] ?? null) : null;
    if (wanted === null) continue;
    const value = values.kind === "numeric" ? values.values[row]! : values.codes[row]!;
    const isMissing = values.kind === "numeric" ? Number.isNaN(value) : value === MISSING;
    if (isMissing) continue;
    rows[code]!++;
    if (isAsExpected(wanted, value)) kept[code]!++;
  }
}

function addValues(counts: Float64Array, { from, to }: Dependency, { columns, rowCount }: EncodedTable): void {
  const [conditions, values] = [columns[from]!, columns[to]!];
  if (conditions.kind !== "categorical" || values.kind !== "categorical") return;
  for (let row = 0; row < rowCount; row++) {
    const code = values.codes[row]!;
    if (code >= 0 && conditions.codes[row] !== MISSING) counts[code]!++;
  }
}
