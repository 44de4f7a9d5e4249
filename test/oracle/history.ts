/**
 * The past of a row by its definition, slow and obvious: for each row all rows of its machine that were before it are
 * gathered anew, rows of one moment made one, and what is too far apart cut off.
 */
import type { HistoryPlan } from "../../src/core/history/index.js";

/** When it was (NaN: missing), whose it is, and its readings by source (null: missing). */
export interface OracleRow {
  readonly moment: number;
  readonly machine: string;
  readonly readings: Readonly<Record<string, number | string | null>>;
}

interface Point {
  readonly at: number;
  readonly moment: number;
  readonly value: number | string;
}

const CAP_WINDOWS = 12;
const UNITS = { s: 1000, min: 60_000, h: 3_600_000, days: 86_400_000, rows: 1 };

/** The derived values of `rows[place]`, in the order of the plan; NaN where not known. */
export function pastByDefinition(rows: readonly OracleRow[], place: number, plan: HistoryPlan): number[] {
  const row = rows[place]!;
  return plan.derived.map(({ source, aspect }) => {
    if (Number.isNaN(row.moment)) return Number.NaN;
    if (aspect === "hour") return new Date(row.moment).getUTCHours();
    if (aspect === "weekday") return new Date(row.moment).getUTCDay();
    const value = row.readings[source] ?? null;
    if (value === null || value === Number.POSITIVE_INFINITY) return Number.NaN;
    const points = pointsBefore(rows, row, source, plan);
    const own = { at: placeOf(rows, row, plan), moment: row.moment, value };
    if (aspect === "change") return isSteady(rows, row, plan) ? changeOf(points, own, plan) : Number.NaN;
    const length = lastedOf(points, own, CAP_WINDOWS * plan.window.length);
    return (aspect === "flat" && length < plan.window.length ? 0 : length) / UNITS[unitOf(plan)];
  });
}

function momentsOf(rows: readonly OracleRow[], machine: string): number[] {
  const known = rows.filter((row) => row.machine === machine && !Number.isNaN(row.moment));
  return [...new Set(known.map(({ moment }) => moment))].sort((a, b) => a - b);
}

function placeOf(rows: readonly OracleRow[], { moment, machine }: OracleRow, { window }: HistoryPlan): number {
  return window.unit === "time" ? moment : momentsOf(rows, machine).indexOf(moment);
}

/** Known readings before the row, those of one moment as one where they agree, back to the first gap. */
function pointsBefore(rows: readonly OracleRow[], row: OracleRow, source: string, plan: HistoryPlan): Point[] {
  const points: Point[] = [];
  let next = row.moment;
  for (const moment of momentsOf(rows, row.machine)
    .filter((each) => each < row.moment)
    .reverse()) {
    const same = rows.filter((each) => each.machine === row.machine && each.moment === moment);
    const known = same.map(({ readings }) => readings[source] ?? null).filter((value) => value !== null);
    const values = new Set(known.filter((value) => value !== Number.POSITIVE_INFINITY));
    if (values.size !== 1) continue;
    if (next - moment > plan.gap) break;
    next = moment;
    points.unshift({ at: placeOf(rows, same[0]!, plan), moment, value: [...values][0]! });
  }
  return points;
}

/** All steady states are known, and are seen to have been the same for a window. */
function isSteady(rows: readonly OracleRow[], row: OracleRow, plan: HistoryPlan): boolean {
  return plan.steady.every((source) => {
    const points = pointsBefore(rows, row, source, plan);
    const other = points.findLastIndex(({ value }) => value !== row.readings[source]);
    const since = points[other + 1];
    return since !== undefined && placeOf(rows, row, plan) - since.at >= plan.window.length;
  });
}

function changeOf(points: readonly Point[], own: Point, { window }: HistoryPlan): number {
  const start = own.at - window.length;
  const before = points.filter(({ at }) => at <= start).at(-1);
  if (before === undefined) return Number.NaN;
  const after = [...points, own].find(({ at }) => at > start)!;
  const share = (start - before.at) / (after.at - before.at);
  const reading = Number(before.value) + share * (Number(after.value) - Number(before.value));
  return Number((Number(own.value) - reading).toPrecision(10)) + 0;
}

function lastedOf(points: readonly Point[], own: Point, cap: number): number {
  if (points.length === 0) return Number.NaN;
  const other = points.findLastIndex(({ value }) => value !== own.value);
  const since = other === points.length - 1 ? own : points[other + 1]!;
  const length = own.at - since.at;
  if (length >= cap) return cap;
  return other < 0 ? Number.NaN : length;
}

function unitOf({ window: { unit, length } }: HistoryPlan): keyof typeof UNITS {
  if (unit === "rows") return "rows";
  return length < UNITS.min ? "s" : length < UNITS.h ? "min" : length < UNITS.days ? "h" : "days";
}
