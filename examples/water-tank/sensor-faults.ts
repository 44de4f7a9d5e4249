/**
 * Instruments that lie while the plant is sound: bias, drift, frozen, crossed cables.
 */
import type { Random } from "../../src/core/base/index.js";
import type { Course, Fault } from "./fault.js";
import { NO_DEFECTS } from "./plant.js";
import type { Reading, SensorFeature } from "./row.js";
import { logged, SENSORS } from "./sensors.js";
import { MIN_DEVIATIONS, someFlow } from "./visible.js";

const BIASED: readonly SensorFeature[] = [
  "Level",
  "Pressure",
  "Inflow",
  "Outflow",
  "PumpCurrent",
  "PumpSpeed",
  "Temperature",
  "InletTemperature",
];
const DRIFTING: readonly SensorFeature[] = ["Pressure", "OutletTemperature", "Inflow", "PumpCurrent", "Temperature"];
const FREEZING: readonly SensorFeature[] = ["Level", "PumpCurrent", "Inflow", "Pressure", "PumpSpeed"];

/** The zero of one instrument has jumped, by a knock or a bad calibration. */
export const sensorBias: Fault = {
  name: "sensor bias",
  begin: (_simulation, turn, random) => {
    const feature = pick(BIASED, turn);
    const offset = randomSign(random) * MIN_DEVIATIONS[feature] * (1.2 + 0.8 * random());
    return lie([feature], {
      distort: (reading) => show(reading, feature, reading[feature] + offset),
      minMinutes: 1,
      maxMinutes: 5,
    });
  },
};

/** One instrument's zero creeps away, a little every hour, until somebody looks. */
export const sensorDrift: Fault = {
  name: "sensor drift",
  begin: (_simulation, turn, random) => {
    const feature = pick(DRIFTING, turn);
    const perMinute = (randomSign(random) * MIN_DEVIATIONS[feature] * (0.8 + 0.4 * random())) / 240;
    const minMinutes = 300 + Math.floor(120 * random());
    return lie([feature], {
      distort: (reading, minutes) => show(reading, feature, reading[feature] + perMinute * minutes),
      minMinutes,
      maxMinutes: minMinutes + 60,
    });
  },
};

/** One instrument keeps showing the same number while the plant moves on. */
export const frozenSensor: Fault = {
  name: "frozen sensor",
  begin: ({ reading: last }, turn) => {
    const feature = pick(FREEZING, turn);
    return lie([feature], {
      distort: (reading) => show(reading, feature, last[feature]),
      minMinutes: 10,
      maxMinutes: 300,
    });
  },
};

/** Two instruments' cables are crossed: each current loop is read on the other one's scale. */
export const swappedReadings: Fault = {
  name: "swapped readings",
  begin: (_simulation, turn) => {
    const [a, b] = pick([["Inflow", "Outflow"] as const, ["Level", "Pressure"] as const], turn);
    return lie([a, b], {
      distort: (reading) => show(show(reading, a, rescale(reading[b], b, a)), b, rescale(reading[a], a, b)),
      minMinutes: 1,
      maxMinutes: 3,
    });
  },
};

function lie(
  features: readonly SensorFeature[],
  course: Pick<Course, "distort" | "minMinutes" | "maxMinutes">,
): Course {
  return { features, defects: NO_DEFECTS, isPlain: someFlow, ...course };
}

function show(reading: Reading, feature: SensorFeature, value: number): Reading {
  return { ...reading, [feature]: logged(feature, value) };
}

function rescale(value: number, from: SensorFeature, to: SensorFeature): number {
  return (value / SENSORS[from].span) * SENSORS[to].span;
}

function randomSign(random: Random): number {
  return random() < 0.5 ? -1 : 1;
}

function pick<T>(values: readonly T[], turn: number): T {
  return values[turn % values.length]!;
}
