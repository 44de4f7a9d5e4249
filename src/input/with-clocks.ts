/** Days and times of day that were read from two columns, as one (src/core/table/day-and-clock.ts). */
import { withClock } from "../core/table/index.js";
import type { Batch, NameColumn } from "./duckdb/read-options.js";

export function withClocks(batch: Batch, names: readonly NameColumn[] = []): Batch {
  const clocks = names.filter(({ isClockOf }) => isClockOf !== undefined);
  const join = (table: Batch["table"], { name, isClockOf }: NameColumn): Batch["table"] =>
    withClock(table, { day: isClockOf!, clock: name });
  return clocks.length === 0 ? batch : { ...batch, table: clocks.reduce(join, batch.table) };
}
