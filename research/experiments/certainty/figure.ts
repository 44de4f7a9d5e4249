/**
 * A measured figure with its error and, where there is one, the goal beside it. Page, command and tests share these.
 *
 * The error is one standard error of the mean over independent repetitions (tables, weeks, sets), never over rows: rows
 * of one table share its luck. A goal that is missed by less than two errors is "within error": more would have to be
 * measured to say so.
 */
import { mean, standardError } from "../../measures/mean.js";

export type Goal =
  | { readonly atLeast: number }
  | { readonly atMost: number }
  | { readonly from: number; readonly to: number };

export interface Figure {
  /** On what it was measured: "water tank, a fresh week". */
  readonly group: string;
  /** What was measured: "fresh normal rows ≥ .95". */
  readonly measure: string;
  readonly value: number;
  /** One standard error; NaN where there is a single repetition. */
  readonly error: number;
  /** Repetitions behind it. */
  readonly count: number;
  /** null: for information. */
  readonly goal: Goal | null;
  /** Of a point of a curve: what was stated. */
  readonly stated?: number;
}

export type Verdict = "reached" | "within error" | "missed" | "not measured" | "";

/** Errors by which a goal may be missed before that says something. */
const ERRORS = 2;

export function verdictOf({ value, error, goal }: Figure): Verdict {
  if (goal === null) return "";
  if (Number.isNaN(value)) return "not measured";
  const miss = missOf(value, goal);
  if (miss <= 0) return "reached";
  return miss <= ERRORS * error ? "within error" : "missed";
}

/** By how much; not above 0 where it is reached. */
function missOf(value: number, goal: Goal): number {
  if ("atLeast" in goal) return goal.atLeast - value;
  if ("atMost" in goal) return value - goal.atMost;
  return Math.max(goal.from - value, value - goal.to);
}

/** The mean over repetitions; those without a value are left out. */
export function meanFigure(
  group: string,
  measure: string,
  { values, goal }: { readonly values: readonly number[]; readonly goal: Goal | null },
): Figure {
  const known = values.filter((value) => !Number.isNaN(value));
  return { group, measure, value: mean(known), error: standardError(known), count: known.length, goal };
}

export function formatGoal(goal: Goal | null): string {
  if (goal === null) return "";
  if ("atLeast" in goal) return `≥ ${formatShort(goal.atLeast)}`;
  if ("atMost" in goal) return `≤ ${formatShort(goal.atMost)}`;
  return `${formatShort(goal.from)} – ${formatShort(goal.to)}`;
}

/** "water tank, a fresh week · fresh normal rows ≥ .95   0.312 ± 0.010   goal 0.03 – 0.07   MISSED". */
export function formatFigure(figure: Figure): string {
  const { group, measure, value, error, goal } = figure;
  const measured = `${value.toFixed(3)}${Number.isNaN(error) ? "" : ` ± ${error.toFixed(3)}`}`;
  const verdict = verdictOf(figure);
  return [
    `${group} · ${measure}`.padEnd(76),
    measured.padEnd(15),
    goal === null ? "" : `goal ${formatGoal(goal)}`.padEnd(18),
    verdict === "missed" ? "MISSED" : verdict,
  ]
    .join(" ")
    .trimEnd();
}

function formatShort(value: number): string {
  return String(Number(value.toFixed(3)));
}
