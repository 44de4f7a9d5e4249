/**
 * Lets faults happen: while the sound plant runs on, branches off a broken one again and again and keeps one row of it.
 *
 * All faults come equally often; among those that can begin now, the one seen least goes first. Rows are in order of
 * time.
 */
import { type Random, randomInteger } from "../../src/core/base/index.js";
import { leak, pumpFailure, stuckValve } from "./equipment-faults.js";
import type { Course, Fault, FaultName } from "./fault.js";
import { OPENINGS } from "./plant.js";
import type { FeatureName, Reading, WaterTankRow } from "./row.js";
import { frozenSensor, sensorBias, sensorDrift, swappedReadings } from "./sensor-faults.js";
import { soundReading } from "./sensors.js";
import { runMinute, type Simulation, toRow } from "./simulation.js";
import { falsePumpSignal, falseValvePosition, unseenState } from "./state-faults.js";
import { isVisible } from "./visible.js";

export interface Anomaly {
  readonly row: WaterTankRow;
  readonly fault: FaultName;
  /** The features that are truly wrong, one or two, the cause first. */
  readonly features: readonly FeatureName[];
  /**
   * What a sound plant would have shown in this row, noise aside. It differs clearly in exactly the faulty features.
   */
  readonly sound: Reading;
}

export const FAULTS: readonly Fault[] = [
  stuckValve,
  sensorBias,
  sensorDrift,
  frozenSensor,
  leak,
  swappedReadings,
  pumpFailure,
  unseenState,
  falseValvePosition,
  falsePumpSignal,
];

export const FAULT_NAMES: readonly FaultName[] = FAULTS.map(({ name }) => name);

/** `perFault` anomalies of each fault, branching off a plant that starts as given. */
export function simulateAnomalies(start: Simulation, perFault: number, random: Random): Anomaly[] {
  const counts = new Map(FAULTS.map((fault) => [fault, 0]));
  const anomalies: Anomaly[] = [];
  let simulation = start;
  while (anomalies.length < perFault * FAULTS.length) {
    for (let gap = 5 + randomInteger(random, 20); gap > 0; gap--) simulation = runMinute(simulation, random);
    const waiting = FAULTS.filter((fault) => counts.get(fault)! < perFault);
    waiting.sort((a, b) => counts.get(a)! - counts.get(b)!);
    for (const fault of waiting) {
      const anomaly = letHappen(fault, simulation, { turn: counts.get(fault)!, random });
      if (anomaly === undefined) continue;
      anomalies.push(anomaly);
      counts.set(fault, counts.get(fault)! + 1);
      break;
    }
  }
  return anomalies.sort((a, b) => compareText(a.row.Time, b.row.Time));
}

function letHappen(fault: Fault, start: Simulation, chance: { turn: number; random: Random }): Anomaly | undefined {
  const course = fault.begin(start, chance.turn, chance.random);
  if (course === undefined) return undefined;
  const end = runUntilVisible(course, start, chance.random);
  if (end === undefined) return undefined;
  return { row: toRow(end), fault: fault.name, features: course.features, sound: soundReading(end) };
}

/** The first minute in which the fault shows plainly, if there is one. */
function runUntilVisible(course: Course, start: Simulation, random: Random): Simulation | undefined {
  let simulation = start;
  for (let minutes = 1; minutes <= course.maxMinutes; minutes++) {
    const distort = (reading: Reading) => course.distort(reading, minutes);
    simulation = runMinute(simulation, random, { defects: course.defects, distort });
    const { reading } = simulation;
    if (minutes < course.minMinutes || !course.isPlain(reading)) continue;
    if (isSettled(course, simulation) && isVisible(course.features, reading, simulation)) return simulation;
  }
  return undefined;
}

/** Nothing is on its way: a valve in travel makes a row that is odd for another reason. */
function isSettled(course: Course, { commands, plant }: Simulation): boolean {
  return course.defects.maxOpening < 1 || plant.opening === OPENINGS[commands.valve];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
