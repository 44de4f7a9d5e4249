/** The water tank with faults that last: each begins in a sound plant, goes on for a while, and is repaired. */
import { FAULTS } from "../../examples/water-tank/anomalies.js";
import type { FaultName } from "../../examples/water-tank/fault.js";
import type { WaterTankRow } from "../../examples/water-tank/row.js";
import { runMinute, type Simulation, startSimulation, toRow } from "../../examples/water-tank/simulation.js";
import { createRandom, randomInteger } from "../../src/core/base/index.js";

export interface TrueFault {
  readonly name: FaultName;
  readonly features: readonly string[];
  /** Places in `rows`, the last one not included. */
  readonly from: number;
  readonly to: number;
}

export interface FaultyDays {
  readonly normal: readonly WaterTankRow[];
  readonly rows: readonly WaterTankRow[];
  readonly faults: readonly TrueFault[];
}

/** A week of normal rows, then `count` faults of 20 to 60 minutes with hours of a sound plant between them. */
export function simulateFaultyDays(count: number, seed: number): FaultyDays {
  const random = createRandom(seed);
  let simulation = startSimulation(random);
  const normal: WaterTankRow[] = [];
  while (normal.length < 10_000) normal.push(toRow((simulation = runMinute(simulation, random))));
  const rows: WaterTankRow[] = [];
  const faults: TrueFault[] = [];
  while (faults.length < count) {
    for (let rest = 90 + randomInteger(random, 60); rest > 0; rest--)
      rows.push(toRow((simulation = runMinute(simulation, random))));
    const fault = FAULTS[faults.length % FAULTS.length]!;
    const course = fault.begin(simulation, Math.floor(faults.length / FAULTS.length), random);
    if (course === undefined) continue;
    const from = rows.length;
    let broken: Simulation = simulation;
    for (let minutes = 1; minutes <= 20 + (faults.length % 5) * 10; minutes++) {
      const distort = (reading: Simulation["reading"]) => course.distort(reading, minutes);
      broken = runMinute(broken, random, { defects: course.defects, distort });
      rows.push(toRow(broken));
      simulation = runMinute(simulation, random); // what the plant is repaired to
    }
    faults.push({ name: fault.name, features: course.features, from, to: rows.length });
  }
  return { normal, rows, faults };
}
