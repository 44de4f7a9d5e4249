/**
 * The tank as it moves: days of rows every few seconds or every minute, in some of which a fault begins, goes on for
 * hours and is mended. Pure and seeded, as the rest of the tank.
 */
import { createRandom, type Random } from "../../src/core/base/index.js";
import { decide } from "./controller.js";
import { beginFault, type DynamicCourse, type DynamicFault } from "./dynamic-faults.js";
import { advanceEnvironment, demandOf, powerPrice } from "./environment.js";
import { advanceOperator, orderAt } from "./operator.js";
import { advancePlant, NO_DEFECTS } from "./plant.js";
import type { FeatureName, WaterTankRow } from "./row.js";
import { readInstruments } from "./sensors.js";
import { runMinute, type Simulation, startSimulation, toRow } from "./simulation.js";

export interface DynamicDay {
  readonly rows: readonly WaterTankRow[];
  /** null: nothing is wrong on this day. */
  readonly fault: DynamicFault | null;
  /** The sensors and states that show it. */
  readonly features: readonly FeatureName[];
  /** The first row in which it is there, and the first in which it is gone. */
  readonly from: number;
  readonly to: number;
  /** Rows in which pump or valve do not do what the controller commands. */
  readonly unanswered: number;
}

export interface DynamicOptions {
  readonly seed: number;
  /** A multiple of 5 that divides 60: how often a row is logged. Default: 60. */
  readonly stepSeconds?: number;
  /** Default: none. */
  readonly fault?: DynamicFault | null;
  /** Rotates the variants of a fault. Default: 0. */
  readonly turn?: number;
  /** Days to log, after one that is not. Default: 1. */
  readonly days?: number;
}

const DAY_MINUTES = 1440;
/** A fault begins between these minutes of the day. */
const EARLIEST = 240;
const LATEST = 900;

export function simulateDynamicDay(options: DynamicOptions): DynamicDay {
  const { seed, stepSeconds = 60, fault = null, turn = 0, days = 1 } = options;
  const random = createRandom(seed);
  let simulation = startSimulation(random);
  for (let minute = 0; minute < DAY_MINUTES; minute++) simulation = runMinute(simulation, random);
  const begins = EARLIEST + Math.floor(random() * (LATEST - EARLIEST));
  const rows: WaterTankRow[] = [];
  let course: DynamicCourse | null = null;
  let [from, to, since, unanswered] = [0, 0, 0, 0];
  for (let minute = 0; minute < days * DAY_MINUTES; minute++) {
    if (fault !== null && since === 0 && minute >= begins && simulation.reading.Mode === "Auto") {
      course = beginFault(fault, simulation, { turn, random });
      from = rows.length;
    }
    since += course === null ? 0 : 1;
    const isOn = course !== null && since <= course.lastsMinutes;
    const logged = runLoggedMinute(simulation, random, { course: isOn ? course : null, since, stepSeconds });
    simulation = logged.simulation;
    rows.push(...logged.rows);
    unanswered += logged.isAnswered ? 0 : logged.rows.length;
    if (isOn) to = rows.length;
  }
  return { rows, fault, features: course?.features ?? [], from, to, unanswered };
}

interface MinuteTrouble {
  readonly course: DynamicCourse | null;
  /** Minutes since it began. */
  readonly since: number;
  readonly stepSeconds: number;
}

interface LoggedMinute {
  readonly simulation: Simulation;
  readonly rows: readonly WaterTankRow[];
  /** Whether pump and valve do what the controller commands. */
  readonly isAnswered: boolean;
}

/** As runMinute, in steps of which each is logged. */
function runLoggedMinute(
  before: Simulation,
  random: Random,
  { course, since, stepSeconds }: MinuteTrouble,
): LoggedMinute {
  const environment = advanceEnvironment(before.environment, random);
  const { minute } = environment;
  const decided = decide(before.commands, {
    level: before.reading.Level,
    demand: demandOf(environment),
    power: powerPrice(environment),
    order: orderAt(before.operator, minute),
  });
  const done = course?.command(decided, since) ?? decided;
  const defects = course?.defects(since) ?? NO_DEFECTS;
  const rows: WaterTankRow[] = [];
  let { plant, reading } = before;
  for (let second = stepSeconds; second <= 60; second += stepSeconds) {
    plant = advancePlant(plant, done, { environment, defects, seconds: stepSeconds });
    const shown = readInstruments({ plant, commands: done, environment }, defects, random);
    reading = course?.distort(shown, since) ?? shown;
    rows.push(stamped(toRow({ ...before, environment, reading }), second - 60));
  }
  const operator = advanceOperator(before.operator, minute, random);
  const isAnswered = done.pump === decided.pump && done.valve === decided.valve;
  return { simulation: { environment, operator, commands: decided, plant, reading }, rows, isAnswered };
}

function stamped(row: WaterTankRow, seconds: number): WaterTankRow {
  const time = new Date(Date.parse(row.Time) + 1000 * seconds);
  return { ...row, Time: time.toISOString().replace(".000Z", "Z") };
}
