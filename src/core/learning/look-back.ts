/** Adds the features of the past to the learning rows, where they are asked for. */
import { groupDigits, InputError } from "../base/index.js";
import { derivedFeatures, extendTable, type HistoryPlan, planHistory } from "../history/index.js";
import type { LearnOptions, Warning } from "../model/index.js";
import {
  type Column,
  cellValue,
  checkColumn,
  clockOf,
  countTexts,
  daysIn,
  type Exclusion,
  type Feature,
  findDayOrder,
  findNamingColumns,
  parseGap,
  type Table,
  usedTexts,
} from "../table/index.js";

interface LookedBack {
  /** null: nobody asked for it, or there is none. */
  readonly plan: HistoryPlan | null;
  /** With those of the past behind the others. */
  readonly table: Table;
  readonly features: readonly Feature[];
  readonly warnings: readonly Warning[];
}

interface Decided {
  readonly features: readonly Feature[];
  readonly excluded: readonly Exclusion[];
}

export function lookBack(table: Table, { features, excluded }: Decided, options: LearnOptions): LookedBack {
  if (options.history !== true) return { plan: null, table, features, warnings: [] };
  const { by = null } = options;
  if (by !== null) checkColumn(table, by);
  const time = findNamingColumns(excluded).time;
  checkDays(table, time);
  const window = options.window === undefined ? null : parseGap(options.window, "window");
  if (window?.unit === "time" && time === null) throw withoutTime();
  const wished = planHistory(table, features, { time, by, window });
  const extended = extendTable(table, wished);
  const columns = new Map(extended.columns.map((column) => [column.name, column]));
  const hasValues = (name: string): boolean => {
    const column = columns.get(name)!;
    for (let row = 0; row < table.rowCount; row++) if (cellValue(column, row) !== null) return true;
    return false;
  };
  const derived = wished.derived.filter(({ name }) => hasValues(name));
  const lasting = derived.filter(({ aspect }) => aspect === "lasted").map(({ source }) => source);
  const plan = { ...wished, derived, steady: wished.steady.filter((name) => lasting.includes(name)) };
  const warnings = warnOfPast(table, plan);
  if (plan.derived.length === 0) return { plan: null, table, features, warnings };
  return { plan, table: extended, features: [...features, ...derivedFeatures(plan)], warnings };
}

/** The past is told row by row, and no row tells of 05/04/2026 which is the day. */
function checkDays(table: Table, time: string | null): void {
  const column = table.columns.find(({ name }) => name === time);
  const texts = column?.type === "text" ? usedTexts(countTexts(column)) : [];
  const example = texts.find((text) => findDayOrder([text]) !== null) ?? numberDay(column);
  if (example === undefined) return;
  throw new InputError(
    "TIME_COLUMN",
    `column "${time}" writes days as in "${example}", which history cannot read row by row`,
    "Write them as 2026-05-04.",
  );
}

/** One of the days that a column writes as numbers. */
function numberDay(column: Column | undefined): string | undefined {
  if (column?.type !== "number" || daysIn(column) !== "as numbers") return undefined;
  return String(column.values.find((value) => !Number.isNaN(value)));
}

/** More rows than this share have the moment of another one. */
const MANY_TWICE = 0.5;

function warnOfPast(table: Table, { time, by, derived }: HistoryPlan): Warning[] {
  if (time !== null && by === null && shareTwice(table, time) > MANY_TWICE) {
    const message = `most rows have the same ${time} as others, and what these disagree on is in no past; if they are of several machines, name the column that tells them apart (by)`;
    return [{ code: "HISTORY_MACHINES", message }];
  }
  if (derived.length > 0) return [];
  const message = `no row has a past to look at in ${table.rowCount === 1 ? "1 row" : `${groupDigits(table.rowCount)} rows`}: nothing changes, or the rows are too few for the window`;
  return [{ code: "HISTORY_NONE", message }];
}

/** Of rows whose moment is that of another row. */
function shareTwice(table: Table, time: string): number {
  const clock = clockOf(table.columns.find(({ name }) => name === time)!);
  const counts = new Map<number, number>();
  for (let row = 0; row < table.rowCount; row++) counts.set(clock(row), (counts.get(clock(row)) ?? 0) + 1);
  counts.delete(Number.NaN);
  let twice = 0;
  for (const count of counts.values()) if (count > 1) twice += count;
  return twice / table.rowCount;
}

function withoutTime(): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    "window is a length of time, but no column says when rows were",
    "Name the column (time), or count rows: a window like 20 rows.",
  );
}
