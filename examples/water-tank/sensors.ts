/**
 * From the plant to what the historian logs: each sensor adds its noise, and rounds to the decimals it is logged with.
 */
import { type Random, randomNormal } from "../../src/core/base/index.js";
import type { Commands } from "./controller.js";
import { type Environment, sourceTemperature } from "./environment.js";
import {
  bottomPressure,
  type Defects,
  NO_DEFECTS,
  OPENINGS,
  type Plant,
  pumpCurrent,
  pumpFlow,
  valveFlow,
} from "./plant.js";
import type { Reading, SensorFeature, ValvePosition } from "./row.js";

interface Sensor {
  /** Standard deviation of the noise, in the sensor's unit. */
  readonly noise: number;
  readonly decimals: number;
  /** The sensor shows values in [0, span]. */
  readonly span: number;
}

export const SENSORS: Readonly<Record<SensorFeature, Sensor>> = {
  PumpSpeed: { noise: 3, decimals: 0, span: 1600 },
  PumpCurrent: { noise: 0.2, decimals: 1, span: 80 },
  Inflow: { noise: 1, decimals: 1, span: 300 },
  InletTemperature: { noise: 0.1, decimals: 1, span: 40 },
  Level: { noise: 0.02, decimals: 2, span: 12.5 },
  Pressure: { noise: 0.25, decimals: 1, span: 200 },
  Temperature: { noise: 0.1, decimals: 1, span: 40 },
  Outflow: { noise: 1, decimals: 1, span: 300 },
  OutletTemperature: { noise: 0.1, decimals: 1, span: 40 },
};

export const SENSOR_FEATURES = Object.keys(SENSORS) as SensorFeature[];

const LOW_FLOW_CUT_OFF = 3; // m³/h: below it a flow meter shows 0

/** The whole plant at one moment. */
export interface Moment {
  readonly plant: Plant;
  readonly commands: Commands;
  readonly environment: Environment;
}

/** What the instruments show. They are sound; the plant has the given defects. */
export function readInstruments(moment: Moment, defects: Defects, random: Random): Reading {
  const exact = exactReading(moment, defects);
  return mapSensors(exact, (feature, value) => {
    const noise = SENSORS[feature].noise * randomNormal(random);
    return logged(feature, value === 0 ? 0 : value + noise); // a standing shaft and a dry meter are quiet
  });
}

/** The same without noise or rounding. */
export function exactReading({ plant, commands, environment }: Moment, defects: Defects): Reading {
  const flow = pumpFlow(plant, environment, defects);
  return {
    Mode: commands.mode,
    Pump: commands.pump,
    PumpSpeed: plant.pumpSpeed,
    PumpCurrent: pumpCurrent(plant, flow, defects),
    Inflow: cutOff(flow * (1 - defects.inletLeak)),
    InletTemperature: sourceTemperature(environment),
    Level: plant.level,
    Pressure: bottomPressure(plant.level),
    Temperature: plant.temperature,
    Valve: positionOf(plant.opening),
    Outflow: cutOff(valveFlow(plant, environment) * (1 - defects.outletLeak)),
    OutletTemperature: plant.outletTemperature,
  };
}

/** What this moment would show if nothing were broken and the valve stood where it was told to. */
export function soundReading(moment: Moment): Reading {
  const plant = { ...moment.plant, opening: OPENINGS[moment.commands.valve] };
  return mapSensors(exactReading({ ...moment, plant }, NO_DEFECTS), logged);
}

/** Applies a function to every number of a reading; the states stay. */
export function mapSensors(reading: Reading, change: (feature: SensorFeature, value: number) => number): Reading {
  const changed = { ...reading } as Record<SensorFeature, number> & Reading;
  for (const feature of SENSOR_FEATURES) changed[feature] = change(feature, reading[feature]);
  return changed;
}

/** Kept within the sensor's span and rounded to its decimals. */
export function logged(feature: SensorFeature, value: number): number {
  const { decimals, span } = SENSORS[feature];
  return Number(Math.min(span, Math.max(0, value)).toFixed(decimals));
}

function positionOf(opening: number): ValvePosition {
  if (opening >= 0.75) return "Open";
  return opening <= 0.25 ? "Closed" : "Half";
}

function cutOff(flow: number): number {
  return flow < LOW_FLOW_CUT_OFF ? 0 : flow;
}
