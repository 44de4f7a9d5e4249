/**
 * The past of rows as columns, for the sender: it cuts its rows into parts, gives them to several engines, and asks
 * again about some of them. With these columns each row has its past with it.
 */
import { type PastOptions, withPastOf } from "../core/explaining/index.js";
import type { Model } from "../core/model/index.js";
import type { Column, Table } from "../core/table/index.js";
import type { SentNumbers } from "./messages.js";

interface ToldPast {
  readonly result: { readonly columns: readonly PastColumn[] };
  readonly numbers: readonly SentNumbers[];
  readonly bytes: ArrayBuffer;
}

/** Numbers, or, with a dictionary, places in it; -1 is missing. */
interface PastColumn {
  readonly name: string;
  readonly dictionary: readonly string[] | null;
}

export function tellPast({ history }: Pick<Model, "history">, table: Table, options: PastOptions): ToldPast {
  const extended = withPastOf({ history }, table, { ...options, absent: "refuse" });
  const made = new Set(history?.derived.map(({ name }) => name));
  const columns = extended.columns.filter(({ name }) => made.has(name));
  const whole = new Float64Array(columns.length * table.rowCount);
  for (const [place, column] of columns.entries()) whole.set(numbersOf(column), place * table.rowCount);
  return {
    result: { columns: columns.map(describeColumn) },
    numbers: columns.map(({ name }, place) => ({ name, offset: 8 * place * table.rowCount, length: table.rowCount })),
    bytes: whole.buffer,
  };
}

function numbersOf(column: Column): ArrayLike<number> {
  if (column.type === "number") return column.values;
  if (column.type === "text") return column.codes;
  throw new Error(`the past became a column of type ${column.type}`);
}

function describeColumn(column: Column): PastColumn {
  return { name: column.name, dictionary: column.type === "text" ? column.dictionary : null };
}
