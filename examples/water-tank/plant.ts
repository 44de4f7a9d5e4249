/**
 * The physics: a variable-speed pump fills an upright tank from below, a valve lets it out to the consumers.
 *
 * Flows are quasi-static (they settle within seconds), level and temperatures are integrated in steps of five seconds.
 * Every equation is exported by itself: the sensors read them, and the tests ask them what a sound plant would show.
 */
import type { Commands } from "./controller.js";
import { airTemperature, demandOf, type Environment, sourceTemperature } from "./environment.js";
import type { ValvePosition } from "./row.js";

export interface Plant {
  /** m, in [0, TANK_HEIGHT] */
  readonly level: number;
  /** rpm */
  readonly pumpSpeed: number;
  /** Share of the valve's opening, in [0, 1]. */
  readonly opening: number;
  /** °C, of the mixed water in the tank */
  readonly temperature: number;
  /** °C, in the outlet nozzle: the tank's, some minutes late */
  readonly outletTemperature: number;
}

/** What is broken. Shares are in [0, 1]. */
export interface Defects {
  /** How far rags clog the pump: the share of its flow that is lost. They also brake the shaft. */
  readonly clogging: number;
  /** Share of the pumped water lost before the inflow meter. */
  readonly inletLeak: number;
  /** Share of the released water lost before the outflow meter. */
  readonly outletLeak: number;
  /** The valve opens this far and no further. */
  readonly maxOpening: number;
  /** m³/h that leave the tank where nobody meters them. */
  readonly tankLeak: number;
}

export const NO_DEFECTS: Defects = { clogging: 0, inletLeak: 0, outletLeak: 0, maxOpening: 1, tankLeak: 0 };

export const TANK_AREA = 30; // m²
export const TANK_HEIGHT = 12.5; // m, then it spills
export const OPENINGS: Readonly<Record<ValvePosition, number>> = { Open: 1, Half: 0.5, Closed: 0 };

const RATED_SPEED = 1450; // rpm
const SHUT_OFF_HEAD = 26; // m at rated speed and no flow
const LIFT = 2; // m from the source to the bottom of the tank
const PUMP_SLOPE = 1.7e-4; // m of head the pump loses per (m³/h)²
const MAIN_FRICTION = 1.8e-4; // m of head the inlet main costs per (m³/h)²
const OUTLET_FLOW = 56; // m³/h through the open valve per √m
const OUTLET_DROP = 2; // m from the bottom of the tank to the consumers
const STEP_SECONDS = 5;

/** m³/h: where the pump's curve (affinity law) meets the main's; the check valve keeps it from running backwards. */
export function pumpFlow(plant: Plant, environment: Environment, { clogging }: Defects): number {
  const head = SHUT_OFF_HEAD * (plant.pumpSpeed / RATED_SPEED) ** 2;
  const spare = head - LIFT - plant.level + environment.sourceLevel;
  return spare <= 0 ? 0 : (1 - clogging) * Math.sqrt(spare / (PUMP_SLOPE + MAIN_FRICTION));
}

/** A, at the drive's supply side: electronics, losses that grow with the speed cubed, and the work on the water. */
export function pumpCurrent(plant: Plant, flow: number, { clogging }: Defects): number {
  if (plant.pumpSpeed === 0) return 0.4;
  const ratio = plant.pumpSpeed / RATED_SPEED;
  const head = SHUT_OFF_HEAD * ratio ** 2 - PUMP_SLOPE * flow ** 2;
  const waterPower = (9.81 * (flow / 3600) * head) / 0.7; // kW
  return 1.5 + (waterPower + (2.2 + 40 * clogging) * ratio ** 3) / (Math.sqrt(3) * 0.4 * 0.95);
}

/** m³/h, by Torricelli. More demand means less pressure in the consumers' network, so slightly more flow. */
export function valveFlow(plant: Plant, environment: Environment): number {
  const head = plant.level + OUTLET_DROP + 0.5 * (demandOf(environment) - 0.5);
  const suction = Math.min(1, plant.level / 0.2); // an almost empty tank draws air
  return OUTLET_FLOW * plant.opening * suction * Math.sqrt(head);
}

/** kPa: ρ·g·h */
export function bottomPressure(level: number): number {
  return 0.9982 * 9.81 * level;
}

/** What really enters and leaves the tank, m³/h. */
export function tankFlows(plant: Plant, environment: Environment, defects: Defects): { in: number; out: number } {
  return {
    in: pumpFlow(plant, environment, defects) * (1 - defects.inletLeak),
    out: valveFlow(plant, environment) + defects.tankLeak,
  };
}

/** One minute under constant commands, or as many seconds, in steps of five. */
export function advancePlant(plant: Plant, commands: Commands, surroundings: Surroundings): Plant {
  const { seconds = 60 } = surroundings;
  let next = plant;
  for (let second = 0; second < seconds; second += STEP_SECONDS) next = step(next, commands, surroundings);
  return next;
}

export interface Surroundings {
  readonly environment: Environment;
  readonly defects: Defects;
  /** Default: 60. */
  readonly seconds?: number;
}

function step(plant: Plant, commands: Commands, { environment, defects }: Surroundings): Plant {
  const hours = STEP_SECONDS / 3600;
  const flows = tankFlows(plant, environment, defects);
  const level = plant.level + ((flows.in - flows.out) * hours) / TANK_AREA;
  const volume = TANK_AREA * Math.max(0.3, plant.level);
  const air = airTemperature(environment);
  const mixing = (flows.in * (sourceTemperature(environment) - plant.temperature)) / volume;
  const wall = 0.02 * (air - plant.temperature);
  const nozzle = 6 * (plant.temperature - plant.outletTemperature) + 0.15 * (air - plant.outletTemperature);
  return {
    level: Math.min(TANK_HEIGHT, Math.max(0, level)),
    pumpSpeed: approach(plant.pumpSpeed, commands.pumpSpeed, 30 * STEP_SECONDS),
    opening: approach(plant.opening, Math.min(OPENINGS[commands.valve], defects.maxOpening), 0.1),
    temperature: plant.temperature + (mixing + wall) * hours,
    outletTemperature: plant.outletTemperature + nozzle * hours,
  };
}

function approach(value: number, target: number, maxChange: number): number {
  return value + Math.min(maxChange, Math.max(-maxChange, target - value));
}
