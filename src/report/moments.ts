/** When rows were, as numbers, whatever a table holds: moments, text that says them, or time since 1970 in any unit. */

import { type Column, clockOf, type DayReading, type TextColumn, type TimeColumn } from "../core/table/index.js";

/** null: the column holds no moments, or none that can be told as such (a time of day). */
export function readMoments(column: Column, days: DayReading | null): TimeColumn | null {
  switch (column.type) {
    case "time":
      return column;
    case "text":
      return textMoments(column, days);
    case "number":
      return days === "as numbers" ? dateMoments(column) : numberMoments(column);
    default:
      return null;
  }
}

function textMoments(column: TextColumn, days: DayReading | null): TimeColumn | null {
  const clock = clockOf(column, days);
  const values = Float64Array.from(column.codes, (_, row) => clock(row));
  const hasTexts = column.codes.some((code) => code >= 0);
  return hasTexts && values.every(Number.isNaN) ? null : { name: column.name, type: "time", values };
}

/** Dates such as 20260510. */
function dateMoments(column: Column & { readonly type: "number" }): TimeColumn {
  const clock = clockOf(column, "as numbers");
  return { name: column.name, type: "time", values: column.values.map((_, row) => clock(row)) };
}

/** Units since 1970 by the size of the numbers: seconds up to the year 5138, then milliseconds, and so on. */
const UNITS = [
  { below: 1e11, perMillisecond: 1e-3 },
  { below: 1e14, perMillisecond: 1 },
  { below: 1e17, perMillisecond: 1e3 },
  { below: 1e20, perMillisecond: 1e6 },
] as const;
/** 1990 in seconds: smaller numbers are no moments but ticks. */
const FIRST = 631_152_000;

function numberMoments({ name, values }: Column & { readonly type: "number" }): TimeColumn | null {
  const most = values.reduce((greatest, value) => (Number.isNaN(value) ? greatest : Math.max(greatest, value)), 0);
  const unit = UNITS.find(({ below }) => most < below);
  if (unit === undefined || most < FIRST) return null;
  return { name, type: "time", values: values.map((value) => value / unit.perMillisecond) };
}
