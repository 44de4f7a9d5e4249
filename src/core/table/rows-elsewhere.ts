import type { Feature } from "./features.js";

/** Has the rows of a table, or knows who has. */
export interface RowsElsewhere {
  /** The state of all rows. */
  ask(fold: string, task: unknown): unknown;
  /** What this work came to: it is done once, however often learning begins anew to take in an answer. */
  once<Result>(name: string, work: () => Result): Result;
  /** The same rows, asked about by these features alone: states are of some columns, and no others need be read. */
  among(features: readonly Feature[]): RowsElsewhere;
}
