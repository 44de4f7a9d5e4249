/**
 * The columns of the water tank, in the order in which they are logged, and what each one measures.
 */

export type Mode = "Auto" | "Manual" | "Cleaning" | "Startup";
export type PumpState = "ON" | "OFF";
export type ValvePosition = "Open" | "Half" | "Closed";

/**
 * One minute as the historian logs it. States are strings, not unions: a broken plant shows states nobody listed.
 * A type, not an interface, so that it passes wherever a record of values is asked for.
 */
export type WaterTankRow = {
  /** End of the minute, ISO 8601, UTC. */
  readonly Time: string;
  readonly Mode: string;
  readonly Pump: string;
  /** rpm */
  readonly PumpSpeed: number;
  /** A */
  readonly PumpCurrent: number;
  /** m³/h, metered where the inlet main enters the tank */
  readonly Inflow: number;
  /** °C, of the source */
  readonly InletTemperature: number;
  /** m, by radar from the top */
  readonly Level: number;
  /** kPa above the air, at the bottom of the tank */
  readonly Pressure: number;
  /** °C, of the water in the tank */
  readonly Temperature: number;
  readonly Valve: string;
  /** m³/h, metered in the outlet pipe behind the valve */
  readonly Outflow: number;
  /** °C, in the outlet nozzle */
  readonly OutletTemperature: number;
};

/** A row before it is stamped with its time. */
export type Reading = Omit<WaterTankRow, "Time">;

export type StateFeature = "Mode" | "Pump" | "Valve";
export type SensorFeature = Exclude<keyof Reading, StateFeature>;
export type FeatureName = StateFeature | SensorFeature;

export const COLUMNS: readonly (keyof WaterTankRow)[] = [
  "Time",
  "Mode",
  "Pump",
  "PumpSpeed",
  "PumpCurrent",
  "Inflow",
  "InletTemperature",
  "Level",
  "Pressure",
  "Temperature",
  "Valve",
  "Outflow",
  "OutletTemperature",
];
