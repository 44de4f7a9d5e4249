/** Counts dependencies in all rows, wherever they lie. Cost: O(rows × dependencies). */
import {
  addNumbers,
  categoryCount,
  type EncodedTable,
  foldRows,
  MISSING,
  type RowFold,
  rowBlocks,
} from "../../table/index.js";
import { type CountedDependency, type Dependency, type DependencyCounts, isAsExpected } from "./dependency.js";

export interface CountedInRows extends DependencyCounts {
  /** By categories of `to`: the rows that have it and know `from`. None where `to` is a number. */
  readonly targetRows: Float64Array;
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
      const targetRows = new Float64Array(categoryCount(table.features[dependency.to]!));
      for (const { rows } of rowBlocks(table, [dependency.from, dependency.to])) {
        addRows(counts, dependency, rows);
        addTargetRows(targetRows, dependency, rows);
      }
      return { ...counts, targetRows };
    }),
  merge: (one, other) =>
    one.map(({ rows, asExpected, targetRows }, at) => ({
      rows: addNumbers(rows, other[at]!.rows),
      asExpected: addNumbers(asExpected, other[at]!.asExpected),
      targetRows: addNumbers(targetRows, other[at]!.targetRows),
    })),
};

function noCounts({ expected }: Dependency): DependencyCounts {
  return { rows: new Float64Array(expected.length), asExpected: new Float64Array(expected.length) };
}

/** The same counts without some rows that are among those that were counted. */
export function countsWithout(dependency: CountedDependency, rows: EncodedTable): CountedDependency {
  const fewer = noCounts(dependency);
  addRows(fewer, dependency, rows);
  return {
    ...dependency,
    rows: dependency.rows.map((count, code) => count - fewer.rows[code]!),
    asExpected: dependency.asExpected.map((count, code) => count - fewer.asExpected[code]!),
    exceptions: exceptionsWithout(dependency, rows),
  };
}

function exceptionsWithout({ from, to, expected, exceptions }: CountedDependency, rows: EncodedTable): Float64Array {
  const [conditions, targets] = [rows.columns[from]!, rows.columns[to]!];
  if (conditions.kind !== "categorical" || targets.kind !== "categorical") return exceptions;
  const fewer = exceptions.slice();
  targets.codes.forEach((value, row) => {
    const code = conditions.codes[row]!;
    const wanted = code >= 0 ? (expected[code] ?? null) : null;
    const isException = wanted === null || !isAsExpected(wanted, value);
    if (value >= 0 && isException && fewer[value]! > 0) fewer[value]!--;
  });
  return fewer;
}

function addRows(
  { rows, asExpected }: DependencyCounts,
  { from, to, expected }: Dependency,
  { columns, rowCount }: EncodedTable,
): void {
  const [conditions, targets] = [columns[from]!, columns[to]!];
  if (conditions.kind !== "categorical") return;
  const values = targets.kind === "numeric" ? targets.values : targets.codes;
  for (let row = 0; row < rowCount; row++) {
    const code = conditions.codes[row]!;
    const wanted = code >= 0 ? (expected[code] ?? null) : null;
    if (wanted === null) continue;
    const value = values[row]!;
    if (targets.kind === "numeric" ? Number.isNaN(value) : value === MISSING) continue;
    rows[code]!++;
    if (isAsExpected(wanted, value)) asExpected[code]!++;
  }
}

function addTargetRows(counts: Float64Array, { from, to }: Dependency, { columns, rowCount }: EncodedTable): void {
  const [conditions, targets] = [columns[from]!, columns[to]!];
  if (conditions.kind !== "categorical" || targets.kind !== "categorical") return;
  for (let row = 0; row < rowCount; row++) {
    const code = targets.codes[row]!;
    if (code >= 0 && conditions.codes[row] !== MISSING) counts[code]!++;
  }
}
