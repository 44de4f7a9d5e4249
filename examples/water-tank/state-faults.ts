/**
 * States that are shown wrong while the plant runs well: an unknown word, a limit switch, a status contact.
 */
import { HIGH_LEVEL } from "./controller.js";
import type { Course, Fault } from "./fault.js";
import { NO_DEFECTS } from "./plant.js";
import type { Reading, StateFeature } from "./row.js";

/** A state nobody has seen: a new word, or a known one in company it never keeps. */
export const unseenState: Fault = {
  name: "unseen state",
  begin: ({ reading }, turn) => {
    const variants = [
      () => shown("Mode", "Recovery"), // the controller came back from a restart
      () => shown("Valve", "Fault"), // both limit switches closed
      () => shown("Pump", "LOCAL"), // switched over at the panel
      // Never with a valve that lets water out.
      () => (reading.Valve === "Closed" ? undefined : shown("Mode", "Startup")),
      () => (reading.Pump === "OFF" ? undefined : shown("Mode", "Cleaning")), // never with the pump running
    ];
    return variants[turn % variants.length]!();
  },
};

/** A limit switch fails: the valve is where it should be, but is shown somewhere else. */
export const falseValvePosition: Fault = {
  name: "false valve position",
  begin: ({ reading }, turn) => {
    if (turn % 3 === 0) return isOperating(reading) ? shown("Valve", "Closed") : undefined;
    if (turn % 3 === 1) return reading.Mode === "Startup" ? shown("Valve", "Open") : undefined;
    return mustBeOpen(reading) ? shown("Valve", "Half") : undefined;
  },
};

/** The status contact sticks: the pump runs but is shown off, or stands but is shown on. */
export const falsePumpSignal: Fault = {
  name: "false pump signal",
  begin: ({ reading }, turn) => {
    const sound = turn % 2 === 0 ? "ON" : "OFF";
    return reading.Pump === sound ? shown("Pump", sound === "ON" ? "OFF" : "ON") : undefined;
  },
};

/** Looked at in its first minute, while the company it was chosen for lasts. */
function shown(feature: StateFeature, state: string): Course {
  return {
    features: [feature],
    defects: NO_DEFECTS,
    distort: (reading) => ({ ...reading, [feature]: state }),
    minMinutes: 1,
    maxMinutes: 1,
    isPlain: () => true,
  };
}

function isOperating({ Mode }: Reading): boolean {
  return Mode === "Auto" || Mode === "Manual";
}

function mustBeOpen({ Mode, Pump, Level }: Reading): boolean {
  return Mode === "Auto" && Pump === "ON" && Level >= HIGH_LEVEL + 0.3;
}
