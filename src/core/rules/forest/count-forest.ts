/**
 * Counts, over all learning rows, how many reach each node of a Forest with a known target and how many of them are as
 * the node expects. Cost: O(rows × trees × depth); a good part of it for 64 rows at a time.
 */
import type { Job, Pool } from "../../compute/index.js";
import { askRows, type KernelFold } from "../../table/index.js";
import { addStretch, type CheckedCounts, checkedCounts, type StretchTally, startTally } from "../checked-counts.js";
import type { Checking } from "../checking.js";
import { addCounts, createCounts } from "../row-counts.js";
import { expectedClasses, type Forest, isExpectedCount } from "./forest.js";
import { type CountingTask, createForestCounter, type ForestCounts, type RowRange } from "./forest-counter.js";

interface CountingHooks {
  readonly pool: Pool;
  /** Called now and then; may throw to end the work. */
  readonly tick: () => void;
}

/** Rows that one part of the work looks at. */
const PART_ROWS = 0x1_0000;

/** Fills classCounts, antecedentCounts and supportCounts of the forest in place. */
export function countForest(task: Omit<CountingTask, "order">, hooks: CountingHooks): void {
  const { forest, table, classes, onlyClasses } = task;
  if (onlyClasses && classes.every((each) => each === null)) return;
  for (const counts of countRanges({ ...task, order: null }, [table.rowCount], hooks)) addForest(forest, counts);
  countExpectedClasses(forest);
}

interface CheckingTask extends Pick<CountingTask, "forest" | "table" | "classes"> {
  readonly checking: Checking;
  /** The group of each tree. */
  readonly groups: Uint8Array;
}

/** The same, and how often the rules of nodes are true in the rows that took no part in growing their trees. */
export function countAndCheck(task: CheckingTask, hooks: CountingHooks): CheckedCounts {
  const { forest, table, classes, checking, groups } = task;
  const parts =
    table.elsewhere === undefined
      ? countByPart(task, hooks)
      : askRows(table.elsewhere, FOREST_COUNTS, { forest, classes, checking: { ...checking, parts: NO_PARTS } });
  const { groupOf } = partsThatMatter(checking);
  for (const counts of parts) addForest(forest, counts);
  countExpectedClasses(forest);
  const tally = startTally(forest.splitFeatures.length, table.rowCount);
  for (let tree = 0; tree < groups.length; tree++) {
    const checking = parts.filter((_, part) => groupOf[part] === groups[tree]);
    for (let node = forest.roots[tree]!; node < forest.roots[tree + 1]!; node++)
      checkNode(forest, node, { parts: checking, tally });
  }
  return checkedCounts(tally, checking.areDependent);
}

/**
 * What is asked about rows that lie elsewhere: each part of them counts by itself (see learning/forest-counts-fold.ts).
 */
export interface ForestCountsTask extends Pick<CountingTask, "forest" | "classes"> {
  /** Without the parts of the rows. */
  readonly checking: Checking;
}

const NO_PARTS = new Uint8Array();

export const FOREST_COUNTS: Pick<KernelFold<ForestCountsTask, ForestCounts[]>, "name" | "merge"> = {
  name: "forest-counts",
  merge(one, other) {
    one.forEach((counts, part) => {
      addForest(counts, other[part]!);
    });
    return one;
  },
};

/** The counts of each part of the rows, or of each group of parts where it does not matter which of them it is. */
export function countByPart(
  { forest, table, classes, checking }: Omit<CheckingTask, "groups">,
  hooks: CountingHooks,
): ForestCounts[] {
  const { parts, groupOf } = partsThatMatter(checking);
  const { order, ends } = rowsByPart(parts, groupOf.length);
  return countRanges({ forest, table, classes, onlyClasses: false, order }, ends, hooks);
}

/** Of independent rows it does not matter which part of their group they are in. */
function partsThatMatter({ parts, groupOf, groupCount, areDependent }: Checking) {
  if (areDependent) return { parts, groupOf };
  return {
    parts: parts.map((part) => groupOf[part]!),
    groupOf: Uint8Array.from({ length: groupCount }, (_, group) => group),
  };
}

/** All rows, those of one part after the other; and where each part ends. */
function rowsByPart(parts: Uint8Array, partCount: number): { order: Int32Array; ends: number[] } {
  const counts = new Int32Array(partCount);
  for (const part of parts) counts[part]!++;
  const next = new Int32Array(partCount);
  for (let part = 1; part < partCount; part++) next[part] = next[part - 1]! + counts[part - 1]!;
  const order = new Int32Array(parts.length);
  for (let row = 0; row < parts.length; row++) order[next[parts[row]!]!++] = row;
  return { order, ends: [...next] };
}

/** Counts of each of the ranges of rows that end there. */
function countRanges(task: CountingTask, ends: readonly number[], { pool, tick }: CountingHooks): ForestCounts[] {
  const ranges = ends.flatMap((end, at) => cutRange({ start: ends[at - 1] ?? 0, end }).map((range) => ({ at, range })));
  const pieces = pool.run(
    countingJob,
    task,
    ranges.map(({ range }) => range),
    { onPart: tick, tick },
  );
  const counts = ends.map((): ForestCounts => emptyCounts(task.forest, task.table.rowCount));
  pieces.forEach((piece, i) => {
    addForest(counts[ranges[i]!.at]!, piece);
  });
  return counts;
}

function cutRange({ start, end }: RowRange): RowRange[] {
  return Array.from({ length: Math.ceil((end - start) / PART_ROWS) }, (_, part) => ({
    start: start + part * PART_ROWS,
    end: Math.min(end, start + (part + 1) * PART_ROWS),
  }));
}

function emptyCounts({ antecedentCounts, classCounts }: ForestCounts, rowCount: number): ForestCounts {
  return {
    antecedentCounts: createCounts(antecedentCounts.length, rowCount),
    supportCounts: createCounts(antecedentCounts.length, rowCount),
    classCounts: createCounts(classCounts.length, rowCount),
  };
}

/**
 * What a node of a tree with a categorical target expects is told by all rows, those that check it among them. So of
 * the categories that it expects only those count that the other rows alone would make it expect.
 */
function checkNode(
  forest: Forest,
  node: number,
  { parts, tally }: { readonly parts: readonly ForestCounts[]; readonly tally: StretchTally },
): void {
  const classes = expectedClasses(forest, node).map((place) => forest.classOffsets[node]! + place);
  const sum = (counts: (part: ForestCounts) => number): number =>
    parts.reduce((total, part) => total + counts(part), 0);
  const otherRows = forest.antecedentCounts[node]! - sum(({ antecedentCounts }) => antecedentCounts[node]!);
  const counted = classes.filter((at) =>
    isExpectedCount(forest.classCounts[at]! - sum(({ classCounts }) => classCounts[at]!), otherRows),
  );
  const isNumeric = forest.classOffsets[node] === forest.classOffsets[node + 1];
  for (const { antecedentCounts, supportCounts, classCounts } of parts) {
    const support = isNumeric ? supportCounts[node]! : counted.reduce((total, at) => total + classCounts[at]!, 0);
    addStretch(tally, node, { rows: antecedentCounts[node]!, support });
  }
}

/** A part is a range of rows. */
export const countingJob: Job<CountingTask, RowRange, ForestCounts> = {
  name: "counting",
  prepare(task, { kernel, tick }) {
    return createForestCounter(kernel, task, tick);
  },
};

function addForest(sums: ForestCounts, counts: ForestCounts): void {
  addCounts(sums.antecedentCounts, counts.antecedentCounts);
  addCounts(sums.supportCounts, counts.supportCounts);
  addCounts(sums.classCounts, counts.classCounts);
}

function countExpectedClasses(forest: Forest): void {
  for (let node = 0; node < forest.splitFeatures.length; node++) {
    for (const place of expectedClasses(forest, node)) {
      forest.supportCounts[node]! += forest.classCounts[forest.classOffsets[node]! + place]!;
    }
  }
}
