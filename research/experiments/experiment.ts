/**
 * An experiment as data: which sets it wants, what it measures on one of them (plain JSON, so that it can be kept and a
 * run resumed), and how the results of all sets are shown.
 */

import type { BenchmarkSet } from "../data/benchmark-set.js";
import type { Scale } from "../data/scale.js";
import type { Report } from "./output/report.js";

export type Settings = Readonly<Record<string, number | string | readonly (number | string)[]>>;

export interface SetSources {
  /** Raw sets changed by our protocol. */
  raw(name: string): Promise<BenchmarkSet>;
  /** The ready-made pack. */
  pack(name: string): Promise<BenchmarkSet>;
}

export interface SetResult<R> {
  readonly set: string;
  readonly result: R;
}

export interface Experiment<S extends Settings = Settings, R = unknown> {
  readonly name: string;
  readonly title: string;
  /** Markdown: what is measured, and how. */
  readonly about: string;
  /** The sets of a run, in order; the quick ones are among them. */
  readonly sets: readonly string[];
  settings(scale: Scale, seed: number): S;
  measure(set: string, sources: SetSources, settings: S): Promise<R>;
  present(results: readonly SetResult<R>[]): Report;
}
