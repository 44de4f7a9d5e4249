/**
 * Explains the rows of a request. Numbers of all rows come as columns (which row, how strange, the blame and the
 * probability of each feature); the lines, as the command line writes them in NDJSON, only where they are wanted: they
 * are most of the bytes.
 */
import type { Explainer, RowFinder } from "../core/explain.js";
import type { Suspect } from "../core/explaining/index.js";
import type { Model } from "../core/model/index.js";
import {
  type Explanation,
  explanationRecords,
  ndjsonFormat,
  placeInInput,
  UNNAMED_OUTPUT,
} from "../core/presenting/index.js";
import type { Table } from "../core/table/index.js";
import type { SentNumbers } from "./messages.js";
import { plainLine } from "./plain-explanation.js";
import { sliceTable } from "./receive-table.js";

/**
 * What the body holds, a line each: explanations, the same for columns of a table (plain), the records of a table of
 * suspects (as lists of cells), or nothing.
 */
export type RowLines = "explanations" | "plain" | "records" | "none";

interface RowsToExplain {
  readonly table: Table;
  /** The rows' numbers in the sender's whole table. */
  readonly numbers: Float64Array;
  readonly lines: RowLines;
  /** Told how many rows have been looked at. */
  readonly onRows: (done: number) => void;
}

export interface ExplainedRows {
  readonly count: number;
  readonly body: string;
  readonly numbers: readonly SentNumbers[];
  readonly bytes: ArrayBuffer;
}

/** Explanations are objects of some kilobytes: so many are made, written down and forgotten. */
const BATCH_ROWS = 1024;

/** Who looks at rows: in words where lines are wanted, else in numbers alone. */
interface RowReaders {
  readonly explainer: () => Explainer;
  readonly finder: () => RowFinder;
}

export function explainRows(readers: RowReaders, model: Model, rows: RowsToExplain): ExplainedRows {
  const { table, numbers, lines, onRows } = rows;
  const width = model.features.length;
  const found = createColumns(table.rowCount, width);
  const pieces: string[] = [];
  let count = 0;
  const write =
    lines === "none" ? numbersWriter(readers.finder()) : linesWriter(readers.explainer(), lines, { model, pieces });
  for (let from = 0; from < table.rowCount; from += BATCH_ROWS) {
    const rowAt = (row: number): number => numbers[from + row]!;
    write(sliceTable(table, from, from + BATCH_ROWS), rowAt, (row) => ({ found, row, at: count++, width }));
    onRows(Math.min(from + BATCH_ROWS, table.rowCount));
  }
  return { count, body: pieces.join(""), ...packColumns(found, count, width) };
}

/** Where the numbers of the next row go; `row` is its number in the whole table. */
type NextPlace = (row: number) => Place;
type BatchWriter = (table: Table, rowAt: (row: number) => number, next: NextPlace) => void;

function numbersWriter(find: RowFinder): BatchWriter {
  return (table, rowAt, next) => {
    find(table, ({ finding, row }) => writeNumbers(finding.suspects, finding.strength, next(rowAt(row))));
  };
}

function linesWriter(
  explainer: Explainer,
  lines: Exclude<RowLines, "none">,
  { model: { features }, pieces }: { readonly model: Model; readonly pieces: string[] },
): BatchWriter {
  const placeOf = new Map(features.map(({ name }, place) => [name, place]));
  return (table, rowAt, next) => {
    for (const explanation of explainer(table)) {
      const row = rowAt(explanation.row);
      const suspects = explanation.features.map((suspect) => ({ ...suspect, feature: placeOf.get(suspect.feature)! }));
      writeNumbers(suspects, explanation.strength, next(row));
      pieces.push(writeLines(placeInInput(explanation, row, null), lines));
    }
  };
}

function writeLines(explanation: Explanation, lines: Exclude<RowLines, "none">): string {
  if (lines === "explanations") return ndjsonFormat.row(explanation, 0);
  if (lines === "plain") return plainLine(explanation);
  return explanationRecords(explanation, UNNAMED_OUTPUT)
    .map((cells) => `${JSON.stringify(cells)}\n`)
    .join("");
}

/** Room for as many rows as may be explained. */
function createColumns(rowCount: number, width: number) {
  return {
    row: new Float64Array(rowCount),
    strength: new Float64Array(rowCount),
    blame: new Float64Array(rowCount * width),
    probability: new Float64Array(rowCount * width).fill(NaN),
  };
}

type Columns = ReturnType<typeof createColumns>;

interface Place {
  readonly found: Columns;
  /** The row's number in the whole table, and its place among those that are explained. */
  readonly row: number;
  readonly at: number;
  readonly width: number;
}

type Blamed = Pick<Suspect, "feature" | "blame" | "probability">;

function writeNumbers(suspects: readonly Blamed[], strength: number | null, { found, row, at, width }: Place): void {
  found.row[at] = row;
  found.strength[at] = strength ?? NaN;
  for (const { feature, blame, probability } of suspects) {
    found.blame[at * width + feature] = blame;
    found.probability[at * width + feature] = probability ?? NaN;
  }
}

function packColumns(found: Columns, count: number, width: number): Pick<ExplainedRows, "numbers" | "bytes"> {
  const lengths = { row: count, strength: count, blame: count * width, probability: count * width };
  const numbers: SentNumbers[] = [];
  let offset = 0;
  for (const name of ["row", "strength", "blame", "probability"] as const) {
    numbers.push({ name, offset, length: lengths[name] });
    offset += 8 * lengths[name];
  }
  const whole = new Float64Array(offset / 8);
  for (const { name, offset: at, length } of numbers)
    whole.set(found[name as keyof Columns].subarray(0, length), at / 8);
  return { numbers, bytes: whole.buffer };
}
