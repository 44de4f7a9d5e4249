import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TANK_AREA } from "./plant.js";
import type { Reading } from "./row.js";
import { SENSOR_FEATURES, SENSORS } from "./sensors.js";
import { MIN_DEVIATIONS } from "./visible.js";
import { COLUMNS, FAULT_NAMES, simulateWaterTank, type WaterTankRow } from "./water-tank.js";

const { normal, anomalies } = simulateWaterTank();
const everyRow = [...normal, ...anomalies.map(({ row }) => row)];

test("the same seed gives the same tank, another seed another", () => {
  expect(simulateWaterTank(1)).toEqual({ normal, anomalies });
  expect(simulateWaterTank(2).normal).not.toEqual(normal);
});

test("there are 10,000 normal rows, one a minute, and the anomalies come after them, in order of time", () => {
  const first = Date.parse(normal[0]!.Time);
  expect(normal).toHaveLength(10_000);
  expect(normal.filter(({ Time }, index) => Date.parse(Time) !== first + index * 60_000)).toEqual([]);
  const times = [normal.at(-1)!, ...anomalies.map(({ row }) => row)].map(({ Time }) => Time);
  expect(times).toEqual([...times].sort());
});

test("every row has every column and no other, and every number is within its sensor's span, shortly written", () => {
  const columns = COLUMNS.join();
  expect(everyRow.filter((row) => Object.keys(row).join() !== columns)).toEqual([]);
  for (const feature of SENSOR_FEATURES) {
    const { span, decimals } = SENSORS[feature];
    const isLogged = (value: number) => value >= 0 && value <= span && Number(value.toFixed(decimals)) === value;
    expect(everyRow.filter((row) => !isLogged(row[feature]))).toEqual([]); // NaN is none of these
  }
});

test("normal rows show the known states, each in at least a hundred rows", () => {
  expect(frequentValues(normal, ({ Mode }) => Mode)).toEqual(["Auto", "Cleaning", "Manual", "Startup"]);
  expect(frequentValues(normal, ({ Pump }) => Pump)).toEqual(["OFF", "ON"]);
  expect(frequentValues(normal, ({ Valve }) => Valve)).toEqual(["Closed", "Half", "Open"]);
});

test("over an hour the level gains what flowed in less what flowed out", () => {
  for (let start = 0; start + 60 < normal.length; start += 60) {
    let net = 0;
    for (let row = start; row < start + 60; row++) {
      const [now, next] = [normal[row]!, normal[row + 1]!];
      net += (now.Inflow - now.Outflow + next.Inflow - next.Outflow) / 2 / 60;
    }
    const gained = (normal[start + 60]!.Level - normal[start]!.Level) * TANK_AREA;
    // Of up to 250 m³; switching takes part of a minute.
    expect(Math.abs(gained - net), `from row ${start}`).toBeLessThan(6);
  }
});

test("pressure follows level", () => {
  expect(normal.filter(({ Level, Pressure }) => Math.abs(Pressure - 9.79 * Level) >= 2.2)).toEqual([]);
});

test("no pump, no inflow; a closed valve, no outflow", () => {
  expect(normal.filter(({ Pump, Inflow, PumpSpeed }) => (Inflow > 0 && PumpSpeed > 0) !== (Pump === "ON"))).toEqual([]);
  expect(normal.filter(({ Valve, Outflow }) => Outflow > 0 !== (Valve !== "Closed"))).toEqual([]);
});

test("the paper's rule holds nearly always, and needs both of its conditions", () => {
  const high = normal.filter(({ Level }) => Level >= 10);
  const rule = confidence(high.filter(isOn), isOpen);
  expect(high.filter(isOn).length).toBeGreaterThan(1000);
  expect(rule).toBeGreaterThan(0.985);
  expect(rule).toBeLessThan(1);
  expect(confidence(high, isOpen)).toBeLessThan(0.98);
  expect(confidence(normal.filter(isOn), isOpen)).toBeLessThan(0.8);
});

test("README.md tells the rule's real figures", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ");
  const high = normal.filter(({ Level }) => Level >= 10);
  const percent = (rows: readonly WaterTankRow[]) => `${(100 * confidence(rows, isOpen)).toFixed(1)} %`;
  const count = high.filter(isOn).length.toLocaleString("en");
  expect(readme).toContain(`right in ${percent(high.filter(isOn))} of ${count} rows`);
  expect(readme).toContain(
    `Without the pump in it, it would be right in ${percent(high)}; without the level, in ${percent(normal.filter(isOn))}.`,
  );
});

test("there are ten faults, thirty anomalies each, with one or two faulty features", () => {
  expect(FAULT_NAMES).toHaveLength(10);
  for (const name of FAULT_NAMES) expect(anomalies.filter(({ fault }) => fault === name)).toHaveLength(30);
  for (const { features } of anomalies) expect([1, 2]).toContain(features.length);
});

test("each faulty feature is far from what the sound plant would show, and every other one is near it", () => {
  for (const [index, { row, features, sound, fault }] of anomalies.entries()) {
    for (const feature of Object.keys(sound) as (keyof Reading)[]) {
      const wrong = features.includes(feature);
      expect(isFar(feature, row, sound), `${index} ${fault} ${feature}`).toBe(wrong);
      if (!wrong) expect(isNear(feature, row, sound), `${index} ${fault} ${feature}`).toBe(true);
    }
  }
});

test("any seed gives all its anomalies", () => {
  for (const seed of [0, 3, 4, 5, 2 ** 53 - 1]) expect(simulateWaterTank(seed).anomalies, `${seed}`).toHaveLength(300);
});

function isFar(feature: keyof Reading, row: Reading, sound: Reading): boolean {
  const [shown, right] = [row[feature], sound[feature]];
  if (typeof shown === "string" || typeof right === "string") return shown !== right;
  return Math.abs(shown - right) >= MIN_DEVIATIONS[feature as keyof typeof MIN_DEVIATIONS];
}

/** Within noise (five standard deviations) and rounding. */
function isNear(feature: keyof Reading, row: Reading, sound: Reading): boolean {
  const [shown, right] = [row[feature], sound[feature]];
  if (typeof shown === "string" || typeof right === "string") return shown === right;
  const { noise, decimals } = SENSORS[feature as keyof typeof SENSORS];
  return Math.abs(shown - right) <= 5 * noise + 10 ** -decimals;
}

/** The values seen in at least a hundred rows, sorted; fails if another value is seen at all. */
function frequentValues(rows: readonly WaterTankRow[], value: (row: WaterTankRow) => string): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(value(row), (counts.get(value(row)) ?? 0) + 1);
  for (const [name, count] of counts) expect(count, name).toBeGreaterThanOrEqual(100);
  return [...counts.keys()].sort();
}

function confidence(rows: readonly WaterTankRow[], holds: (row: WaterTankRow) => boolean): number {
  return rows.filter(holds).length / rows.length;
}

function isOn({ Pump }: WaterTankRow): boolean {
  return Pump === "ON";
}

function isOpen({ Valve }: WaterTankRow): boolean {
  return Valve === "Open";
}
