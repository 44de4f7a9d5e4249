/**
 * Gives rows the features of their past, by a plan. A table is looked at in order of time, so that permuting its rows
 * changes nothing; a stream in the order in which its rows come, whatever the pieces. Where rows come in order of time
 * both are the same.
 *
 * Memory holds, for each machine, the readings of one window. Cost: O(rows × derived features), and sorting a table.
 */
import { type Column, cellValue, clockOf, type Feature, numbersOfTexts, type Table } from "../table/index.js";
import { createMachinePast, type MachinePast, type Reading, type SourcePlan, stateOf } from "./machine-past.js";
import { type DerivedFeature, type HistoryPlan, pastOf } from "./plan.js";

interface History {
  /** The rows with their past, given that they come after all rows before. */
  extend(table: Table): Table;
}

/** For rows that come piece by piece. `context`: earlier rows, which are looked at first. */
export function createHistory(plan: HistoryPlan, context: readonly Table[] = []): History {
  const walker = createWalker(plan);
  const earlier = context.map((table) => openRows(table, plan));
  walkInOrder(walker, plan, earlier);
  return {
    extend(table) {
      if (table.hasPast) return table;
      const rows = openRows(table, plan);
      for (let row = 0; row < table.rowCount; row++) walker.visit(rows, row);
      return rows.extended();
    },
  };
}

/** All rows of a table with their past, whatever their order. `context`: other rows that tell about it. */
export function extendTable(table: Table, plan: HistoryPlan, context?: Table): Table {
  return extendTables([table], plan, context === undefined ? [] : [context])[0]!;
}

/** The same of a table in pieces. */
export function extendTables(tables: readonly Table[], plan: HistoryPlan, context: readonly Table[]): Table[] {
  const pieces = tables.map((table) => openRows(table, plan));
  walkInOrder(createWalker(plan), plan, [...context.map((table) => openRows(table, plan)), ...pieces]);
  return pieces.map((rows) => rows.extended());
}

/** The features that a plan makes, without those of the rows themselves. */
export function derivedFeatures(plan: HistoryPlan): Feature[] {
  return plan.derived.map((derived): Feature => {
    const past = pastOf(plan, derived);
    if (derived.aspect !== "weekday") return { name: derived.name, kind: "numeric", past };
    return { name: derived.name, kind: "categorical", type: "text", categories: [...WEEKDAYS].sort(), past };
  });
}

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Of a moment, in UTC. */
export function hourOf(moment: number): number {
  return Math.floor((((moment % DAY) + DAY) % DAY) / HOUR);
}

/** 0: Sunday. */
export function weekdayOf(moment: number): number {
  return (((Math.floor(moment / DAY) + 4) % 7) + 7) % 7;
}

interface OpenRows {
  readonly rowCount: number;
  /** NaN: missing; null: rows follow one another. */
  momentOf(row: number): number | null;
  machineOf(row: number): string;
  readings(row: number): readonly Reading[];
  /** Writes a derived value; those of the clock are there from the start. */
  set(derived: number, row: number, value: number): void;
  extended(): Table;
}

function openRows(table: Table, plan: HistoryPlan): OpenRows {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const timeColumn = plan.time === null ? undefined : columns.get(plan.time);
  const clock = timeColumn === undefined ? () => Number.NaN : clockOf(timeColumn);
  const machines = plan.by === null ? undefined : columns.get(plan.by);
  const readers = sourcesOf(plan).map(({ name, lasted }) => readerOf(columns.get(name), lasted !== null));
  const readings: Reading[] = readers.map(() => null);
  const made = plan.derived.map((derived) => derivedColumn(derived, table.rowCount, clock));
  const names = new Set(plan.derived.map(({ name }) => name));
  return {
    rowCount: table.rowCount,
    momentOf: (row) => (plan.time === null ? null : clock(row)),
    machineOf: (row) => (machines === undefined ? "" : JSON.stringify(cellValue(machines, row))),
    readings(row) {
      for (let source = 0; source < readers.length; source++) readings[source] = readers[source]!(row);
      return readings;
    },
    set(derived, row, value) {
      const column = made[derived]!;
      if (column.type === "number") column.values[row] = value + 0;
    },
    extended: () => ({
      rowCount: table.rowCount,
      columns: [...table.columns.filter(({ name }) => !names.has(name)), ...made],
      hasPast: true,
    }),
  };
}

function derivedColumn({ name, aspect }: DerivedFeature, rowCount: number, clock: (row: number) => number): Column {
  if (aspect === "weekday") {
    const codes = Int32Array.from({ length: rowCount }, (_, row) =>
      Number.isNaN(clock(row)) ? -1 : weekdayOf(clock(row)),
    );
    return { name, type: "text", dictionary: WEEKDAYS, codes };
  }
  const values = new Float64Array(rowCount).fill(Number.NaN);
  if (aspect === "hour") for (let row = 0; row < rowCount; row++) values[row] = hourOf(clock(row));
  return { name, type: "number", values };
}

/** Numbers that are not finite are no readings of the past. */
function readerOf(column: Column | undefined, isState: boolean): (row: number) => Reading {
  if (column === undefined) return () => null;
  if (isState) return (row) => stateOf(cellValue(column, row));
  const numbers = numbersOf(column);
  return (row) => (Number.isFinite(numbers[row]) ? numbers[row]! : null);
}

function numbersOf(column: Column): ArrayLike<number> {
  if (column.type === "number") return column.values;
  return column.type === "text" ? numbersOfTexts(column) : [];
}

/** The sources of a plan, but for the clock, in the order in which they are met. */
export function sourcesOf({ derived }: Pick<HistoryPlan, "derived">): readonly SourcePlan[] {
  const sources = new Map<string, { -readonly [Name in keyof SourcePlan]: SourcePlan[Name] }>();
  derived.forEach(({ source, aspect }, place) => {
    if (aspect === "hour" || aspect === "weekday") return;
    const known = sources.get(source) ?? { name: source, change: null, flat: null, lasted: null };
    known[aspect] = place;
    sources.set(source, known);
  });
  return [...sources.values()];
}

interface Walker {
  visit(rows: OpenRows, row: number): void;
}

/** Of more machines the one that was silent for the longest time is forgotten. */
const MOST_MACHINES = 100_000;

function createWalker(plan: HistoryPlan): Walker {
  const machines = new Map<string, MachinePast>();
  const sources = sourcesOf(plan);
  function pastOfMachine(key: string): MachinePast {
    const known = machines.get(key) ?? createMachinePast(plan, sources);
    machines.delete(key);
    machines.set(key, known);
    if (machines.size > MOST_MACHINES) machines.delete(machines.keys().next().value!);
    return known;
  }
  return {
    visit(rows, row) {
      const moment = rows.momentOf(row);
      if (moment !== null && Number.isNaN(moment)) return;
      const past = pastOfMachine(rows.machineOf(row));
      past.visit(moment, rows.readings(row), (derived, value) => rows.set(derived, row, value));
    },
  };
}

/** Rows of several tables in order of time; without a clock one table after the other. */
function walkInOrder(walker: Walker, { time }: HistoryPlan, tables: readonly OpenRows[]): void {
  for (const [rows, row] of time === null ? rowsAsTheyStand(tables) : rowsByMoment(tables)) walker.visit(rows, row);
}

function* rowsAsTheyStand(tables: readonly OpenRows[]): Generator<readonly [OpenRows, number]> {
  for (const rows of tables) for (let row = 0; row < rows.rowCount; row++) yield [rows, row];
}

/** Those without a moment are passed over: they have no past, and become none. */
function* rowsByMoment(tables: readonly OpenRows[]): Generator<readonly [OpenRows, number]> {
  const count = tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const [moments, owners, rows] = [new Float64Array(count), new Uint32Array(count), new Uint32Array(count)];
  let length = 0;
  tables.forEach((table, owner) => {
    for (let row = 0; row < table.rowCount; row++) {
      const moment = table.momentOf(row)!;
      if (Number.isNaN(moment)) continue;
      moments[length] = moment;
      owners[length] = owner;
      rows[length++] = row;
    }
  });
  const order = Uint32Array.from({ length }, (_, place) => place).sort((a, b) => moments[a]! - moments[b]!);
  for (const place of order) yield [tables[owners[place]!]!, rows[place]!];
}
