/**
 * The water tank: a week of a small plant, one row a minute, and 300 rows in which something is broken, with the truth.
 *
 * Pure and seeded: the same seed gives the same rows, in Node and in a browser. Nothing of the truth is in the rows.
 */
import { createRandom } from "../../src/core/base/index.js";
import { type Anomaly, simulateAnomalies } from "./anomalies.js";
import type { WaterTankRow } from "./row.js";
import { runMinute, startSimulation, toRow } from "./simulation.js";

export { type Anomaly, FAULT_NAMES } from "./anomalies.js";
export type { FaultName } from "./fault.js";
export { COLUMNS, type FeatureName, type WaterTankRow } from "./row.js";

export interface WaterTank {
  /** A week of normal rows, in order of time. */
  readonly normal: readonly WaterTankRow[];
  /** From the weeks after it, in order of time; as many of each fault. */
  readonly anomalies: readonly Anomaly[];
}

const NORMAL_ROWS = 10_000;
const ANOMALIES_PER_FAULT = 30;

/** The seed is any integer in [0, 2^53). Cost: about a second. */
export function simulateWaterTank(seed = 1): WaterTank {
  const random = createRandom(seed);
  const normal: WaterTankRow[] = [];
  let simulation = startSimulation(random);
  while (normal.length < NORMAL_ROWS) {
    simulation = runMinute(simulation, random);
    normal.push(toRow(simulation));
  }
  return { normal, anomalies: simulateAnomalies(simulation, ANOMALIES_PER_FAULT, random) };
}
