/** A nasty table and options to learn it with. */
import fc from "fast-check";
import type { LearnOptions } from "../../src/core/model/index.js";
import {
  confidenceThresholds,
  type NastyTable,
  nastyTables,
  supportThresholds,
  type TableShape,
} from "./nasty-tables.js";

export interface LearningTask {
  readonly table: NastyTable;
  readonly options: LearnOptions;
  /** Numbers for whatever else a test has to choose. */
  readonly draws: readonly number[];
}

export function learningTasks(shape: TableShape): fc.Arbitrary<LearningTask> {
  return nastyTables(shape).chain((table) =>
    fc.record({
      table: fc.constant(table),
      options: fc.record({
        preset: fc.constantFrom("default" as const, "paper" as const),
        minSupport: supportThresholds(table.rowCount),
        minConfidence: confidenceThresholds(table.rowCount),
        confidenceWeight: fc.constantFrom(5, 0, 1, 0.5),
        maxPredicates: fc.integer({ min: 1, max: 4 }),
        cells: fc.constantFrom(4, 0, 2, 1),
        cutoffs: fc.constantFrom("dependency" as const, "dependency" as const, "uniform" as const, "kmeans" as const),
        redundancy: fc.constantFrom("productive" as const, "all" as const),
        seed: fc.nat(3),
      }),
      draws: fc.array(fc.nat(999), { minLength: 1, maxLength: 50 }),
    }),
  );
}
