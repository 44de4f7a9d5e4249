/**
 * A private in-memory DuckDB for one read: opened late (the library is loaded on first use), closed always.
 *
 * It can neither reach the network nor load extensions: Parquet, JSON and ICU are built in, the rest is switched off,
 * and what a caller gives as SQL only ever runs inside a SELECT. Rows keep the order of the input. Times without a zone
 * are UTC.
 */
import type { DuckDBConnection, DuckDBDataChunk } from "@duckdb/node-api";
import { StoppedError } from "../../core/base/index.js";
import { sweepTemporaryFolder, temporaryFilePath } from "../../node/files/abandoned-files.js";
import { createCollector } from "../../node/files/collect-garbage.js";
import { forgetTemporaryFile, rememberTemporaryFile } from "../../node/files/temporary-files.js";
import { loadDuckdb } from "./load-duckdb.js";

export interface Database {
  /** All rows of a small result as plain values; integers beyond 32 bits come as text. */
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** Names and DuckDB types of a query's columns. */
  describe(query: string): Promise<readonly DescribedColumn[]>;
  /** The result of a query, chunk by chunk, in order. Throws if it could not be read to its end. */
  stream(query: string, request: StreamRequest): AsyncIterable<StreamedChunk>;
  /** Number of statements in a text; throws DuckDB's parser error. */
  countStatements(sql: string): Promise<number>;
  /** Share done of the query that `rows` waits for, in [0, 1]; null when DuckDB does not know. */
  share(): number | null;
  close(): void;
}

interface StreamRequest {
  /** Columns of the result. */
  readonly columnCount: number;
  /** Whether others are read at the same time; default: no. */
  readonly isApart?: boolean;
}

interface StreamedChunk {
  readonly chunk: DuckDBDataChunk;
  /** Rows of the chunk that belong to the result, at most 2,048; a row after them is not looked at. */
  readonly rows: number;
  /** Share done of the query, in [0, 1]; null when DuckDB does not know. */
  readonly share: number | null;
}

export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
}

interface DatabaseHooks {
  /** What it is opened for, as a message says it where DuckDB is not installed: "reading rows.parquet". */
  readonly purpose: string;
  readonly shouldStop: () => boolean;
  /** Called ten times a second while `rows` waits for an answer. */
  readonly onWait: () => void;
}

const POLL_MS = 100;
/**
 * Values of chunks that were read before memory is collected, some megabytes: a chunk is freed when V8 collects the
 * small object that stands for it, which V8 sees no reason to do. 1 GB of CSV grew to 870 MB.
 */
const MOST_UNUSED = 1 << 18;

export async function openDatabase(hooks: DatabaseHooks): Promise<Database> {
  const { DuckDBInstance } = await loadDuckdb(hooks.purpose);
  await sweepTemporaryFolder();
  const spillFolder = temporaryFilePath("spill");
  rememberTemporaryFile(spillFolder);
  const instance = await DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    temp_directory: spillFolder,
    preserve_insertion_order: "true",
  });
  const open = new Set<DuckDBConnection>();
  const connect = async (): Promise<DuckDBConnection> => {
    const connection = await instance.connect();
    open.add(connection);
    for (const setting of SESSION_SETTINGS) await connection.run(setting);
    return connection;
  };
  const connection = await connect();
  const { watch, isStopped } = createWatch(hooks.shouldStop, () => {
    for (const each of open) each.interrupt();
  });
  const rows = async (sql: string): Promise<readonly (readonly unknown[])[]> =>
    (await watch(connection.runAndReadAll(sql), hooks.onWait)).getRowsJson();

  return {
    rows,
    describe: async (query) => {
      const described = await rows(`SELECT ${wholeText("column_name")}, column_type FROM (DESCRIBE ${query})`);
      return described.map(([name, type]) => ({ name: readWholeText(name), type: String(type) }));
    },
    async *stream(query, { columnCount, isApart = false }) {
      const reader = isApart ? await connect() : connection; // a connection has one result at a time
      try {
        const result = await watch(reader.stream(withEndMark(query, columnCount)));
        const fetchChunk = async (): Promise<DuckDBDataChunk | null> => {
          if (hooks.shouldStop()) throw new StoppedError();
          return watch(result.fetchChunk());
        };
        if (yield* chunksToEnd(fetchChunk, columnCount, () => shareOf(reader))) return;
        if (isStopped()) throw new StoppedError();
        await rows(`SELECT max(COLUMNS(*)) FROM (${query})`);
        throw new Error("Stream Error: the result ended before its last row");
      } finally {
        if (isApart && open.delete(reader)) reader.closeSync();
      }
    },
    countStatements: async (sql) => (await connection.extractStatements(sql)).count,
    share: () => shareOf(connection),
    close: () => {
      for (const each of open) each.closeSync();
      open.clear();
      instance.closeSync();
      forgetTemporaryFile(spillFolder);
    },
  };
}

function shareOf({ progress }: DuckDBConnection): number | null {
  return progress.percentage < 0 ? null : Math.min(1, progress.percentage / 100);
}

/** Yields chunks up to the row that marks the end; false: there was none (see withEndMark). */
async function* chunksToEnd(
  fetchChunk: () => Promise<DuckDBDataChunk | null>,
  columnCount: number,
  share: () => number | null,
): AsyncGenerator<StreamedChunk, boolean, undefined> {
  const collectGarbage = createCollector();
  let unused = 0;
  for (;;) {
    const chunk = await fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return false;
    const isEnd = chunk.getColumnVector(columnCount).getItem(chunk.rowCount - 1) === true;
    yield { chunk, rows: isEnd ? chunk.rowCount - 1 : chunk.rowCount, share: share() };
    unused += chunk.rowCount * (columnCount + 1);
    if (unused >= MOST_UNUSED) {
      collectGarbage();
      unused = 0;
    }
    if (!isEnd) continue;
    await fetchChunk(); // only then does DuckDB free what the query took: 100 MB and more
    return true;
  }
}

interface Watch {
  /** While DuckDB works in its own threads, looks for a wish to stop; what it interrupts ends in a StoppedError. */
  watch<T>(work: Promise<T>, onWait?: () => void): Promise<T>;
  isStopped(): boolean;
}

function createWatch(shouldStop: () => boolean, interrupt: () => void): Watch {
  let isStopped = false;
  const poll = (): void => {
    if (isStopped || !shouldStop()) return;
    isStopped = true;
    interrupt();
  };
  return {
    isStopped: () => isStopped,
    async watch(work, onWait = () => {}) {
      const timer = setInterval(() => {
        poll();
        onWait();
      }, POLL_MS);
      try {
        return await work;
      } catch (error) {
        throw isStopped ? new StoppedError() : error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}

/**
 * A stream that fails half-way looks like one that is done: the fetch answers "no more rows" to both, and the error
 * cannot be asked for. So every stream ends in a row that says so. Where it is not met, the query is run once more,
 * unstreamed, to hear the error.
 */
function withEndMark(query: string, columnCount: number): string {
  const blanks = "NULL, ".repeat(columnCount);
  return `SELECT *, false AS "is the end" FROM (${query}) UNION ALL SELECT ${blanks}true`;
}

/** SQL of a text that arrives whole: DuckDB's library drops a byte order mark at the start of one. */
export function wholeText(sql: string): string {
  return `'=' || ${sql}`;
}

/** The counterpart of `wholeText`. */
export function readWholeText(value: unknown): string {
  return String(value).slice(1);
}

const SESSION_SETTINGS = [
  "SET TimeZone = 'UTC'",
  "SET enable_progress_bar = true",
  "SET enable_progress_bar_print = false",
  "SET parquet_metadata_cache = true", // several queries ask for one file
];
