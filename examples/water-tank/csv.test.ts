import { expect, test } from "vitest";
import { formatRows, formatTruth } from "./csv.js";
import { simulateWaterTank } from "./water-tank.js";

const { normal, anomalies } = simulateWaterTank();

test("rows are written with the decimals of their sensors", () => {
  const row = { ...normal[0]!, Level: 7, Inflow: 12.5, PumpSpeed: 901 };
  expect(formatRows([row])).toMatch(
    /^Time,Mode,Pump,PumpSpeed,PumpCurrent,Inflow,InletTemperature,Level,Pressure,Temperature,Valve,Outflow,OutletTemperature\n2026-05-04T00:01:00Z,Startup,ON,901,\d+\.\d,12\.5,\d+\.\d,7\.00,/,
  );
});

test("the truth is one line per anomaly, and no cell needs quotes", () => {
  const lines = formatTruth(anomalies).split("\n");
  expect(lines).toHaveLength(anomalies.length + 2);
  expect(lines[0]).toBe("row,fault,features");
  for (const [row, { fault, features }] of anomalies.entries()) {
    expect(lines[row + 1]).toBe(`${row},${fault},${features.join("|")}`);
  }
  expect(formatRows(normal) + formatTruth(anomalies)).not.toMatch(/["\r]/);
});
