/**
 * The tank's tables as CSV text (RFC 4180, LF). No cell holds a comma, a quote or a line break, so none is quoted.
 */
import type { SensorFeature } from "./row.js";
import { SENSORS } from "./sensors.js";
import { type Anomaly, COLUMNS, type WaterTankRow } from "./water-tank.js";

export function formatRows(rows: readonly WaterTankRow[]): string {
  return formatLines([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => formatCell(row, column)))]);
}

/** Numbers keep the decimals of their sensor: 17.0, not 17. */
function formatCell(row: WaterTankRow, column: keyof WaterTankRow): string {
  const value = row[column];
  return typeof value === "number" ? value.toFixed(SENSORS[column as SensorFeature].decimals) : value;
}

/** One line per anomaly: its row in anomalies.csv, counted from 0, the fault, and the faulty features joined by |. */
export function formatTruth(anomalies: readonly Anomaly[]): string {
  const lines = anomalies.map(({ fault, features }, row) => [row, fault, features.join("|")]);
  return formatLines([["row", "fault", "features"], ...lines]);
}

function formatLines(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((cells) => `${cells.join(",")}\n`).join("");
}
