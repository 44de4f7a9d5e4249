/**
 * Rows of standard input as they come, NDJSON or CSV, without waiting for its end: each piece that arrives gives the
 * rows that it completes. Memory holds one piece and the line that is not complete.
 *
 * A line that holds no row is passed over, counts as a row (but for a repeated header), and is told at
 * once; of many the first ones, and at the end how many. With `strict` the first one is an error.
 */

import { InputError } from "../../core/base/index.js";
import { formatCountOf } from "../../core/presenting/index.js";
import { findRows, takeRows } from "../../core/table/index.js";
import { cellTypeError } from "../csv/csv-errors.js";
import { isWrittenOtherwise } from "../csv/number-writing.js";
import type { Batch, OpenedInput, ReadOptions, ReadWarning } from "../duckdb/read-options.js";
import { withClocks } from "../with-clocks.js";
import { createCsvRows } from "./csv-rows.js";
import {
  type FollowedColumn,
  type OddValue,
  type RowListener,
  type RowParser,
  STANDARD_INPUT,
} from "./followed-row.js";
import { createNdjsonRows } from "./ndjson-rows.js";
import { createRowBatches } from "./row-batches.js";
import { streamText } from "./stream-text.js";

/** Those of reading a table that do not ask for its end. */
export interface FollowOptions
  extends Pick<
    ReadOptions,
    "anomaly" | "header" | "delimiter" | "types" | "strict" | "names" | "batchRows" | "onProgress"
  > {
  /** The features. */
  readonly columns: readonly string[];
  /** Told once, before the first batch. */
  readonly onOpen: (opened: OpenedInput) => void;
  /** Told as it is found. */
  readonly onWarning: (warning: ReadWarning) => void;
  /** Aborted: the stream ends here. */
  readonly stop: AbortSignal;
}

const BATCH_ROWS = 1024;

export async function* followRows(bytes: AsyncIterable<Uint8Array>, options: FollowOptions): AsyncGenerator<Batch> {
  const columns = followedColumns(options);
  const batches = createRowBatches(
    columns.map(({ name }) => name),
    options.batchRows ?? BATCH_ROWS,
  );
  const told = createTelling(options);
  let rows = 0;
  const parser = createParser(columns, options, {
    onColumns: (names) => options.onOpen(openedInput(columns, names)),
    onRow({ line, values, odd }) {
      told.odd(odd, line);
      batches.add(values, rows++);
    },
    onBadLine(reason) {
      told.bad(reason);
      rows++;
    },
    onRepeatedHeader: (reason) => told.bad(reason),
  });
  const ready = (): readonly Batch[] => {
    options.onProgress?.({ phase: "read", rows, share: null });
    return batches.take().flatMap((batch) => filtered(withClocks(batch, options.names), options.anomaly));
  };
  for await (const text of streamText(bytes, options.stop)) {
    const failure = failureOf(() => parser.push(text));
    yield* ready(); // rows before a line that is refused are good
    if (failure !== null) throw failure.error;
  }
  const failure = failureOf(() => (options.stop.aborted ? parser.stop() : parser.end()));
  yield* ready();
  if (failure !== null) throw failure.error;
  told.finish();
}

function failureOf(work: () => void): { readonly error: unknown } | null {
  try {
    work();
    return null;
  } catch (error) {
    return { error };
  }
}

/** Features by what the model says of them, then the columns by which rows are named and chosen. */
function followedColumns({ columns, names = [], types, anomaly }: FollowOptions): readonly FollowedColumn[] {
  const features = columns.map((name) => {
    const asked = types?.get(name);
    return { name, reading: asked === "number" || asked === "text" ? asked : "value", isRequired: true } as const;
  });
  const others: FollowedColumn[] = names
    .filter(({ name }) => !columns.includes(name))
    .map(({ name, isRequired }) => ({ name, reading: "name", isRequired }));
  if (anomaly === undefined || [...features, ...others].some(({ name }) => name === anomaly.column))
    return [...features, ...others];
  return [...features, ...others, { name: anomaly.column, reading: "name", isRequired: true }];
}

function openedInput(columns: readonly FollowedColumn[], there: readonly string[]): OpenedInput {
  const names = columns.filter(({ name, reading }) => reading === "name" && there.includes(name));
  return {
    files: [STANDARD_INPUT],
    names: names.map(({ name }) => ({ name, type: "text" })),
    hasSources: false,
  };
}

function filtered({ table, rows, sources }: Batch, anomaly: FollowOptions["anomaly"]): readonly Batch[] {
  if (anomaly === undefined) return [{ table, rows, sources }];
  const chosen = findRows(table, anomaly);
  if (chosen.length === 0) return [];
  return [{ table: takeRows(table, chosen), rows: Float64Array.from(chosen, (row) => rows[row]!), sources }];
}

/** Knows by the first character what the stream is. */
function createParser(
  columns: readonly FollowedColumn[],
  { delimiter, header = true }: FollowOptions,
  listener: RowListener,
): RowParser {
  let parser: RowParser | null = null;
  let blank = "";
  return {
    push(text) {
      if (parser !== null) return parser.push(text);
      blank += text;
      const first = /\S/.exec(blank)?.[0];
      if (first === undefined) return;
      if (first === "[") throw isList();
      parser =
        first === "{"
          ? createNdjsonRows(columns, listener)
          : createCsvRows({ columns, delimiter: delimiter ?? null, hasHeader: header }, listener);
      parser.push(blank);
      blank = "";
    },
    end() {
      if (parser === null)
        throw new InputError("FILE_EMPTY", `${STANDARD_INPUT} is empty`, "It has no header and no rows.");
      parser.end();
    },
    stop: () => parser?.stop(),
  };
}

function isList(): InputError {
  return new InputError(
    "JSON_NOT_RECORDS",
    `${STANDARD_INPUT} is one JSON list, which is complete only at its end`,
    "With --follow, write one object a line (NDJSON), as jq -c '.[]' does; without it, the list is read whole.",
  );
}

/** Lines and cells of one kind that are told one by one. */
const MOST_TOLD = 10;

const WRITTEN_HINT =
  "A stream's numbers are written plainly, as in 1234.5, since its later cells cannot be asked how they are. Write them so, or explain the file without follow.";

interface Telling {
  odd(cells: readonly OddValue[], line: number): void;
  bad(reason: InputError): void;
  /** How many more there were. */
  finish(): void;
}

function createTelling({ strict = false, onWarning }: FollowOptions): Telling {
  let [badLines, oddCells] = [0, 0];
  const tellMore = (count: number, unit: string, what: string): void => {
    const message = `${formatCountOf(count, unit)} in all ${what}`;
    if (count > MOST_TOLD)
      onWarning({ code: "LINES_NOT_TOLD", message, hint: `The first ${MOST_TOLD} are named above.` });
  };
  return {
    odd(cells, line) {
      const place = `${STANDARD_INPUT} line ${line}`;
      for (const { column, cell } of cells) {
        const { code, message, hint: usual } = cellTypeError({ place, column, cell, type: "number" });
        const hint = isWrittenOtherwise(cell) ? WRITTEN_HINT : usual;
        if (strict) throw new InputError(code, message, hint);
        if (++oddCells <= MOST_TOLD) onWarning({ code, message: `${message} and counts as missing`, hint });
      }
    },
    bad({ code, message, hint }) {
      if (strict) throw new InputError(code, message, hint);
      if (++badLines <= MOST_TOLD) onWarning({ code, message: `${message}; the line is passed over`, hint });
    },
    finish() {
      tellMore(badLines, "line", "were passed over");
      tellMore(oddCells, "cell", "are no numbers and count as missing");
    },
  };
}
