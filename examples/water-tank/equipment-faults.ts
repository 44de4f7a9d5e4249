/**
 * Things that break while the instruments tell the truth: a stuck valve, a leak, a pump that no longer pumps.
 */
import { HIGH_LEVEL, holdingSpeed } from "./controller.js";
import type { Course, Fault } from "./fault.js";
import { type Defects, NO_DEFECTS } from "./plant.js";
import type { FeatureName } from "./row.js";

/** A: more than a sound pump draws at any speed, so that a wrong speed cannot be the reason. */
const MAX_SOUND_CURRENT = 36;

/**
 * Something is wedged in the valve: after the start-up it opens a little way and jams. The limit switches show the
 * nearest position: closed, which is wrong at any level by then, or half, which is wrong at a high level with the pump
 * running.
 */
export const stuckValve: Fault = {
  name: "stuck valve",
  begin: ({ reading }, turn, random) => {
    if (reading.Mode !== "Startup") return undefined;
    return turn % 2 === 0
      ? jam(0.12 + 0.12 * random(), 5 + 5 * random())
      : jam(0.26 + 0.04 * random(), HIGH_LEVEL + 0.2 + 0.8 * random());
  },
};

/** A pipe leaks before its flow meter: the meter shows less than pump or valve let through. */
export const leak: Fault = {
  name: "leak",
  begin: ({ reading }, turn, random) => {
    const lost = 0.2 + 0.65 * random();
    if (turn % 2 === 0) return broken(["Outflow"], { outletLeak: lost });
    return reading.Pump === "ON" ? broken(["Inflow"], { inletLeak: lost }) : undefined;
  },
};

/** Rags wrap around the impeller: it delivers less water and is harder to turn, so it draws more current. */
export const pumpFailure: Fault = {
  name: "pump failure",
  begin: ({ reading }, _turn, random) => {
    if (reading.Pump !== "ON") return undefined;
    return {
      ...broken(["Inflow", "PumpCurrent"], { clogging: 0.35 + 0.35 * random() }),
      isPlain: ({ PumpCurrent }) => PumpCurrent > MAX_SOUND_CURRENT,
    };
  },
};

/**
 * Noticed while the controller still fills: later the tank is too full for the pump's speed, which is odd by itself.
 */
function jam(maxOpening: number, noticedAtLevel: number): Course {
  return {
    ...broken(["Valve", "Outflow"], { maxOpening }),
    maxMinutes: 600,
    isPlain: ({ Mode, Pump, Level, PumpSpeed }) =>
      Mode === "Auto" && Pump === "ON" && Level >= noticedAtLevel && PumpSpeed >= holdingSpeed(Level),
  };
}

function broken(features: readonly FeatureName[], defects: Partial<Defects>): Course {
  return {
    features,
    defects: { ...NO_DEFECTS, ...defects },
    distort: (reading) => reading,
    minMinutes: 2,
    maxMinutes: 12,
    isPlain: ({ Pump, Valve }) => Pump === "ON" || Valve !== "Closed",
  };
}
