/**
 * Whether a fault can be told from one row: an honest anomaly is one that a good engineer, given only this row, would
 * lay on the right feature. Rows that fail are not made up or exaggerated; the fault just runs on, or begins elsewhere.
 */
import { OPENINGS } from "./plant.js";
import type { FeatureName, Reading, SensorFeature, ValvePosition } from "./row.js";
import { type Moment, SENSOR_FEATURES, soundReading } from "./sensors.js";

/** The least difference from the sound value, in the sensor's unit, that the rest of a row can prove. */
export const MIN_DEVIATIONS: Readonly<Record<SensorFeature, number>> = {
  PumpSpeed: 250,
  PumpCurrent: 6,
  Inflow: 40,
  InletTemperature: 5,
  Level: 2.5,
  Pressure: 25,
  Temperature: 5,
  Outflow: 35,
  OutletTemperature: 5,
};

const MIN_OUTFLOW_GAP = 22; // m³/h between a wrong outflow and what is right for any valve position

/** Whether each of these features clearly differs from what a sound plant would show at this moment. */
export function isVisible(features: readonly FeatureName[], shown: Reading, moment: Moment): boolean {
  const sound = soundReading(moment);
  if (!features.every((feature) => deviates(feature, shown, sound))) return false;
  return !features.includes("Outflow") || !fitsSomeValve(shown, moment);
}

/** At least some water moves: without any flow nothing says which of level and pressure is right. */
export function someFlow({ Valve, Mode }: Reading): boolean {
  return Valve !== "Closed" || Mode === "Startup";
}

function deviates(feature: FeatureName, shown: Reading, sound: Reading): boolean {
  if (!isSensor(feature)) return shown[feature] !== sound[feature];
  return Math.abs(shown[feature] - sound[feature]) >= MIN_DEVIATIONS[feature];
}

/** Whether the outflow would be right for some valve position: then nobody knows whether it or the valve is wrong. */
function fitsSomeValve(shown: Reading, moment: Moment): boolean {
  return (Object.keys(OPENINGS) as ValvePosition[]).some((valve) => {
    const there = soundReading({ ...moment, commands: { ...moment.commands, valve } });
    return Math.abs(there.Outflow - shown.Outflow) < MIN_OUTFLOW_GAP;
  });
}

function isSensor(feature: FeatureName): feature is SensorFeature {
  return (SENSOR_FEATURES as readonly FeatureName[]).includes(feature);
}
