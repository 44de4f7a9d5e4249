/** Reads files of the corpus by the reader under test. The only file that has to change when the reader's interface does. */
import { createReadStream } from "node:fs";
import { join, sep } from "node:path";
import { InputError } from "../../src/core/base/index.js";
import { type CellValue, cellValue, type Table } from "../../src/core/table/index.js";
import { type FollowOptions, followRows } from "../../src/input/follow/follow-rows.js";
import {
  type AskedType,
  type Batch,
  type ReadOptions,
  type ReadWarning,
  readBatches,
  readTable,
} from "../../src/input/read-table.js";

export interface ReadWay {
  /** One file or glob, or several, in the folder of the topic. */
  readonly file?: string;
  readonly files?: readonly string[];
  /** The file is piped to standard input, in small pieces. */
  readonly stdin?: boolean;
  /** `table` (default) is how learning reads, `batches` how explaining reads, `follow` is explaining a live stream. */
  readonly via?: "table" | "batches" | "follow";
  /**
   * Of `readTable`; `types` is a record, `{folder}` in SQL is the folder of the topic. `numeric` and `categorical` are
   * lists of columns, as on the command line.
   */
  readonly options?: Readonly<Record<string, unknown>>;
}

export type Outcome =
  | { readonly error: { readonly code: string; readonly message: string; readonly hint: string } }
  /** Not an error for the caller, but a defect of the reader. */
  | { readonly crash: string }
  | {
      readonly rows: number;
      /** Of batches: where the rows are in the input. */
      readonly rowNumbers?: readonly number[];
      /** Of batches of several files: file and row there. */
      readonly sources?: readonly string[];
      readonly columns: readonly {
        readonly name: string;
        readonly type: string;
        readonly values: readonly CellValue[];
      }[];
      readonly notes: readonly ReadWarning[];
    };

const PIECE_BYTES = 50;

/** Paths in messages are given without the folder. */
export async function readFiles(way: ReadWay, folder: string): Promise<Outcome> {
  const hide = (text: string): string =>
    text.replaceAll(`${folder}${sep}`, "").replaceAll(`${folder}/`, "").replaceAll(folder, "{folder}");
  try {
    const outcome = await readBy(way, folder);
    return {
      ...outcome,
      notes: outcome.notes.map(({ code, message, hint }) => ({ code, message: hide(message), hint: hide(hint) })),
    };
  } catch (error) {
    if (!(error instanceof InputError)) return { crash: hide(String(error)) };
    const hint = error.code === "OPTION_UNKNOWN" ? "" : hide(error.hint); // it lists all options
    return { error: { code: error.code, message: hide(error.message), hint } };
  }
}

type TableOutcome = Extract<Outcome, { rows: number }>;

async function readBy(way: ReadWay, folder: string): Promise<TableOutcome> {
  const paths = (way.files ?? (way.file === undefined ? [] : [way.file])).map((file) =>
    file === "-" || file.includes("://") ? file : join(folder, file),
  );
  const notes: ReadWarning[] = [];
  const options = readOptions(way.options ?? {}, folder);
  const stdin = (): AsyncIterable<Uint8Array> => createReadStream(paths[0]!, { highWaterMark: PIECE_BYTES });
  const source = way.stdin ? "-" : paths;
  const whole: ReadOptions = way.stdin ? { ...options, stdin: stdin() } : options;
  if (way.via === "follow") {
    const stream: FollowOptions = {
      ...options,
      columns: options.columns ?? [],
      onOpen: () => {},
      onWarning: (warning) => notes.push(warning),
      stop: new AbortController().signal,
    };
    return outcomeOf(await collect(followRows(stdin(), stream)), notes);
  }
  if (way.via === "batches") {
    const onNoMatch: ReadOptions["onNoMatch"] = (missed) =>
      notes.push({ code: "NO_MATCH", message: JSON.stringify(missed), hint: "" });
    const batches = readBatches(source, { ...whole, onNoMatch, onWarning: (warning) => notes.push(warning) });
    return outcomeOf(await collect(batches), notes);
  }
  const { table, warnings } = await readTable(source, whole);
  return { rows: table.rowCount, columns: columnsOf([table]), notes: warnings };
}

function readOptions(options: Readonly<Record<string, unknown>>, folder: string): ReadOptions {
  const { numeric, categorical, types, sql, ...others } = options;
  const chosen = new Map(Object.entries((types ?? {}) as Record<string, AskedType>));
  for (const name of (numeric ?? []) as readonly string[]) chosen.set(name, "number");
  return {
    ...others,
    ...(chosen.size > 0 && { types: chosen }),
    ...(categorical !== undefined && { keepTexts: categorical as readonly string[] }),
    ...(sql !== undefined && { sql: String(sql).replaceAll("{folder}", folder) }),
  };
}

async function collect(batches: AsyncIterable<Batch>): Promise<readonly Batch[]> {
  const all: Batch[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

function outcomeOf(batches: readonly Batch[], notes: readonly ReadWarning[]): TableOutcome {
  const rowNumbers = batches.flatMap(({ rows }) => [...rows]);
  const sources = batches.flatMap(({ sources }) =>
    sources === null
      ? []
      : Array.from(sources.row, (row, at) => `${shortName(sources.files[sources.file[at]!]!)} ${row}`),
  );
  return {
    rows: rowNumbers.length,
    rowNumbers,
    ...(sources.length > 0 && { sources }),
    columns: columnsOf(batches.map(({ table }) => table)),
    notes,
  };
}

/** The columns of all tables as one; a column that changes its type between them has both. */
function columnsOf(tables: readonly Table[]): TableOutcome["columns"] {
  return (tables[0]?.columns ?? []).map(({ name }, place) => {
    const columns = tables.map((table) => table.columns[place]!);
    const types = columns.map((column) => (column.type === "other" ? `other (${column.holds})` : column.type));
    const values = tables.flatMap(({ rowCount }, at) =>
      columns[at]!.type === "other" ? [] : Array.from({ length: rowCount }, (_, row) => cellValue(columns[at]!, row)),
    );
    return { name, type: [...new Set(types)].join(" or "), values };
  });
}

function shortName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
