/**
 * Gathers rows into small tables. Where a column's values change their type from one row to the next, a new table
 * begins: a cell is then what it is by itself, however the stream happens to be cut.
 */
import { type CellValue, tableFromColumns } from "../../core/table/index.js";
import type { Batch } from "../duckdb/read-options.js";

interface RowBatches {
  /** `row`: its number in the input. */
  add(values: readonly CellValue[], row: number): void;
  /** All rows that were added since, in tables of at most so many. */
  take(): readonly Batch[];
}

export function createRowBatches(names: readonly string[], batchRows: number): RowBatches {
  let done: Batch[] = [];
  let open = emptyColumns(names.length);

  function close(): void {
    if (open.rows.length > 0) done.push(toBatch(names, open));
    open = emptyColumns(names.length);
  }

  return {
    add(values, row) {
      if (open.rows.length === batchRows || values.some((value, place) => isOther(value, open.types[place]!))) close();
      for (const [place, value] of values.entries()) {
        open.columns[place]!.push(value);
        if (value !== null) open.types[place] = typeof value;
      }
      open.rows.push(row);
    },
    take() {
      close();
      const taken = done;
      done = [];
      return taken;
    },
  };
}

interface OpenColumns {
  readonly columns: readonly CellValue[][];
  /** Of the values so far; null: all are missing. */
  readonly types: (string | null)[];
  readonly rows: number[];
}

function emptyColumns(count: number): OpenColumns {
  return {
    columns: Array.from({ length: count }, () => []),
    types: Array.from({ length: count }, () => null),
    rows: [],
  };
}

function isOther(value: CellValue, type: string | null): boolean {
  return value !== null && type !== null && typeof value !== type;
}

function toBatch(names: readonly string[], { columns, rows }: OpenColumns): Batch {
  const table = tableFromColumns(
    names.map((name, place) => ({ name, values: columns[place]! })),
    rows.length,
  );
  return { table, rows: Float64Array.from(rows), sources: null };
}
