/** The options of explaining: one table for the library, the command line and the checks. */
import { InputError } from "../base/index.js";
import {
  type ChoiceSpec,
  checkOptions,
  type FilterSpec,
  type FlagSpec,
  type HookSpec,
  type NamesSpec,
  type NumberSpec,
  REVIEW_OPTION,
  STRICT_OPTION,
  type TextSpec,
} from "../model/index.js";
import { type Review, requireReview } from "../review/index.js";
import type { Table, ValueFilter } from "../table/index.js";

export const METHODS = ["diagnosis", "paper"] as const;
export type Method = (typeof METHODS)[number];

export const SET_TEXTS = ["short", "whole"] as const;
/** How many values of a set are written: at most five, or all. */
export type SetText = (typeof SET_TEXTS)[number];

export interface ExplainOptions {
  /** How features are blamed and rules chosen. */
  readonly method?: Method | undefined;
  /** Most rules shown for a row. */
  readonly top?: number | undefined;
  /** Explain only rows with this value. */
  readonly anomaly?: ValueFilter | undefined;
  /** Explain only rows that are stranger than at least this share of normal rows, in [0, 1] (diagnosis only). */
  readonly minStrength?: number | undefined;
  /** Say how the row would look with the suggested values in place (diagnosis only). */
  readonly verify?: boolean | undefined;
  /** Columns by whose values rows are named; an empty list: by none. */
  readonly id?: readonly string[] | undefined;
  /** The column that says when a row was, or those of its day and its time of day: "Date,Time". */
  readonly time?: string | undefined;
  /** How many values of a set are written in texts: at most five, or all. */
  readonly sets?: SetText | undefined;
  /** Whether a word in a numeric feature is an error; without it, it is missing, and the hook `onWarning` is told. */
  readonly strict?: boolean | undefined;
  /** What people decided: muted suspects are passed over and counted, approved rules shown first among equals. */
  readonly review?: Review | undefined;
  /** Other rows, such as earlier ones, that tell about the past of these; for models learnt with `history`. */
  readonly context?: Table | readonly object[] | undefined;
}

export interface ResolvedExplainOptions {
  /** null: there is none. */
  readonly review: Review | null;
  readonly method: Method;
  readonly top: number;
  readonly anomaly: ValueFilter | null;
  /** null: every row is explained. */
  readonly minStrength: number | null;
  readonly verify: boolean;
  /** What was asked for; undefined: what the model knows. */
  readonly names: { readonly id: readonly string[] | undefined; readonly time: string | undefined };
  readonly sets: SetText;
  readonly strict: boolean;
  readonly context: Table | readonly object[] | undefined;
}

export type ExplainOptionSpec =
  | (ChoiceSpec & { readonly default: string })
  | (NumberSpec & { readonly default: number })
  | (NumberSpec & { readonly otherwise: string })
  | FilterSpec
  | FlagSpec
  | ((NamesSpec | TextSpec) & { readonly otherwise: string });

export const EXPLAIN_OPTIONS = {
  method: {
    kind: "choice",
    choices: METHODS,
    help: "how features are blamed: by our diagnosis, or by the best broken rules as in the paper",
    default: "diagnosis",
  },
  top: { kind: "number", integer: true, min: 1, max: 10_000, help: "most rules shown for a row", default: 5 },
  anomaly: {
    kind: "filter",
    help: "explain only rows with this value in this column, such as a detector's flag",
  },
  minStrength: {
    kind: "number",
    integer: false,
    min: 0,
    max: 1,
    help: "explain only rows that are at least so strange: 0.95 means stranger than 95 % of normal rows",
    otherwise: "every row is explained",
  },
  verify: {
    kind: "flag",
    help: "also try the suggested values in place of the suspects, and say whether the row then looks normal",
  },
  id: {
    kind: "names",
    help: "columns by whose values each row is named in the results",
    otherwise: "a column that learning left out as an identifier",
  },
  time: {
    kind: "text",
    help: "column that says when a row was, or those of its day and its time of day: Date,Time",
    otherwise: "the first that learning left out since it holds moments in time",
  },
  sets: {
    kind: "choice",
    choices: SET_TEXTS,
    help: "how many values of a set are written in texts: at most five, or the whole",
    default: "short",
  },
  strict: STRICT_OPTION,
} as const satisfies Readonly<Record<Exclude<keyof ExplainOptions, "review" | "context">, ExplainOptionSpec>>;

const CONTEXT_OPTION = {
  kind: "object",
  help: "other rows, such as earlier ones, that tell about the past of these",
} as const satisfies HookSpec;

/** Checks the options that are set and decides the rest. */
export function resolveExplainOptions(options: ExplainOptions): ResolvedExplainOptions {
  const specs = { ...EXPLAIN_OPTIONS, review: REVIEW_OPTION, context: CONTEXT_OPTION };
  checkOptions(options, specs, { elsewhere: ELSEWHERE });
  requireReview(options.review);
  const { method = EXPLAIN_OPTIONS.method.default, top = EXPLAIN_OPTIONS.top.default, verify = false } = options;
  const { anomaly = null, minStrength = null, id, time, sets = EXPLAIN_OPTIONS.sets.default, strict = false } = options;
  if (verify && method === "paper") throw nothingToVerify();
  if (minStrength !== null && method === "paper") throw noStrength();
  return {
    method,
    top,
    anomaly,
    minStrength,
    verify,
    names: { id, time },
    sets,
    strict,
    review: options.review ?? null,
    context: options.context,
  };
}

/** Hooks that people look for among the options. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  ["onProgress", "shouldStop"].map((name) => [
    name,
    `It is a hook, the argument behind the options: explain(model, rows, options, {${name}}).`,
  ]),
);

function nothingToVerify(): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    'there is nothing to verify with method "paper", which suggests no values',
    'Use method "diagnosis" to have its suggestions verified, or do not ask for it (verify).',
  );
}

function noStrength(): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    'minStrength and method "paper" do not go together: that method does not say how strange a row is',
    "Leave one of them out; the usual method, diagnosis, gives each row a strength.",
  );
}
