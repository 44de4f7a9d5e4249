/** What can be said about incidents, beside the options of explaining. */
import { InputError } from "../base/index.js";
import { greatestStrength } from "../evidence/index.js";
import type { HistoryPlan } from "../history/index.js";
import { checkOptions, type Model, type TextSpec } from "../model/index.js";
import { comparedRows } from "../presenting/index.js";
import { GAP_STEPS, parseGap } from "../table/index.js";
import type { IncidentBar, IncidentFoldOptions } from "./fold-types.js";
import { excessOf } from "./strange-row.js";

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

/** One row is an incident if it is stranger than this share of normal rows, where a model does not look back. */
const SURE = 0.99;
/** Rows stranger than all normal ones, that others must be as strange as together. */
const ENOUGH_ROWS = 3;
/** How likely wrong a suspect must be where one row by itself is an incident. */
const SURELY_WRONG = 0.95;
/** Whoever says which rows count gets all of them. */
const NO_BAR: IncidentBar = { strength: 0, probability: 0, excess: 0 };

/**
 * Rows of models that look back are a series, of which one in twenty is strange by definition and one in a hundred
 * stranger than 99 %: on a minute's rows fourteen a day. What is wrong there lasts. So rows must be as strange as three
 * rows that are stranger than all normal ones, together; or one row such, and its first suspect surely wrong.
 */
function barOf(model: Pick<Model, "calibration" | "history">): IncidentBar {
  const greatest = greatestStrength(comparedRows(model));
  const excess = ENOUGH_ROWS * excessOf(greatest);
  if (model.history !== null) return { strength: greatest, probability: SURELY_WRONG, excess };
  return { strength: Math.min(SURE, greatest), probability: 0, excess };
}

interface IncidentQuestion {
  /** The column that says when; null: there is none. */
  readonly time: string | null;
  /** Whether the caller said which rows are strange: a detector's flag, or a least strength. */
  readonly isChosen: boolean;
}

export function resolveIncidentOptions(
  options: IncidentOptions,
  model: Pick<Model, "order" | "calibration" | "history">,
  { time, isChosen }: IncidentQuestion,
): Omit<IncidentFoldOptions, "hasParts"> {
  checkOptions(options, INCIDENT_OPTIONS);
  const gap = options.gap === undefined ? null : parseGap(options.gap);
  const lateness = options.lateness === undefined ? null : parseGap(options.lateness, "lateness");
  if (lateness?.unit === "rows") throw latenessInRows();
  if (gap?.unit === "time" && time === null) throw withoutTime();
  const axis = time === null || gap?.unit === "rows" ? "order" : "time";
  // Rows that somebody chose are counted by machine among one another: those next to each other may be far apart.
  const areCountedApart = axis === "order" && isChosen && options.by !== undefined;
  return {
    axis,
    gap: gap?.length ?? (axis === "time" ? knownGap(options, model, time) : null),
    mayReturn: gap === null && model.history !== null,
    lateness: lateness?.length ?? Number.POSITIVE_INFINITY,
    areDependent: model.order?.by !== "none" && !areCountedApart,
    bar: isChosen ? NO_BAR : barOf(model),
  };
}

/**
 * By the steps of learning rows, where these are the same: machines that take turns step more seldom than the table.
 * Of models that look back each machine's are known; and changes are not known for a window after something was
 * switched, so that what goes on is silent for as long.
 */
function knownGap(
  options: IncidentOptions,
  { order, history }: Pick<Model, "order" | "history">,
  time: string | null,
): number | null {
  const by = options.by ?? null;
  if (history !== null && history.time === time && history.by === by) return history.gap + windowOf(history);
  const step = order?.step ?? null;
  return by !== null || step === null || order?.column !== time ? null : GAP_STEPS * step;
}

/** In milliseconds; windows of rows by the usual step. */
function windowOf({ window, gap }: HistoryPlan): number {
  return window.unit === "time" ? window.length : (window.length * gap) / GAP_STEPS;
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
