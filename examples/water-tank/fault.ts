/**
 * A fault: when it can begin, what it does, which features it makes wrong.
 */
import type { Random } from "../../src/core/base/index.js";
import type { Defects } from "./plant.js";
import type { FeatureName, Reading } from "./row.js";
import type { Simulation } from "./simulation.js";

export type FaultName =
  | "stuck valve"
  | "sensor bias"
  | "sensor drift"
  | "frozen sensor"
  | "leak"
  | "swapped readings"
  | "pump failure"
  | "unseen state"
  | "false valve position"
  | "false pump signal";

/** One fault as it unfolds from the minute it began. */
export interface Course {
  /** The features whose reading or state is wrong, the cause first. */
  readonly features: readonly FeatureName[];
  readonly defects: Defects;
  /** What is shown so many minutes after the beginning (1 is the first), given what sound instruments would show. */
  readonly distort: (reading: Reading, minutes: number) => Reading;
  /** The fault is looked at after at least and at most so many minutes. */
  readonly minMinutes: number;
  readonly maxMinutes: number;
  /** Whether this row tells it apart from every other single explanation; deviations large enough come on top. */
  readonly isPlain: (shown: Reading) => boolean;
}

export interface Fault {
  readonly name: FaultName;
  /**
   * The fault's course from this moment, or undefined if it cannot begin now. `turn` (0, 1, …) rotates its variants.
   */
  readonly begin: (simulation: Simulation, turn: number, random: Random) => Course | undefined;
}
