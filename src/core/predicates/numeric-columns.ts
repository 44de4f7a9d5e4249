/**
 * Looks at each numeric column of all rows once, in sorted order: its moments, its distribution, its cells. The
 * cut-offs between cells are proposed before by trees on a sample of rows; what is counted is counted over all rows.
 *
 * Nothing sorted is kept: for a table of many rows that would be as much memory as the table itself. Each thread sorts
 * one column after the other in the same memory, 16 bytes for each row, which is the kernel's where there is one:
 * mining then uses it again. Cost: O(rows) for each feature, and the trees.
 */

import { createNumberSorter, sortingNumbers } from "../base/numbers/sort-numbers.js";
import type { Kernel } from "../compute/kernel.js";
import { f64, layOut, layoutBytes } from "../compute/lay-out.js";
import type { Job, Pool } from "../compute/pool.js";
import { type Quantiles, quantilesOf } from "../densities/quantiles.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { countBelow, summariseSorted } from "../table/number-summary.js";
import type { CutProposal } from "./cut-off-task.js";
import { proposeCuts } from "./cut-off-trees.js";
import { leastCountAbove } from "./least-count.js";
import { type CellOptions, type CutOffMethod, cellPredicates } from "./numeric-predicates.js";
import type { Predicate } from "./predicate.js";

export interface NumericColumn {
  /** Rows with a value. */
  readonly count: number;
  /** Of the finite values; all 0 without any. */
  readonly mean: number;
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
  readonly quantiles: Quantiles;
  /** A predicate for each cell that is frequent enough, ascending; none for a feature without cut-offs. */
  readonly cells: readonly Predicate[];
}

interface CutOffOptions {
  readonly method: CutOffMethod;
  readonly minSupport: number;
  /** Most cells of one feature; 0: no limit. */
  readonly cells: number;
  /** Rows on which the trees are grown. */
  readonly sample: Int32Array;
}

interface ColumnHooks {
  readonly pool: Pool;
  /** Called now and then with the number of trees grown and columns looked at. */
  readonly step: (done: number, total: number) => void;
}

/** One for each numeric feature, null for the others. */
export function numericColumns(
  table: EncodedTable,
  options: CutOffOptions,
  { pool, step }: ColumnHooks,
): (NumericColumn | null)[] {
  const numeric = table.columns.flatMap((column, feature) => (column.kind === "numeric" ? [feature] : []));
  const trees = options.method === "dependency" ? table.features.length : 0;
  const total = trees + numeric.length;
  const proposals =
    trees === 0 ? null : proposalsByFeature(table, options, { pool, step: (done) => step(done, total) });
  const { method, cells } = options;
  const leastCount = leastCountAbove(options.minSupport, table.rowCount);
  const found = pool.run(columnJob, { table, proposals, options: { method, cells, leastCount } }, numeric, {
    onPart: (done) => step(trees + done, total),
  });
  const columns: (NumericColumn | null)[] = table.features.map(() => null);
  numeric.forEach((feature, place) => {
    columns[feature] = found[place]!;
  });
  return columns;
}

function proposalsByFeature(table: EncodedTable, options: CutOffOptions, hooks: ColumnHooks): CutProposal[][] {
  const sample = encodedRows(table, options.sample);
  const minLeaf = leastCountAbove(options.minSupport, sample.rowCount);
  const byFeature: CutProposal[][] = table.features.map(() => []);
  for (const proposal of proposeCuts(sample, minLeaf, hooks)) byFeature[proposal.feature]!.push(proposal);
  return byFeature;
}

interface SharedColumns {
  readonly table: EncodedTable;
  /** Those of each feature; null where cut-offs need none. */
  readonly proposals: readonly (readonly CutProposal[])[] | null;
  readonly options: CellOptions;
}

/** A part is a numeric feature. */
export const columnJob: Job<SharedColumns, number, NumericColumn> = {
  name: "columns",
  threadBytes: ({ table }) => 16 * table.rowCount,
  prepare({ table, proposals, options }, { kernel }) {
    const sorter = createNumberSorter(sortingMemory(table.rowCount, kernel));
    return (feature) => {
      const column = table.columns[feature]!;
      if (column.kind !== "numeric") throw new TypeError(`feature ${feature} is not numeric`);
      const sorted = sorter.sort(column.values);
      return {
        ...momentsOf(sorted),
        quantiles: quantilesOf(sorted),
        cells: cellPredicates({ feature, sorted, proposals: proposals?.[feature] ?? null }, options),
      };
    };
  },
};

/** The kernel's, which is there already; beyond what it has, memory of its own. */
function sortingMemory(rowCount: number, kernel: Kernel): Float64Array<ArrayBuffer> {
  const length = sortingNumbers(rowCount);
  const groups = { sorting: { memory: f64(length) } };
  return layoutBytes(groups) > kernel.room() ? new Float64Array(length) : layOut(kernel, groups).sorting.memory;
}

/** Of values in order, none of them missing. */
export function momentsOf(sorted: Float64Array): Pick<NumericColumn, "count" | "mean" | "deviation" | "min" | "max"> {
  const { mean, deviation } = summariseSorted(sorted);
  const first = countBelow(sorted, -Number.MAX_VALUE);
  const last = countBelow(sorted, Number.POSITIVE_INFINITY) - 1;
  const hasFinite = first <= last;
  return {
    count: sorted.length,
    mean,
    deviation,
    min: hasFinite ? sorted[first]! : 0,
    max: hasFinite ? sorted[last]! : 0,
  };
}
