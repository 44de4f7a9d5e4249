/**
 * Which of day and month comes first in the days of a column, as all rows of an input tell together. Rows are often
 * looked at piece by piece, and a piece by itself would be read otherwise than the next one; so whoever has the whole
 * input looks once, and the column carries what was found (`TextColumn.days`).
 */
import { countTexts, usedTexts } from "./column-facts.js";
import { dayOrderIn } from "./moments.js";
import type { Column, Table } from "./table.js";

/** Contract: the table is the whole input. `name`: the column that says when; null: none does. */
export function withDaysTold(table: Table, name: string | null): Table {
  const tell = (column: Column): Column => (column.name === name ? tellDays(column) : column);
  return name === null ? table : { ...table, columns: table.columns.map(tell) };
}

/** The column of a whole input with the order of its days, where they tell it. */
export function tellDays(column: Column): Column {
  if (column.type !== "text" || column.days !== undefined) return column;
  const days = dayOrderIn(usedTexts(countTexts(column)));
  return days === null ? column : { ...column, days };
}
