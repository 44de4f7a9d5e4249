/**
 * Faults that show in time rather than in a row: each reading of the plant, or all of them together, stay what they may
 * be for a while, but they move, rest or follow one another as they never do.
 */
import type { Random } from "../../src/core/base/index.js";
import type { Commands } from "./controller.js";
import { type Defects, NO_DEFECTS } from "./plant.js";
import type { FeatureName, Reading, SensorFeature } from "./row.js";
import { logged } from "./sensors.js";
import type { Simulation } from "./simulation.js";

export const DYNAMIC_FAULTS = [
  "slow leak",
  "sensor drift",
  "frozen sensor",
  "stuck valve",
  "clogging",
  "controller oscillation",
  "late reaction",
] as const;
export type DynamicFault = (typeof DYNAMIC_FAULTS)[number];

/** One fault as it unfolds; `minutes` are those since it began, from 1. */
export interface DynamicCourse {
  /** Sensors and states that are wrong, or that show it first; whoever names one of them is right. */
  readonly features: readonly FeatureName[];
  readonly lastsMinutes: number;
  defects(minutes: number): Defects;
  /** What reaches pump and valve of what the controller commands. */
  command(commands: Commands, minutes: number): Commands;
  distort(reading: Reading, minutes: number): Reading;
}

/** `turn` (0, 1, …) rotates variants. */
type Beginning = (simulation: Simulation, turn: number, random: Random) => Partial<DynamicCourse>;

const DRIFTING: readonly SensorFeature[] = [
  "Level",
  "Pressure",
  "Temperature",
  "OutletTemperature",
  "Inflow",
  "Outflow",
];
/** In the sensor's unit for each minute: a tenth of a percent of its span, or a little more. */
const DRIFT_PER_MINUTE: Readonly<Partial<Record<SensorFeature, number>>> = {
  Level: 0.02,
  Pressure: 0.2,
  Temperature: 0.05,
  OutletTemperature: 0.05,
  Inflow: 0.5,
  Outflow: 0.5,
};
const FREEZING: readonly SensorFeature[] = ["Level", "Pressure", "Inflow", "Outflow", "PumpCurrent", "Temperature"];

const BEGINNINGS: Readonly<Record<DynamicFault, Beginning>> = {
  /** The tank's wall weeps, more and more. */
  "slow leak": (_simulation, _turn, random) => {
    const most = 40 + 40 * random();
    return {
      features: ["Level", "Pressure"],
      lastsMinutes: 240,
      defects: (minutes) => ({ ...NO_DEFECTS, tankLeak: Math.min(most, (most * minutes) / 120) }),
    };
  },
  /** An instrument's zero creeps away. */
  "sensor drift": (_simulation, turn, random) => {
    const feature = DRIFTING[turn % DRIFTING.length]!;
    const perMinute = (random() < 0.5 ? -1 : 1) * DRIFT_PER_MINUTE[feature]!;
    return {
      features: [feature],
      lastsMinutes: 240,
      distort: (reading, minutes) => show(reading, feature, reading[feature] + perMinute * minutes),
    };
  },
  /** An instrument keeps showing one number. */
  "frozen sensor": ({ reading: { ...last } }, turn) => {
    const feature = FREEZING[turn % FREEZING.length]!;
    return {
      features: [feature],
      lastsMinutes: 180,
      distort: (reading) => show(reading, feature, last[feature]),
    };
  },
  /** The valve opens no further than it happens to stand, half at the most. */
  "stuck valve": ({ plant }) => ({
    features: ["Valve", "Outflow"],
    lastsMinutes: 180,
    defects: () => ({ ...NO_DEFECTS, maxOpening: Math.min(0.5, plant.opening) }),
  }),
  /** Rags gather in the pump, little by little. */
  clogging: (_simulation, _turn, random) => {
    const most = 0.2 + 0.2 * random();
    return {
      features: ["Inflow", "PumpCurrent"],
      lastsMinutes: 240,
      defects: (minutes) => ({ ...NO_DEFECTS, clogging: Math.min(most, (most * minutes) / 180) }),
    };
  },
  /** A controller that was tuned too sharply: its speed swings around the right one. */
  "controller oscillation": (_simulation, _turn, random) => {
    const period = 5 + 4 * random();
    return {
      features: ["PumpSpeed", "PumpCurrent", "Inflow"],
      lastsMinutes: 180,
      command: (commands, minutes) =>
        commands.pump === "ON"
          ? { ...commands, pumpSpeed: commands.pumpSpeed + 80 * Math.sin((2 * Math.PI * minutes) / period) }
          : commands,
    };
  },
  /** Commands reach pump and valve minutes late. */
  "late reaction": (_simulation, _turn, random) => {
    const delay = 6 + Math.floor(8 * random());
    const queue: Commands[] = [];
    return {
      features: ["Valve", "Pump", "PumpSpeed"],
      lastsMinutes: 300,
      command(commands) {
        queue.push(commands);
        return queue.length > delay ? queue.shift()! : queue[0]!;
      },
    };
  },
};

/** A fault that begins in this minute. */
export function beginFault(
  fault: DynamicFault,
  simulation: Simulation,
  { turn, random }: { readonly turn: number; readonly random: Random },
): DynamicCourse {
  return {
    features: [],
    lastsMinutes: 180,
    defects: () => NO_DEFECTS,
    command: (commands) => commands,
    distort: (reading) => reading,
    ...BEGINNINGS[fault](simulation, turn, random),
  };
}

function show(reading: Reading, feature: SensorFeature, value: number): Reading {
  return { ...reading, [feature]: logged(feature, value) };
}
