/** The options of explaining, checked in one place. */
import { InputError } from "../errors/input-error.js";
import { checkChoice, checkFilter } from "../model/learn-options.js";
import { nearestName } from "../table/names.js";
import type { ValueFilter } from "../table/select-rows.js";

export const METHODS = ["diagnosis", "paper"] as const;
export type Method = (typeof METHODS)[number];

export interface ExplainOptions {
  /** How features are blamed and rules chosen. */
  readonly method?: Method | undefined;
  /** Most rules shown for a row. */
  readonly top?: number | undefined;
  /** Explain only rows with this value. */
  readonly anomaly?: ValueFilter | undefined;
  /** Say how the row would look with the suggested values in place (diagnosis only). */
  readonly verify?: boolean | undefined;
}

export interface ResolvedExplainOptions {
  readonly method: Method;
  readonly top: number;
  readonly anomaly: ValueFilter | null;
  readonly verify: boolean;
}

export const DEFAULT_TOP = 5;
export const MAX_TOP = 10_000;

export function resolveExplainOptions(options: ExplainOptions): ResolvedExplainOptions {
  const names = ["method", "top", "anomaly", "verify"];
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const nearest = nearestName(name, names);
    throw new InputError(
      "OPTION_UNKNOWN",
      `there is no option "${name}"`,
      `${nearest === null ? "" : `Closest: "${nearest}". `}Options are: ${names.join(", ")}.`,
    );
  }
  const { method = "diagnosis", top = DEFAULT_TOP, verify = false } = options;
  checkChoice("method", method, METHODS);
  if (!Number.isInteger(top) || top < 1 || top > MAX_TOP) {
    throw new InputError(
      "OPTION_RANGE",
      `top must be a whole number from 1 to ${MAX_TOP}, got ${String(top)}`,
      "It is: most rules shown for a row.",
    );
  }
  if (typeof verify !== "boolean") {
    throw new InputError(
      "OPTION_TYPE",
      `verify must be true or false, got ${String(verify)}`,
      "It is: say how the repaired row would look.",
    );
  }
  if (options.anomaly !== undefined) checkFilter("anomaly", options.anomaly);
  return { method, top, anomaly: options.anomaly ?? null, verify };
}
