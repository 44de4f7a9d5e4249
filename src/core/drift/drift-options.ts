/** Options of watching for drift. */
import { checkOptions, type OptionSpec } from "../model/index.js";

export interface DriftOptions {
  /** Share of stable streams in which anything may be told; default 0.01. */
  readonly falseAlarms?: number | undefined;
  /** The column that says when a row was; default: the one that learning left out as moments in time. */
  readonly time?: string | undefined;
}

export const DRIFT_OPTIONS = {
  falseAlarms: {
    kind: "number",
    integer: false,
    min: 0.000001,
    max: 0.5,
    default: 0.01,
    help: "share of stable streams in which anything may be told; less finds changes later",
  },
  time: {
    kind: "text",
    help: "the column that says when a row was, or those of its day and its time of day; default: the one that the model knows",
  },
} as const satisfies Readonly<Record<keyof DriftOptions, OptionSpec & { readonly default?: number }>>;

interface ResolvedDriftOptions {
  readonly falseAlarms: number;
  readonly time: string | undefined;
}

export function resolveDriftOptions(options: DriftOptions): ResolvedDriftOptions {
  checkOptions(options, DRIFT_OPTIONS);
  return { falseAlarms: options.falseAlarms ?? DRIFT_OPTIONS.falseAlarms.default, time: options.time };
}
