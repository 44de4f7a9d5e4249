/**
 * Counts, over all learning rows, how many reach each node of a Forest with a known target and how many of them are as
 * the node expects. Cost: O(rows × trees × depth); in the kernel, a good part of it for 64 rows at a time.
 */
import type { Crew, Job } from "../crew/crew.js";
import { createCompiledCounter } from "./count-forest-compiled.js";
import { type CountingTask, countRows, type ForestCounts, type RowRange } from "./count-forest-twin.js";
import { expectedClasses, type Forest } from "./forest.js";

export interface CountingHooks {
  readonly crew: Crew;
  /** Called now and then; may throw to end the work. */
  readonly tick: () => void;
}

/** Rows that one part of the work looks at. */
const PART_ROWS = 0x1_0000;

/** Fills classCounts, antecedentCounts and supportCounts of the forest in place. */
export function countForest(task: CountingTask, { crew, tick }: CountingHooks): void {
  const { forest, table, classes, onlyClasses } = task;
  if (onlyClasses && classes.every((own) => own === null)) return;
  const parts = Array.from({ length: Math.ceil(table.rowCount / PART_ROWS) }, (_, part) => ({
    start: part * PART_ROWS,
    end: Math.min(table.rowCount, (part + 1) * PART_ROWS),
  }));
  for (const counts of crew.run(countingJob, task, parts, { onPart: tick, tick })) {
    addTo(forest.antecedentCounts, counts.antecedentCounts);
    addTo(forest.supportCounts, counts.supportCounts);
    addTo(forest.classCounts, counts.classCounts);
  }
  countExpectedClasses(forest);
}

/** A part is a range of rows. */
export const countingJob: Job<CountingTask, RowRange, ForestCounts> = {
  name: "counting",
  prepare(task, { kernel, tick }) {
    const compiled = kernel === null ? null : createCompiledCounter(kernel, task, tick);
    return compiled ?? ((range) => countRows(task, range));
  },
};

function addTo(sums: Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < sums.length; at++) sums[at]! += counts[at]!;
}

function countExpectedClasses(forest: Forest): void {
  for (let node = 0; node < forest.splitFeatures.length; node++) {
    for (const own of expectedClasses(forest, node)) {
      forest.supportCounts[node]! += forest.classCounts[forest.classOffsets[node]! + own]!;
    }
  }
}
