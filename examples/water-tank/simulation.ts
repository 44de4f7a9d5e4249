/**
 * The tank minute by minute: surroundings, operator, controller, plant and instruments, in that order.
 *
 * A simulation is a value; running it gives a new one. So a fault can branch off from any minute while the sound plant
 * goes on as if nothing had happened.
 */
import type { Random } from "../../src/core/base/index.js";
import { type Commands, decide, FIRST_FILL } from "./controller.js";
import {
  advanceEnvironment,
  demandOf,
  type Environment,
  powerPrice,
  sourceTemperature,
  startEnvironment,
} from "./environment.js";
import { advanceOperator, type Operator, orderAt, startOperator } from "./operator.js";
import { advancePlant, type Defects, NO_DEFECTS, type Plant } from "./plant.js";
import type { Reading, WaterTankRow } from "./row.js";
import { readInstruments } from "./sensors.js";

export interface Simulation {
  readonly environment: Environment;
  readonly operator: Operator;
  readonly commands: Commands;
  readonly plant: Plant;
  /** What is shown at the end of the minute. */
  readonly reading: Reading;
}

/** What is wrong during a minute. */
export interface Trouble {
  readonly defects: Defects;
  /** From what sound instruments would show to what is shown. */
  readonly distort: (reading: Reading) => Reading;
}

export const NO_TROUBLE: Trouble = { defects: NO_DEFECTS, distort: (reading) => reading };

const FIRST_MIDNIGHT = Date.UTC(2026, 4, 4);

/** An empty, freshly washed tank at midnight. */
export function startSimulation(random: Random): Simulation {
  const environment = startEnvironment();
  const temperature = sourceTemperature(environment);
  const plant = { level: 0.5, pumpSpeed: 0, opening: 0, temperature, outletTemperature: temperature };
  const moment = { environment, commands: FIRST_FILL, plant };
  return { ...moment, operator: startOperator(random), reading: readInstruments(moment, NO_DEFECTS, random) };
}

/** The next minute. */
export function runMinute(simulation: Simulation, random: Random, trouble: Trouble = NO_TROUBLE): Simulation {
  const environment = advanceEnvironment(simulation.environment, random);
  const { minute } = environment;
  const commands = decide(simulation.commands, {
    level: simulation.reading.Level,
    demand: demandOf(environment),
    power: powerPrice(environment),
    order: orderAt(simulation.operator, minute),
  });
  const plant = advancePlant(simulation.plant, commands, { environment, defects: trouble.defects });
  const reading = readInstruments({ plant, commands, environment }, trouble.defects, random);
  return {
    environment,
    operator: advanceOperator(simulation.operator, minute, random),
    commands,
    plant,
    reading: trouble.distort(reading),
  };
}

export function toRow({ environment, reading }: Simulation): WaterTankRow {
  const time = new Date(FIRST_MIDNIGHT + environment.minute * 60_000);
  return { Time: time.toISOString().replace(".000Z", "Z"), ...reading };
}
