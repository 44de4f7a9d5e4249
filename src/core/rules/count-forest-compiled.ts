/**
 * Counts rows at the nodes of a Forest in the compiled kernel (kernel/forest-counts.ts): lays out the nodes in its memory
 * once, and then, block by block, the bins of all features that some tree asks for. Memory does not grow with the rows.
 */
import { type Kernel, NoRoom, unlessFull } from "../kernel/kernel.js";
import type { EncodedColumn } from "../table/encode-table.js";
import type { CountingTask, ForestCounts, RowRange } from "./count-forest-twin.js";
import { categoryBins, NO_CUT, planCounting, type TreeGroup } from "./counting-plan.js";
import { MAX_TREE_DEPTH } from "./forest.js";

/** Rows laid out at once: a multiple of 64. */
const BLOCK = 4096;

/** Null when the task has no room in the kernel. */
export function createCompiledCounter(
  kernel: Kernel,
  task: CountingTask,
  tick: () => void,
): ((range: RowRange) => ForestCounts) | null {
  return unlessFull(() => {
    const counter = layOut(kernel, task);
    return (range: RowRange) => {
      counter.clear();
      for (let start = range.start; start < range.end; start += BLOCK) {
        tick();
        counter.countBlock({ start, end: Math.min(range.end, start + BLOCK) });
      }
      return counter.counts();
    };
  });
}

/** The fields of kernel/forest-counts.ts, in their order. */
interface Fields {
  readonly rowCount: number;
  readonly stride: number;
  readonly bins: number;
  readonly ranks: number;
  readonly rankCount: number;
  readonly order: number;
  readonly starts: number;
  readonly asked: number;
  readonly askedCount: number;
  readonly orderedBins: number;
  readonly hasHoles: number;
  readonly sets: number;
  readonly nodes: number;
  readonly classCount: number;
  readonly roots: number;
  readonly treeCount: number;
  readonly antecedentCounts: number;
  readonly supportCounts: number;
  readonly classCounts: number;
}

interface Counter {
  clear(): void;
  countBlock(block: RowRange): void;
  counts(): ForestCounts;
}

function layOut(kernel: Kernel, { forest, table, classes }: CountingTask): Counter {
  const { run } = kernel;
  const { cuts, groups, nodes } = planCounting(forest, table.features);
  if (cuts.some((own) => own.length >= NO_CUT)) throw new NoRoom();
  const reserve = (bytes: number): number => kernel.take(bytes);
  const write = (array: Float64Array | Int32Array | Uint32Array | Uint8Array): number => {
    const pointer = reserve(array.byteLength);
    kernel.u8(pointer, array.byteLength).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return pointer;
  };
  const most = (sizes: readonly number[]): number => sizes.reduce((a, b) => Math.max(a, b), 0);
  const nodeCount = forest.splitFeatures.length;
  const ranksOf = ({ target, bounds }: TreeGroup): number => classes[target]?.classes.length ?? 2 * bounds.length + 1;
  const fields: Fields = {
    rowCount: 0,
    stride: BLOCK,
    bins: reserve(table.features.length * BLOCK),
    ranks: reserve(BLOCK * 2),
    rankCount: 0,
    order: reserve(BLOCK * 2),
    starts: reserve((most(groups.map(ranksOf)) + 1) * 4),
    asked: 0,
    askedCount: 0,
    orderedBins: reserve(most(groups.map(({ asked }) => asked.length)) * BLOCK),
    hasHoles: reserve(most(groups.map(({ asked }) => asked.length))),
    sets: reserve((2 * (MAX_TREE_DEPTH + 1) * BLOCK) / 8),
    nodes: write(nodes),
    classCount: 0,
    roots: 0,
    treeCount: 0,
    antecedentCounts: reserve(nodeCount * 4),
    supportCounts: reserve(nodeCount * 4),
    classCounts: reserve(forest.classCounts.length * 4),
  };
  const record = reserve(run.countingBytes());
  const cells = reserve(BLOCK * 8);
  const features = table.features.map((feature, index) => ({
    column: table.columns[index]!,
    cuts: write(cuts[index]!),
    cutCount: cuts[index]!.length,
    binOf: write(categoryBins(feature, cuts[index]!)),
    classOf: write(classes[index]?.classOf ?? new Uint8Array()),
    bins: fields.bins + index * BLOCK,
  }));
  const written = groups.map((group) => ({
    target: features[group.target]!,
    bounds: write(group.bounds),
    boundCount: group.bounds.length,
    fields: {
      ...fields,
      rankCount: ranksOf(group),
      asked: write(group.asked),
      askedCount: group.asked.length,
      classCount: classes[group.target]?.classes.length ?? 0,
      roots: write(group.roots),
      treeCount: group.roots.length,
    },
  }));
  const copyCells = (column: EncodedColumn, { start, end }: RowRange): void => {
    if (column.kind === "numeric") kernel.f64(cells, end - start).set(column.values.subarray(start, end));
    else kernel.i32(cells, end - start).set(column.codes.subarray(start, end));
  };
  return {
    clear() {
      kernel.u32(fields.antecedentCounts, nodeCount).fill(0);
      kernel.u32(fields.supportCounts, nodeCount).fill(0);
      kernel.u32(fields.classCounts, forest.classCounts.length).fill(0);
    },
    countBlock(block) {
      const rowCount = block.end - block.start;
      for (const { column, cuts, cutCount, binOf, bins } of features) {
        if (cutCount === 0) continue;
        copyCells(column, block);
        if (column.kind === "numeric") run.binNumbers(cells, rowCount, cuts, cutCount, bins);
        else run.binCodes(cells, rowCount, binOf, bins);
      }
      for (const { target, bounds, boundCount, fields } of written) {
        copyCells(target.column, block);
        if (target.column.kind === "numeric") run.rankNumbers(cells, rowCount, bounds, boundCount, fields.ranks);
        else run.rankCodes(cells, rowCount, target.classOf, fields.ranks);
        kernel.i32(record, Object.keys(fields).length).set(Object.values({ ...fields, rowCount }));
        run.countTrees(record);
      }
    },
    counts: () => ({
      antecedentCounts: kernel.u32(fields.antecedentCounts, nodeCount).slice(),
      supportCounts: kernel.u32(fields.supportCounts, nodeCount).slice(),
      classCounts: kernel.u32(fields.classCounts, forest.classCounts.length).slice(),
    }),
  };
}
