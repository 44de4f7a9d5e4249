/**
 * Counts rows at the nodes of a Forest in the kernel (kernel/forest-counts.ts): lays out the nodes in its memory
 * once, and then, block by block, the bins of all features that some tree asks for. Memory does not grow with the rows.
 */

import { f64, i32, type Kernel, type Layout, layOutRecord, u8, u16, u32 } from "../../compute/index.js";
import { COUNTING, MAX_TREE_DEPTH } from "../../schema/index.js";
import {
  codesBetween,
  type EncodedColumn,
  type EncodedTable,
  numbersBetween,
  pickCodes,
  pickNumbers,
} from "../../table/index.js";
import { type CountingPlan, categoryBins, NO_CUT, planCounting, type TreeGroup } from "./counting-plan.js";
import type { Forest } from "./forest.js";
import type { Classes } from "./forest-bins.js";

export interface CountingTask {
  readonly forest: Forest;
  readonly table: EncodedTable;
  /** One for each categorical feature. */
  readonly classes: readonly (Classes | null)[];
  /** Trees of numeric targets are left out: their counts are 0. */
  readonly onlyClasses: boolean;
  /** Rows of the table in the order in which they are looked at; null: as they stand. */
  readonly order: Int32Array | null;
}

/** Rows from `start` to `end` - 1 in that order. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** As in a Forest, but supportCounts only of numeric targets. */
export type ForestCounts = Pick<Forest, "antecedentCounts" | "supportCounts" | "classCounts">;

/** Rows laid out at once: a multiple of 64. */
const BLOCK = 4096;

export function createForestCounter(
  kernel: Kernel,
  task: CountingTask,
  tick: () => void,
): (range: RowRange) => ForestCounts {
  const plan = planCounting(task.forest, task.table.features, task.onlyClasses);
  // Trees split a feature between bins, of which there are few (forest-bins.ts).
  if (plan.cuts.some((cuts) => cuts.length >= NO_CUT)) throw new RangeError("a feature has more cut-offs than a byte");
  const laid = layOut(kernel, task, plan);
  fillPlan(task, plan, laid);
  const { antecedentCounts, supportCounts, classCounts } = laid.arrays;
  return (range) => {
    for (const counts of [antecedentCounts, supportCounts, classCounts]) counts.fill(0);
    for (let start = range.start; start < range.end; start += BLOCK) {
      tick();
      countBlock(kernel, { start, end: Math.min(range.end, start + BLOCK) }, { task, plan, laid });
    }
    return {
      antecedentCounts: antecedentCounts.slice(),
      supportCounts: supportCounts.slice(),
      classCounts: classCounts.slice(),
    };
  };
}

type LaidCounting = ReturnType<typeof layOut>;

/** The record of kernel/forest-counts.ts, and what blocks of columns are read by. */
function layOut(kernel: Kernel, { forest, table, classes }: CountingTask, { cuts, groups, nodes }: CountingPlan) {
  const most = (sizes: readonly number[]): number => sizes.reduce((a, b) => Math.max(a, b), 0);
  const mostAsked = most(groups.map(({ asked }) => asked.length));
  const mostRanks = most(groups.map((group) => rankCount(group, classes)));
  const nodeCount = forest.splitFeatures.length;
  const plan = {
    rowCount: 0,
    stride: BLOCK,
    bins: u8(table.features.length * BLOCK),
    ranks: u16(BLOCK),
    rankCount: 0,
    order: u16(BLOCK),
    starts: i32(mostRanks + 1),
    asked: 0 as const,
    askedCount: 0,
    orderedBins: u8(mostAsked * BLOCK),
    hasHoles: u8(mostAsked),
    sets: u8((2 * (MAX_TREE_DEPTH + 1) * BLOCK) / 8),
    nodes: i32(nodes.length),
    classCount: 0,
    roots: 0 as const,
    treeCount: 0,
    antecedentCounts: u32(nodeCount),
    supportCounts: u32(nodeCount),
    classCounts: u32(forest.classCounts.length),
  };
  const others = {
    // Rows of one column at a time.
    numbers: f64(BLOCK),
    codes: i32(BLOCK),
    cuts: cuts.map((ends) => f64(ends.length)),
    binOf: table.features.map((feature) => u8(feature.kind === "numeric" ? 0 : feature.categories.length)),
    classOf: classes.map((each) => u8(each?.classOf.length ?? 0)),
    bounds: groups.map(({ bounds }) => f64(bounds.length)),
    asked: groups.map(({ asked }) => i32(asked.length)),
    roots: groups.map(({ roots }) => u32(roots.length)),
  } satisfies Layout;
  return layOutRecord(kernel, COUNTING, plan, others);
}

function rankCount({ target, bounds }: TreeGroup, classes: CountingTask["classes"]): number {
  return classes[target]?.classes.length ?? 2 * bounds.length + 1;
}

function fillPlan({ table, classes }: CountingTask, { cuts, groups, nodes }: CountingPlan, laid: LaidCounting): void {
  const { others } = laid;
  laid.arrays.nodes.set(nodes);
  table.features.forEach((feature, index) => {
    others.cuts[index]!.set(cuts[index]!);
    others.binOf[index]!.set(categoryBins(feature, cuts[index]!));
    others.classOf[index]!.set(classes[index]?.classOf ?? []);
  });
  groups.forEach(({ bounds, asked, roots }, group) => {
    others.bounds[group]!.set(bounds);
    others.asked[group]!.set(asked);
    others.roots[group]!.set(roots);
  });
}

function countBlock(
  { run }: Kernel,
  block: RowRange,
  {
    task: { table, classes, order },
    plan: { groups },
    laid: { record, arrays, others },
  }: { readonly task: CountingTask; readonly plan: CountingPlan; readonly laid: LaidCounting },
): void {
  const rowCount = block.end - block.start;
  const { numbers, codes } = others;
  const rows = order?.subarray(block.start, block.end) ?? null;
  const copyCells = (column: EncodedColumn): void => {
    if (column.kind === "numeric") {
      if (rows === null) numbers.set(numbersBetween(column, block.start, block.end));
      else pickNumbers(column, rows, numbers);
    } else if (rows === null) codes.set(codesBetween(column, block.start, block.end));
    else pickCodes(column, rows, codes);
  };
  table.columns.forEach((column, feature) => {
    const cuts = others.cuts[feature]!;
    if (cuts.length === 0) return;
    const bins = arrays.bins.byteOffset + feature * BLOCK;
    copyCells(column);
    if (column.kind === "numeric") run.binNumbers(numbers.byteOffset, rowCount, cuts.byteOffset, cuts.length, bins);
    else run.binCodes(codes.byteOffset, rowCount, others.binOf[feature]!.byteOffset, bins);
  });
  groups.forEach((group, index) => {
    const column = table.columns[group.target]!;
    const bounds = others.bounds[index]!;
    const ranks = arrays.ranks.byteOffset;
    copyCells(column);
    if (column.kind === "numeric")
      run.rankNumbers(numbers.byteOffset, rowCount, bounds.byteOffset, bounds.length, ranks);
    else run.rankCodes(codes.byteOffset, rowCount, others.classOf[group.target]!.byteOffset, ranks);
    record.set({
      rowCount,
      rankCount: rankCount(group, classes),
      asked: others.asked[index]!,
      askedCount: group.asked.length,
      classCount: classes[group.target]?.classes.length ?? 0,
      roots: others.roots[index]!,
      treeCount: group.roots.length,
    });
    run.countTrees(record.pointer);
  });
}
