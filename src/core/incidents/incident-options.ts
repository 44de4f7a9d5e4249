/** What can be said about incidents, beside the options of explaining. */
import { InputError } from "../base/errors/input-error.js";
import { greatestStrength } from "../evidence/strength.js";
import { checkOptions, type TextSpec } from "../model/check-options.js";
import type { Model } from "../model/model.js";
import { comparedRows } from "../presenting/describe-row.js";
import { GAP_STEPS, parseGap } from "../table/gap.js";
import type { IncidentFoldOptions } from "./fold-types.js";

export interface IncidentOptions {
  /** The column that tells machines, accounts and the like apart: each has its own incidents. */
  readonly by?: string | undefined;
  /** How far apart two rows of one incident may be: "5m", "20 rows". */
  readonly gap?: string | undefined;
  /** How late a row may come, as a length of time; absent: all incidents are told at the end. */
  readonly lateness?: string | undefined;
}

export const INCIDENT_OPTIONS = {
  by: { kind: "text", help: "column that tells machines, accounts and the like apart: each has incidents of its own" },
  gap: {
    kind: "text",
    help: "how far apart two rows of one incident may be: a length of time such as 5m, or 20 rows",
  },
  lateness: {
    kind: "text",
    help: "how late a row may come, as a length of time; without it all incidents are told at the end",
  },
} as const satisfies Readonly<Record<keyof IncidentOptions, TextSpec>>;

/** An incident has a row stranger than this share of normal rows, unless the caller says which rows count. */
const SURE = 0.99;

interface IncidentQuestion {
  /** The column that says when; null: there is none. */
  readonly time: string | null;
  /** Whether the caller said which rows are strange: a detector's flag, or a least strength. */
  readonly isChosen: boolean;
}

export function resolveIncidentOptions(
  options: IncidentOptions,
  model: Pick<Model, "order" | "calibration">,
  { time, isChosen }: IncidentQuestion,
): IncidentFoldOptions {
  checkOptions(options, INCIDENT_OPTIONS);
  const gap = options.gap === undefined ? null : parseGap(options.gap);
  const lateness = options.lateness === undefined ? null : parseGap(options.lateness, "lateness");
  if (lateness?.unit === "rows") throw latenessInRows();
  if (gap?.unit === "time" && time === null) throw withoutTime();
  const axis = time === null || gap?.unit === "rows" ? "order" : "time";
  return {
    axis,
    gap: gap?.length ?? (axis === "time" ? knownGap(options, model, time) : null),
    lateness: lateness?.length ?? Number.POSITIVE_INFINITY,
    sure: isChosen ? 0 : Math.min(SURE, greatestStrength(comparedRows(model))),
  };
}

/**
 * By the steps of learning rows, where these are the same: machines that take turns step more seldom than the table.
 */
function knownGap({ by }: IncidentOptions, { order }: Pick<Model, "order">, time: string | null): number | null {
  const step = order?.step ?? null;
  return by !== undefined || step === null || order?.column !== time ? null : GAP_STEPS * step;
}

function latenessInRows(): InputError {
  return new InputError(
    "GAP_FORMAT",
    "lateness must be a length of time, got a number of rows",
    "Write it like 90s or 5m.",
  );
}

function withoutTime(): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    "gap is a length of time, but no column says when rows were",
    "Name the column (time), or count rows: a gap like 20 rows.",
  );
}
