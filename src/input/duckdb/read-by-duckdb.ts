/** Tables by DuckDB: every format, any size, SQL. */
import { join } from "node:path";
import { InputError } from "../../core/base/index.js";
import type { RowSources } from "../../core/presenting/index.js";
import type { Column, DayReading, Table } from "../../core/table/index.js";
import { makeColumnFolder, nothingRead, removeColumnFolder } from "../../node/files/column-folder.js";
import { oddCellError } from "../csv/odd-cells.js";
import { createBuilder, type TableUse } from "./column-builders.js";
import { noMatchError } from "./no-match.js";
import { type Input, type InputChunk, openInput } from "./open-rows.js";
import type { Batch, LargeReadResult, ResolvedReadOptions, WideTable } from "./read-options.js";
import { drawColumns, LOT_ROWS } from "./wide-lot.js";

export async function readTableByDuckdb(resolved: ResolvedReadOptions): Promise<LargeReadResult> {
  const input = await openInput(resolved);
  let folder: string | null = null;
  try {
    const none = input.noticed.find(({ odd, numbers }) => odd > 0 && numbers === 0);
    if (none !== undefined) throw oddCellError(none); // named numeric, and not one cell is a number
    if (resolved.onWide !== null && input.groups.length > 1) await tellSome(input, resolved.onWide);
    const gatherer = createGatherer(input, "learning");
    for (const [place, group] of input.groups.entries()) {
      const onRows = (_: number, share: number | null): void =>
        resolved.onProgress({
          phase: "read",
          rows: input.rowsRead(), // of the first group: the others have the same
          share: share === null ? null : (place + share) / input.groups.length,
        });
      let count = 0;
      for await (const chunk of input.chunks(group, onRows)) {
        gatherer.add(group, chunk);
        count += chunk.count;
        if (folder === null && gatherer.bytes() > resolved.tableBytes) gatherer.spill((folder = makeColumnFolder()));
      }
      if (count !== gatherer.rowCount()) throw otherRowsError();
    }
    const inputRows = input.rowsRead();
    if (inputRows === 0) throw emptyError(input);
    const missed = input.missed();
    if (missed !== null) throw noMatchError(missed, input.shown);
    if (gatherer.rowCount() === 0) throw nothingLeftError(input);
    return { table: gatherer.finish(), inputRows, warnings: input.warnings, folder };
  } catch (error) {
    if (folder !== null) removeColumnFolder(folder);
    throw error;
  } finally {
    await input.close();
  }
}

/** Nothing is told of many rows. */
async function tellSome(input: Input, tell: (wide: WideTable) => void): Promise<void> {
  const drawn = drawColumns(input.columns.map(({ name }) => name));
  const gatherer = createGatherer({ ...input, columns: drawn.map((place) => input.columns[place]!) }, "learning");
  const all = drawn.map((_, index) => index);
  for await (const { selection, count, vector } of input.chunks(drawn)) {
    gatherer.add(all, { selection, count, vector: (index) => vector(drawn[index]!) });
    if (gatherer.rowCount() > LOT_ROWS) return;
  }
  if (gatherer.rowCount() > 0) tell({ columnCount: input.columns.length, lot: gatherer.finish() });
}

export async function* readBatchesByDuckdb(resolved: ResolvedReadOptions): AsyncGenerator<Batch, void, undefined> {
  const input = await openInput(resolved);
  try {
    for (const warning of input.warnings) resolved.onWarning(warning);
    yield* joinBatches(input.groups.map((_, place) => readGroup(input, place, resolved)));
    const missed = input.missed();
    if (missed !== null) resolved.onNoMatch(missed);
  } finally {
    await input.close();
  }
}

/** The columns of all groups side by side. Each has the same rows in its batches, since all are cut alike. */
async function* joinBatches(groups: readonly AsyncGenerator<Batch, void, undefined>[]): AsyncGenerator<Batch> {
  try {
    for (;;) {
      const batches: Batch[] = [];
      for (const group of groups) {
        const { value } = await group.next();
        if (value !== undefined) batches.push(value);
      }
      const [first] = batches;
      if (first === undefined) return;
      if (batches.length < groups.length || !batches.every(({ rows }) => areSame(rows, first.rows)))
        throw otherRowsError();
      const { rowCount } = first.table;
      yield { ...first, table: { rowCount, columns: batches.flatMap(({ table }) => table.columns) } };
    }
  } finally {
    for (const group of groups) await group.return();
  }
}

function areSame(some: Float64Array, others: Float64Array): boolean {
  return some.length === others.length && some.every((row, index) => row === others[index]);
}

/** Values of different rows must never be joined. */
function otherRowsError(): Error {
  return new Error("groups of columns were read with different rows");
}

async function* readGroup(
  input: Input,
  place: number,
  { batchRows, onProgress }: ResolvedReadOptions,
): AsyncGenerator<Batch, void, undefined> {
  const group = input.groups[place]!;
  const gatherer = createGatherer({ ...input, columns: group.map((index) => input.columns[index]!) }, "explaining");
  const all = group.map((_, index) => index);
  let rows: number[] = [];
  let sources = gatherSources(input);
  const take = (): Batch => {
    const batch = { table: gatherer.finish(), rows: Float64Array.from(rows), sources: sources.finish() };
    [rows, sources] = [[], gatherSources(input)];
    return batch;
  };
  const onRows = (read: number, share: number | null): void => {
    if (place === 0) onProgress({ phase: "read", rows: read, share });
  };
  for await (const chunk of input.chunks(group, onRows)) {
    for (let from = 0; from < chunk.count; ) {
      const count = Math.min(chunk.count - from, batchRows - rows.length);
      const selection = chunk.selection.subarray(from, from + count);
      gatherer.add(all, { selection, count, vector: (index) => chunk.vector(group[index]!) });
      for (const row of selection) rows.push(chunk.firstRow + row);
      sources.add(chunk, selection);
      from += count;
      if (rows.length === batchRows) yield take();
    }
  }
  if (rows.length > 0) yield take();
}

/** Where the rows of a batch were read. */
function gatherSources({ files }: Input): {
  add(chunk: InputChunk, selection: Int32Array): void;
  finish(): RowSources | null;
} {
  const file: number[] = [];
  const row: number[] = [];
  return {
    add({ sources }, selection) {
      if (sources === null) return;
      for (const at of selection) {
        file.push(sources.file[at]!);
        row.push(sources.row[at]!);
      }
    },
    finish: () => (file.length === 0 ? null : { files, file: Int32Array.from(file), row: Float64Array.from(row) }),
  };
}

interface Gatherer {
  /** Adds rows of these columns, places in the input's. Contract: the same rows of all columns, the first's first. */
  add(group: readonly number[], chunk: Pick<InputChunk, "selection" | "count" | "vector">): void;
  rowCount(): number;
  /** What the table takes so far, but for its texts. */
  bytes(): number;
  /** Puts all columns, and what comes, into this folder. */
  spill(folder: string): void;
  /** The rows so far as a Table; then empty again. */
  finish(): Table;
}

const VALUE_BYTES = { number: 8, time: 8, text: 4, boolean: 1, other: 0 } as const;

function createGatherer(input: Pick<Input, "columns" | "isNamed" | "asWritten">, tables: TableUse): Gatherer {
  const last = nothingRead();
  const builders = input.columns.map((column) => {
    const mayDrop = tables === "learning" && !input.isNamed(column.name);
    const uniqueTexts = input.asWritten ? "as written" : mayDrop ? "drop" : "keep";
    return createBuilder(column, { uniqueTexts, tables, last });
  });
  const rowBytes = input.columns.reduce((sum, { type }) => sum + VALUE_BYTES[type], 0);
  let rows = 0;
  return {
    add(group, { selection, count, vector }) {
      for (const index of group) {
        if (input.columns[index]!.type !== "other") builders[index]!.append(vector(index), selection, count);
      }
      if (group.length === 0 || group[0] === 0) rows += count;
    },
    rowCount: () => rows,
    bytes: () => rows * rowBytes,
    spill(folder) {
      for (const [index, builder] of builders.entries()) builder.spill(join(folder, `column-${index}`));
    },
    finish() {
      const columns = builders.map((builder, index) => withDays(builder.finish(), input.columns[index]!.days));
      const table = { rowCount: rows, columns };
      rows = 0;
      return table;
    },
  };
}

function withDays(column: Column, days: DayReading | undefined): Column {
  return days === undefined || column.type !== "text" ? column : { ...column, days };
}

function emptyError(input: Input): InputError {
  return new InputError(
    "TABLE_EMPTY",
    `${input.shown} has no rows`,
    "There is nothing to learn from. Check how it was written.",
  );
}

function nothingLeftError(input: Input): InputError {
  return new InputError(
    "NO_ROW_LEFT",
    `no row of ${input.shown} satisfies ${input.condition}`,
    "There is nothing to learn from. Try the condition in a wider form first.",
  );
}
