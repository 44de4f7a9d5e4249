/**
 * Looks at each numeric column of all rows once, in sorted order: its moments, its distribution, its cells. The
 * cut-offs between cells are proposed before by trees on a sample of rows; what is counted is counted over all rows.
 *
 * Nothing sorted is kept: for a table of many rows that would be as much memory as the table itself. Each thread sorts
 * one column after the other in the same memory, 16 bytes for each row, which is the kernel's where there is one:
 * mining then uses it again. Cost: O(rows) for each feature, and the trees.
 */

import { createNumberSorter, sortingNumbers } from "../base/index.js";
import { f64, type Job, type Kernel, layOut, layoutBytes, type Pool } from "../compute/index.js";
import { quantilesOf } from "../densities/index.js";
import {
  type AnyNumbers,
  countAnyBelow,
  doneOnce,
  type EncodedTable,
  encodedRows,
  numberAt,
  placesInOrder,
  summariseSorted,
} from "../table/index.js";
import { columnsElsewhere } from "./columns-elsewhere.js";
import type { CutProposal } from "./cut-off-task.js";
import { proposeCuts } from "./cut-off-trees.js";
import { leastCountAbove } from "./least-count.js";
import type { NumericColumn } from "./numeric-column.js";
import { binEdges, type CellOptions, type CutOffMethod, cellPredicates } from "./numeric-predicates.js";
import type { RelatedFeatures } from "./related-features.js";

interface CutOffOptions {
  readonly method: CutOffMethod;
  readonly minSupport: number;
  /** Most cells of one feature; 0: no limit. */
  readonly cells: number;
  /** Rows on which the trees are grown. */
  readonly sample: Int32Array;
  /** The features from which each is predicted, where not from all others. */
  readonly related?: RelatedFeatures | null;
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
    trees === 0
      ? null
      : doneOnce(table, "cut-offs", () =>
          proposalsByFeature(table, options, { pool, step: (done) => step(done, total) }),
        );
  const { method, cells } = options;
  const leastCount = leastCountAbove(options.minSupport, table.rowCount);
  const shared = { table, proposals, options: { method, cells, leastCount } };
  if (table.elsewhere !== undefined) return columnsElsewhere(table, proposals ?? [], shared.options);
  const found = pool.run(columnJob, shared, numeric, { onPart: (done) => step(trees + done, total) });
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
  const cuts = proposeCuts(sample, minLeaf, { ...hooks, related: options.related ?? null });
  for (const proposal of cuts) byFeature[proposal.feature]!.push(proposal);
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
  threadBytes: ({ table }) => 16 * rowsInMemory(table),
  prepare({ table, proposals, options }, { kernel }) {
    const sorter = createNumberSorter(sortingMemory(rowsInMemory(table), kernel));
    return (feature) => {
      const column = table.columns[feature]!;
      if (column.kind !== "numeric") throw new TypeError(`feature ${feature} is not numeric`);
      const sorted = column.stored?.sorted() ?? sorter.sort(column.values);
      return {
        ...momentsOf(sorted),
        quantiles: quantilesOf(sorted),
        cells: cellPredicates(
          {
            feature,
            count: sorted.length,
            proposals: proposals?.[feature] ?? null,
            edges: proposals === null ? binEdges(sorted, options) : [],
            places: placesInOrder(sorted),
          },
          options,
        ),
      };
    };
  },
};

/** Rows of columns that are sorted in memory: all or none. */
function rowsInMemory({ columns, rowCount }: EncodedTable): number {
  return columns.some(({ stored }) => stored !== undefined) ? 0 : rowCount;
}

/** The kernel's, which is there already; beyond what it has, memory of its own. */
function sortingMemory(rowCount: number, kernel: Kernel): Float64Array<ArrayBuffer> {
  const length = sortingNumbers(rowCount);
  const groups = { sorting: { memory: f64(length) } };
  return layoutBytes(groups) > kernel.room() ? new Float64Array(length) : layOut(kernel, groups).sorting.memory;
}

/** Of values in order, none of them missing. */
export function momentsOf(sorted: AnyNumbers): Pick<NumericColumn, "count" | "mean" | "deviation" | "min" | "max"> {
  const { mean, deviation } = summariseSorted(sorted);
  const first = countAnyBelow(sorted, -Number.MAX_VALUE);
  const last = countAnyBelow(sorted, Number.POSITIVE_INFINITY) - 1;
  const hasFinite = first <= last;
  return {
    count: sorted.length,
    mean,
    deviation,
    min: hasFinite ? numberAt(sorted, first) : 0,
    max: hasFinite ? numberAt(sorted, last) : 0,
  };
}
