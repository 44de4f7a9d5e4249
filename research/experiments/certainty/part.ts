/** What is measured, in parts that can be asked for by name, each of cases that are measured one by one. */
import type { Scale } from "../../data/scale.js";
import type { Figure } from "./figure.js";

export interface Effort {
  readonly scale: Scale;
  readonly seed: number;
}

export interface Case {
  readonly name: string;
  /** Whether it reads the benchmark data. */
  readonly data?: true;
  measure(effort: Effort): readonly Figure[] | Promise<readonly Figure[]>;
}

export interface Part {
  readonly name: string;
  readonly cases: readonly Case[];
}
