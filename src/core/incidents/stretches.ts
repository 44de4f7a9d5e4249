/**
 * How an incident went on, in bounded memory: its rows by stretches of equal length. When there are too many stretches,
 * each two neighbours become one. What is left at the end depends on the rows alone, not on their order nor on how they
 * were put together.
 */
import { type Cause, causeText } from "../check/index.js";
import { compareMarks, compareWorse, type RowMark, type StrangeRow } from "./strange-row.js";

/** Most stretches of one incident. */
const MOST_STRETCHES = 24;

export interface Stretch {
  count: number;
  first: RowMark;
  last: RowMark;
  worst: RowMark;
  /** Rows by first suspect and deviation. */
  readonly causes: Map<string, CountedCause>;
}

export interface CountedCause {
  /** null: no feature stands out. */
  readonly cause: Cause | null;
  count: number;
}

export interface Stretches {
  /** Length of a stretch, a power of two in milliseconds or rows; stretches begin at multiples of it. */
  step: number;
  cells: Map<number, Stretch>;
}

export function startStretches(): Stretches {
  return { step: 1, cells: new Map() };
}

export function addToStretches(stretches: Stretches, row: StrangeRow): void {
  const { cause, mark } = row;
  const causes = new Map([[causeKey(cause), { cause, count: 1 }]]);
  const cell = { count: 1, first: mark, last: mark, worst: mark, causes };
  put(stretches.cells, Math.floor(mark.place / stretches.step), cell);
  limit(stretches);
}

/** Puts the rows of `from` into `into`, which shares nothing with it afterwards. */
export function mergeStretches(into: Stretches, from: Stretches): void {
  while (into.step < from.step) coarsen(into);
  const factor = into.step / from.step;
  for (const [index, cell] of from.cells) put(into.cells, Math.floor(index / factor), copyOf(cell));
  limit(into);
}

/** In order of time. */
export function sortedStretches({ cells }: Stretches): readonly Stretch[] {
  return [...cells].sort((a, b) => a[0] - b[0]).map(([, cell]) => cell);
}

export function causeKey(cause: Cause | null): string {
  return cause === null ? "" : causeText(cause);
}

function limit(stretches: Stretches): void {
  while (stretches.cells.size > MOST_STRETCHES) coarsen(stretches);
}

function coarsen(stretches: Stretches): void {
  const finer = stretches.cells;
  stretches.step *= 2;
  stretches.cells = new Map();
  for (const [index, cell] of finer) put(stretches.cells, Math.floor(index / 2), cell);
}

function put(cells: Map<number, Stretch>, index: number, cell: Stretch): void {
  const known = cells.get(index);
  if (known === undefined) {
    cells.set(index, cell);
    return;
  }
  known.count += cell.count;
  if (compareMarks(cell.first, known.first) < 0) known.first = cell.first;
  if (compareMarks(cell.last, known.last) > 0) known.last = cell.last;
  if (compareWorse(cell.worst, known.worst) < 0) known.worst = cell.worst;
  for (const [key, { cause, count }] of cell.causes) {
    const counted = known.causes.get(key);
    if (counted === undefined) known.causes.set(key, { cause, count });
    else counted.count += count;
  }
}

function copyOf(cell: Stretch): Stretch {
  return { ...cell, causes: new Map([...cell.causes].map(([key, counted]) => [key, { ...counted }])) };
}
