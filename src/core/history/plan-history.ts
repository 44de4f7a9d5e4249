/**
 * Decides which features the past of rows gives: of every number how long it has been flat, and, if it moves gradually
 * and clearly further over the window than it jitters, its change; of every state how long it has lasted; and the hour
 * and the day of the week where the rows have seen all of them on more than a few days. What never changes has no past
 * worth telling.
 *
 * Nothing here depends on the order of rows, where a column says when they were.
 */
import { compareText } from "../base/index.js";
import {
  type Aspect,
  type CellValue,
  cellValue,
  clockOf,
  type Feature,
  GAP_STEPS,
  type Gap,
  medianStep,
  numbersOfTexts,
  type Table,
} from "../table/index.js";
import { chooseWindow, rowsOver } from "./choose-window.js";
import { hourOf, weekdayOf } from "./history.js";
import { getsFarOver, movesGradually, type Stretches } from "./movement.js";
import { type DerivedFeature, derivedName, type HistoryPlan } from "./plan.js";

interface HistoryChoice {
  /** The column that says when; null: rows follow one another as they stand. */
  readonly time: string | null;
  readonly by: string | null;
  /** null: chosen from the rows. */
  readonly window: Gap | null;
}

/** Columns whose past is told, at most: the first of them. */
const MOST_SOURCES = 100;

export function planHistory(table: Table, features: readonly Feature[], choice: HistoryChoice): HistoryPlan {
  const { time, by } = choice;
  const machines = rowsOfMachines(table, choice);
  const step = time === null ? null : usualStepOf(machines);
  const gap = GAP_STEPS * (step ?? 1);
  const sources = features.filter((feature) => feature.name !== by && changes(feature, table)).slice(0, MOST_SOURCES);
  const numbers = sources.filter(({ kind }) => kind === "numeric");
  const states = sources.filter(({ kind }) => kind === "categorical").map(({ name }) => name);
  const steady = states.filter((name) => isSteady(machines, keysIn(table, name)));
  const keys = steady.map((name) => keysIn(table, name));
  const isCut = (row: number, before: number): boolean => keys.some((key) => key(row) !== key(before));
  const moves = new Map(
    numbers.map(({ name }) => [name, stretchesOf(machines, numbersIn(table, name), { gap, isCut })]),
  );
  const gradual = [...moves].filter(([, stretches]) => movesGradually(stretches));
  const window =
    choice.window ??
    chooseWindow(
      gradual.map(([, stretches]) => stretches),
      step,
    );
  const rows = window.unit === "rows" ? window.length : rowsOver(window.length, step);
  const telling = new Set(gradual.filter(([, each]) => getsFarOver(each, rows)).map(([name]) => name));
  const taken = new Set(table.columns.map(({ name }) => name));
  const derive = (source: string, aspect: Aspect): DerivedFeature => {
    const name = freeName(derivedName(source, aspect, window), taken);
    taken.add(name);
    return { name, source, aspect };
  };
  const ofSources = sources.flatMap(({ name, kind }) =>
    kind === "categorical"
      ? [derive(name, "lasted")]
      : [...(telling.has(name) ? [derive(name, "change")] : []), derive(name, "flat")],
  );
  const ofClock = time === null ? [] : aspectsOfClock(machines).map((aspect) => derive(time, aspect));
  return { time, by, window, gap, steady, derived: [...ofSources, ...ofClock] };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}

/** A row of a machine, and when it was: milliseconds, or its number. */
interface TimedRow {
  readonly row: number;
  readonly moment: number;
}

/**
 * In order of time, and of one moment by what they say; each machine by itself, by name. Rows without a moment are in
 * none.
 */
function rowsOfMachines(table: Table, { time, by }: HistoryChoice): readonly (readonly TimedRow[])[] {
  const columnOf = (name: string | null) => table.columns.find((column) => column.name === name);
  const [timeColumn, machineColumn] = [columnOf(time), columnOf(by)];
  const clock = timeColumn === undefined ? null : clockOf(timeColumn);
  const machines = new Map<string, TimedRow[]>();
  for (let row = 0; row < table.rowCount; row++) {
    const key = machineColumn === undefined ? "" : JSON.stringify(cellValue(machineColumn, row));
    const rows = machines.get(key) ?? [];
    if (rows.length === 0) machines.set(key, rows);
    const moment = clock === null ? rows.length : clock(row);
    if (!Number.isNaN(moment)) rows.push({ row, moment });
  }
  const textOf = (row: number): string => JSON.stringify(table.columns.map((column) => cellValue(column, row)));
  const compareRows = (a: TimedRow, b: TimedRow): number =>
    a.moment - b.moment || compareText(textOf(a.row), textOf(b.row));
  return [...machines].sort(([a], [b]) => compareText(a, b)).map(([, rows]) => rows.sort(compareRows));
}

/** The median of all machines' steps from one moment to the next; null: there is none. */
function usualStepOf(machines: readonly (readonly TimedRow[])[]): number | null {
  const steps = machines.flatMap((rows) =>
    rows.slice(1).flatMap(({ moment }, before) => {
      const step = moment - rows[before]!.moment;
      return step > 0 ? [step] : [];
    }),
  );
  return medianStep(steps);
}

function changes(feature: Feature, table: Table): boolean {
  if (feature.kind === "categorical") return feature.categories.length > 1;
  const values = numbersIn(table, feature.name);
  const first = values.find(Number.isFinite);
  return values.some((value) => Number.isFinite(value) && value !== first);
}

function numbersIn(table: Table, name: string): Float64Array {
  const column = table.columns.find((each) => each.name === name);
  if (column?.type === "number") return column.values;
  return column?.type === "text" ? numbersOfTexts(column) : new Float64Array(table.rowCount).fill(Number.NaN);
}

/** A state that changes in no more of the steps from row to row usually lasts. */
const SELDOM = 0.05;

/** The states of a column, as they are compared. */
type StateKeys = (row: number) => CellValue;

function keysIn(table: Table, name: string): StateKeys {
  const column = table.columns.find((each) => each.name === name)!;
  return (row) => cellValue(column, row);
}

function isSteady(machines: readonly (readonly TimedRow[])[], keyOf: StateKeys): boolean {
  let [steps, changed] = [0, 0];
  for (const rows of machines) {
    for (let at = 1; at < rows.length; at++) {
      if (rows[at]!.moment === rows[at - 1]!.moment) continue; // in which order these stand must not matter
      steps++;
      if (keyOf(rows[at]!.row) !== keyOf(rows[at - 1]!.row)) changed++;
    }
  }
  return changed <= SELDOM * steps;
}

interface Cuts {
  readonly gap: number;
  /** Whether something was switched between two rows. */
  isCut(row: number, before: number): boolean;
}

/** Of rows of one moment one counts, the least number: which of them must not depend on their order. */
function stretchesOf(
  machines: readonly (readonly TimedRow[])[],
  values: Float64Array,
  { gap, isCut }: Cuts,
): Stretches {
  return machines.flatMap((rows) => {
    const stretches: number[][] = [];
    rows.forEach(({ row, moment }, at) => {
      const before = rows[at - 1];
      const last = stretches.at(-1);
      const value = values[row]!;
      if (before !== undefined && moment === before.moment) last!.push(lesser(last!.pop()!, value));
      else if (before !== undefined && moment - before.moment <= gap && !isCut(row, before.row)) last!.push(value);
      else stretches.push([value]);
    });
    return stretches.map((each) => Float64Array.from(each));
  });
}

function lesser(a: number, b: number): number {
  return a < b || Number.isNaN(b) ? a : b;
}

const DAY = 24 * 3_600_000;

/** Days are the cases from which a rule about the hour is learnt: as few as this say nothing. */
const FEW_DAYS = 10;

/** The hour, where each was seen on more than a few days; the day of the week, where each was seen in as many weeks. */
function aspectsOfClock(machines: readonly (readonly TimedRow[])[]): readonly Aspect[] {
  const hours = createCoverage(24);
  const weekdays = createCoverage(7);
  for (const rows of machines) {
    for (const { moment } of rows) {
      const day = Math.floor(moment / DAY);
      hours.add(hourOf(moment), day);
      weekdays.add(weekdayOf(moment), day);
    }
  }
  return [...(hours.isWhole() ? ["hour" as const] : []), ...(weekdays.isWhole() ? ["weekday" as const] : [])];
}

/** Of values from 0: whether each was seen on more than a few days. */
function createCoverage(count: number) {
  const days = Array.from({ length: count }, () => new Set<number>());
  return {
    add(value: number, day: number): void {
      days[value]!.add(day);
    },
    isWhole: (): boolean => days.every(({ size }) => size > FEW_DAYS),
  };
}
