/**
 * Questions about all rows, asked so that the rows may lie anywhere: a state is made of each part of them, states of
 * two parts are merged to that of both, and neither how rows are dealt to parts nor the order of merging changes a bit.
 *
 * A table in memory is one part. Of a table that lies elsewhere the columns hold a sample of the rows, and whoever has
 * the rows is asked. Tasks and states are plain data (see compute/plain-text.ts), of a size that does not grow with the
 * rows.
 */
import type { Kernel } from "../compute/index.js";
import type { EncodedTable } from "./encode-table.js";
import type { RowsElsewhere } from "./rows-elsewhere.js";

export interface RowFold<Task, State> {
  readonly name: string;
  fold(rows: EncodedTable, task: Task): State;
  /** May write to the first state and return it. */
  merge(one: State, other: State): State;
}

/** One that works in the kernel, and is asked only about rows that lie elsewhere. */
export interface KernelFold<Task, State> {
  readonly name: string;
  fold(rows: EncodedTable, task: Task, tools: PartTools): State;
  merge(one: State, other: State): State;
}

export interface PartTools {
  readonly kernel: Kernel;
  /** The key of each row (see sample-rows.ts). */
  keys(): Float64Array;
  /** When each row was, NaN where missing; null: no column tells. */
  readonly moments: Float64Array | null;
  /** The part of each row (see learning/deal-rows.ts). */
  dealt(): Uint8Array;
}

/** The state of all rows of a table, wherever they lie. */
export function foldRows<Task, State>(table: EncodedTable, fold: RowFold<Task, State>, task: Task): State {
  return table.elsewhere === undefined ? fold.fold(table, task) : (table.elsewhere.ask(fold.name, task) as State); // of the fold that has this name
}

/** The state of all rows of a table that lies elsewhere. */
export function askRows<Task, State>(
  elsewhere: RowsElsewhere,
  fold: Pick<KernelFold<Task, State>, "name" | "merge">,
  task: Task,
): State {
  return elsewhere.ask(fold.name, task) as State;
}

/** Some columns of a table, wherever its rows lie. */
export function takeColumns(table: EncodedTable, places: readonly number[]): EncodedTable {
  const { rowCount, elsewhere } = table;
  const features = places.map((place) => table.features[place]!);
  const columns = places.map((place) => table.columns[place]!);
  return { rowCount, features, columns, ...(elsewhere === undefined ? {} : { elsewhere: elsewhere.among(features) }) };
}

/** Long work that is not done again where learning begins anew (see RowsElsewhere); the result must not be changed. */
export function doneOnce<Result>(table: EncodedTable, name: string, work: () => Result): Result {
  return table.elsewhere === undefined ? work() : table.elsewhere.once(name, work);
}

/** Adds the other numbers, place by place. */
export function addNumbers<List extends Float64Array>(sums: List, others: List): List {
  for (let place = 0; place < sums.length; place++) sums[place]! += others[place]!;
  return sums;
}
