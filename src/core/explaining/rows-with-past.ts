/**
 * Rows to explain, with the features of their past where the model asks for them: of a table from all of its rows,
 * whatever their order, and from rows of context; of a stream as rows come.
 */
import { InputError, knownNamesHint } from "../base/index.js";
import { createHistory, extendTables, type HistoryPlan } from "../history/index.js";
import type { Model } from "../model/index.js";
import { asTable, type Table, withDaysTold } from "../table/index.js";

export interface PastOptions {
  /** The column that says when; absent: the one of learning. */
  readonly time?: string | undefined;
  /** Other rows that tell about the past of these. */
  readonly context?: Table | readonly object[] | undefined;
}

/** `absent`: whether columns that a table lacks are a mistake, or missing in every row. */
export function withPastOf(
  model: Pick<Model, "history">,
  table: Table,
  { absent, ...options }: PastOptions & { readonly absent: "refuse" | "missing" },
): Table {
  const plan = planOf(model, options);
  if (plan === null || table.hasPast) return table;
  if (absent === "refuse") requireColumns(table, plan);
  return extendTables([withDaysTold(table, plan.time)], plan, contextOf(options, plan))[0]!;
}

export interface RowHistory {
  /** The rows with their past, which all rows before are part of. Explainers take them as they are. */
  extend(rows: Table | readonly object[]): Table;
}

/**
 * The past of rows that come piece by piece. It holds what the window of each machine reaches; whatever the pieces, the
 * rows have the same past.
 */
export function createRowHistory(model: Pick<Model, "history">, options: PastOptions = {}): RowHistory {
  const plan = planOf(model, options);
  const history = plan === null ? null : createHistory(plan, contextOf(options, plan));
  return {
    extend(rows) {
      const table = asTable(rows);
      if (plan === null || history === null) return table;
      if (!Array.isArray(rows)) requireColumns(table, plan);
      return history.extend(table);
    },
  };
}

function planOf({ history }: Pick<Model, "history">, { time }: PastOptions): HistoryPlan | null {
  return history === null || time === undefined || history.time === null ? history : { ...history, time };
}

function contextOf({ context }: PastOptions, plan: HistoryPlan): readonly Table[] {
  if (context === undefined) return [];
  const table = asTable(context);
  if (!Array.isArray(context)) requireColumns(table, plan);
  return [withDaysTold(table, plan.time)];
}

function requireColumns({ columns }: Table, { time, by }: HistoryPlan): void {
  const names = columns.map(({ name }) => name);
  for (const [name, what] of [
    [time, "when rows were"],
    [by, "which machine they are of"],
  ] as const) {
    if (name === null || names.includes(name)) continue;
    throw new InputError(
      "HISTORY_COLUMN",
      `the model looks at the past of rows, but no column "${name}" says ${what}`,
      knownNamesHint(name, names),
    );
  }
}
