/**
 * The controller: once a minute it looks at the level sensor and the demand and commands pump and valve.
 *
 * It gives the data their rules. The best known: while the pump runs and the level is high, the valve must be open. It
 * sees the level that is shown, right or wrong, and the valve needs a minute to travel, so a few rows show the valve
 * still on its way: the rule's confidence is near 1, not 1.
 */
import type { Order } from "./operator.js";
import type { Mode, PumpState, ValvePosition } from "./row.js";

export interface Commands {
  readonly mode: Mode;
  readonly pump: PumpState;
  /** rpm; 0 when the pump is off */
  readonly pumpSpeed: number;
  readonly valve: ValvePosition;
  /** Minutes the empty tank has been washed, while cleaning. */
  readonly washedMinutes: number;
}

export interface Situation {
  /** As shown by the sensor, m. */
  readonly level: number;
  /** Share in [0, 1]. */
  readonly demand: number;
  readonly power: "cheap" | "dear";
  readonly order: Order;
}

export const HIGH_LEVEL = 10; // m: from here on the running pump needs an open valve
const FULL_LEVEL = 11.6; // m: the pump stops
const PLENTY_LEVEL = 8; // m: while power is dear, the pump stops above
const ENOUGH_LEVEL = 6; // m: … and rests until here
const EMPTY_LEVEL = 0.6; // m: the valve closes and washing begins
const STARTED_LEVEL = 4; // m: the first fill is done
const WASH_MINUTES = 20;
const FILL_SPEED = 900; // rpm: the first fill is gentle
const MIN_SPEED = 1160; // rpm
const MAX_SPEED = 1530; // rpm

export const FIRST_FILL: Commands = {
  mode: "Startup",
  pump: "ON",
  pumpSpeed: FILL_SPEED,
  valve: "Closed",
  washedMinutes: 0,
};

export function decide(previous: Commands, situation: Situation): Commands {
  const mode = chooseMode(previous, situation);
  switch (mode) {
    case "Cleaning":
      return clean(previous, situation);
    case "Startup":
      return FIRST_FILL;
    case "Manual":
    case "Auto":
      return operate(mode, previous, situation);
  }
}

function chooseMode(previous: Commands, { level, order }: Situation): Mode {
  if (previous.mode === "Cleaning") return previous.washedMinutes < WASH_MINUTES ? "Cleaning" : "Startup";
  if (previous.mode === "Startup" && level < STARTED_LEVEL) return "Startup";
  if (order.kind === "clean") return "Cleaning";
  return order.kind === "manual" ? "Manual" : "Auto";
}

/** First drain, then wash behind the closed valve. */
function clean(previous: Commands, { level }: Situation): Commands {
  const draining = previous.washedMinutes === 0 && level > EMPTY_LEVEL;
  return {
    mode: "Cleaning",
    pump: "OFF",
    pumpSpeed: 0,
    valve: draining ? "Open" : "Closed",
    washedMinutes: draining ? 0 : previous.washedMinutes + 1,
  };
}

function operate(mode: "Auto" | "Manual", previous: Commands, situation: Situation): Commands {
  const { level, demand, order } = situation;
  const target = 5.6 + 6 * demand; // the more is asked for, the fuller the tank is kept
  const pump =
    order.kind === "manual" ? switchPump(previous, level, FULL_LEVEL - 1) : restOrSwitch(previous, situation, target);
  const wanted = order.kind === "manual" ? order.valve : valveForDemand(pump, previous.valve, demand);
  const speed = order.kind === "manual" ? order.pumpSpeed : speedFor(level, target);
  return {
    mode,
    pump,
    pumpSpeed: pump === "ON" ? speed : 0,
    valve: protectLevel({ wanted, previous: previous.valve, pump, level }),
    washedMinutes: 0,
  };
}

/** While power is dear the pump stops when there is plenty of water, and rests as long as there is enough. */
function restOrSwitch(previous: Commands, { level, power }: Situation, target: number): PumpState {
  const enough = previous.pump === "OFF" ? ENOUGH_LEVEL : PLENTY_LEVEL;
  return power === "dear" && level > enough ? "OFF" : switchPump(previous, level, target);
}

/** On well below the target, off well above it; never on above the full level. */
function switchPump(previous: Commands, level: number, target: number): PumpState {
  if (level >= Math.min(FULL_LEVEL, target + 0.9)) return "OFF";
  if (level <= target - 1.5) return "ON";
  return previous.pump;
}

/** rpm, about: at this speed the level stays where it is with the valve open. */
export function holdingSpeed(level: number): number {
  return 1366 + 62 * (level - 9);
}

/** Proportional to what is lacking, in steps of 5 rpm. */
function speedFor(level: number, target: number): number {
  const speed = holdingSpeed(target) + 90 * (target - level);
  return 5 * Math.round(Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed)) / 5);
}

/** Half open when little is asked for, and while the pump is off, so that the water lasts. */
function valveForDemand(pump: PumpState, previous: ValvePosition, demand: number): ValvePosition {
  return pump === "ON" && demand > (previous === "Open" ? 0.38 : 0.5) ? "Open" : "Half";
}

interface Protection {
  readonly wanted: ValvePosition;
  readonly previous: ValvePosition;
  readonly pump: PumpState;
  readonly level: number;
}

/** Opens the valve at a high level while the pump runs, and keeps it open until the level has fallen a little. */
function protectLevel({ wanted, previous, pump, level }: Protection): ValvePosition {
  const limit = previous === "Open" ? HIGH_LEVEL - 0.3 : HIGH_LEVEL;
  return pump === "ON" && level >= limit ? "Open" : wanted;
}
