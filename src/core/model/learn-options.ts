/**
 * The options of learning: one table gives the library's names, the command line's flags, the documentation and the
 * checks. Defaults come from a preset: `default` is what measured best, `paper` are the paper's settings.
 */
import { InputError } from "../base/index.js";
import type { CutOffMethod } from "../predicates/index.js";
import { type Review, requireReview } from "../review/index.js";
import type { Redundancy } from "../rules/index.js";
import { parseGap, type ValueFilter } from "../table/index.js";
import {
  type ChoiceSpec,
  checkOptions,
  type FlagSpec,
  type HookSpec,
  type NamesSpec,
  type NumberSpec,
  type OptionSpec,
  type TextSpec,
} from "./check-options.js";
import { ROW_ORDERS, type RowOrderName } from "./row-order.js";

export type Preset = "default" | "paper";

/** What a caller may give; everything is optional. */
export interface LearnOptions {
  readonly preset?: Preset | undefined;
  /** Learn only from rows with this value; that column is left out. */
  readonly normal?: ValueFilter | undefined;
  /** Whether a word among numbers is an error; without it, it is missing, and a warning says where it stands. */
  readonly strict?: boolean | undefined;
  /** Columns left out. */
  readonly exclude?: readonly string[] | undefined;
  /** Columns that are numeric, whatever they look like. */
  readonly numeric?: readonly string[] | undefined;
  /** Columns that are categorical, whatever they look like. */
  readonly categorical?: readonly string[] | undefined;
  readonly minSupport?: number | undefined;
  readonly minConfidence?: number | undefined;
  readonly confidenceWeight?: number | undefined;
  readonly maxPredicates?: number | undefined;
  readonly cells?: number | undefined;
  readonly cutoffs?: CutOffMethod | undefined;
  readonly redundancy?: Redundancy | undefined;
  readonly trees?: number | undefined;
  readonly neighbours?: number | undefined;
  readonly maxRules?: number | undefined;
  /** Share of the learning rows that are known to be anomalies. */
  readonly contamination?: number | undefined;
  readonly seed?: number | undefined;
  /** In which order rows depend on those next to them; undefined: what they show. */
  readonly order?: RowOrderName | undefined;
  /** The column that tells when a row was recorded, or those of its day and its time of day: "Date,Time". */
  readonly time?: string | undefined;
  /** Whether the past of rows becomes features: changes, how long numbers are flat and states last. */
  readonly history?: boolean | undefined;
  /** Over how long numbers are compared with themselves: "5m", "20 rows"; undefined: chosen from the rows. */
  readonly window?: string | undefined;
  /** The column that tells machines, accounts and the like apart: each has a past by itself. */
  readonly by?: string | undefined;
  /** What people decided: rules that they approved are counted in these rows, and their features keep their kinds. */
  readonly review?: Review | undefined;
}

/** Options as a model keeps them: every one decided. */
export interface ResolvedLearnOptions {
  readonly preset: Preset;
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly confidenceWeight: number;
  readonly maxPredicates: number;
  readonly cells: number;
  readonly cutoffs: CutOffMethod;
  readonly redundancy: Redundancy;
  readonly trees: number;
  readonly neighbours: number;
  readonly maxRules: number;
  readonly contamination: number;
  readonly seed: number;
}

/** Defaults are for each preset; "auto" is decided from the table, as `auto` says in words. */
export type LearnOptionSpec =
  | (NumberSpec & { readonly defaults: Readonly<Record<Preset, number | "auto">>; readonly auto?: string })
  | (ChoiceSpec & { readonly defaults: Readonly<Record<Preset, string>> })
  | (ChoiceSpec & { readonly otherwise: string })
  | (TextSpec & { readonly otherwise: string })
  | FlagSpec
  | NamesSpec;

export const PRESETS = ["default", "paper"] as const satisfies readonly Preset[];

export const PRESET_OPTION = {
  kind: "choice",
  choices: PRESETS,
  help: "start from what measured best, or from the settings of the paper; each option can still be set by itself",
} as const satisfies OptionSpec;

export const NORMAL_OPTION = {
  kind: "filter",
  help: "learn only from rows with this value in this column, and leave the column itself out",
} as const satisfies OptionSpec;

export const STRICT_OPTION = {
  kind: "flag",
  help: "refuse a cell that is no number in a column of numbers; without it the cell counts as missing, and a warning names it",
} as const satisfies OptionSpec;

export const REVIEW_OPTION = {
  kind: "object",
  help: "what people decided about rules and features (parseReview)",
} as const satisfies HookSpec;

export const LEARN_OPTIONS = {
  exclude: { kind: "names", help: "columns to leave out" },
  numeric: { kind: "names", help: "columns to treat as numeric, whatever they look like" },
  categorical: { kind: "names", help: "columns to treat as categorical, whatever they look like" },
  minSupport: {
    kind: "number",
    integer: false,
    min: 0,
    max: 1,
    openMax: true,
    help: "a rule must hold for more than this share of the rows (θ)",
    defaults: { default: "auto", paper: "auto" },
    auto: "the larger of 0.01 and 10 rows; of 10 rows or fewer none are mined",
  },
  minConfidence: {
    kind: "number",
    integer: false,
    min: 0,
    max: 1,
    openMax: true,
    help: "a rule must hold for more than this share of the rows with its antecedent (γ)",
    defaults: { default: 0.9, paper: 0.9 },
  },
  confidenceWeight: {
    kind: "number",
    integer: false,
    min: 0,
    max: 1000,
    help: "weight of confidence against support in the accuracy score (λ)",
    defaults: { default: 5, paper: 5 },
  },
  maxPredicates: {
    kind: "number",
    integer: true,
    min: 1,
    max: 8,
    help: "most predicates of a mined rule, its consequent included; 1 mines none",
    defaults: { default: 3, paper: 5 },
  },
  cells: {
    kind: "number",
    integer: true,
    min: 0,
    max: 1000,
    help: "most cells into which a numeric feature is cut; 0 sets no limit",
    defaults: { default: 4, paper: 0 },
  },
  cutoffs: {
    kind: "choice",
    choices: ["dependency", "uniform", "kmeans"],
    help: "how numeric features are cut: where it tells most about other features, in equal widths, or in clusters",
    defaults: { default: "dependency", paper: "dependency" },
  },
  redundancy: {
    kind: "choice",
    choices: ["productive", "all"],
    help: "keep only rules that no shorter rule makes superfluous, or all",
    defaults: { default: "productive", paper: "all" },
  },
  trees: {
    kind: "number",
    integer: true,
    min: 0,
    max: 256,
    help: "small trees grown for each feature; 0 grows none",
    defaults: { default: 8, paper: 0 },
  },
  neighbours: {
    kind: "number",
    integer: true,
    min: 0,
    max: 100_000,
    help: "normal rows stored in the model to compare with; 0 stores none",
    defaults: { default: 1000, paper: 0 },
  },
  maxRules: {
    kind: "number",
    integer: true,
    min: 1,
    max: 20_000_000,
    help: "most mined rules; more end in an error, or in shorter rules where neither this nor their length was asked for",
    defaults: { default: 1_000_000, paper: 1_000_000 },
  },
  contamination: {
    kind: "number",
    integer: false,
    min: 0,
    max: 0.5,
    help: "share of the learning rows that are anomalies; the diagnosis then learns from the others, as far as it can tell them apart",
    defaults: { default: 0, paper: 0 },
  },
  seed: {
    kind: "number",
    integer: true,
    min: 0,
    max: 0xffff_ffff,
    help: "seed of everything drawn by lot",
    defaults: { default: 1, paper: 1 },
  },
  order: {
    kind: "choice",
    choices: ROW_ORDERS,
    help: "the order in which rows were recorded and may depend on those next to them: that of a column of times, of the file, or none",
    otherwise: "that of a column of times, else of the file, if rows depend on those next to them there",
  },
  time: {
    kind: "text",
    help: "the column that tells when a row was recorded, or those of its day and its time of day: Date,Time; it is no feature",
    otherwise: "found out",
  },
  history: {
    kind: "flag",
    help: "look at the past of each row as well: how numbers have changed, how long they have been flat, how long states have lasted, and the hour",
  },
  window: {
    kind: "text",
    help: "with history: over how long numbers are compared with themselves, such as 5m or 20 rows",
    otherwise: "the shortest over which most numbers get three times as far as they jitter",
  },
  by: {
    kind: "text",
    help: "with history: the column that tells machines, accounts and the like apart; each has a past of its own",
    otherwise: "there is one",
  },
} as const satisfies Readonly<Record<string, LearnOptionSpec>>;

/** Names of the options that have a default: those that a model keeps, besides its preset. */
type SettingName = Exclude<
  keyof typeof LEARN_OPTIONS,
  "exclude" | "numeric" | "categorical" | "order" | "time" | "history" | "window" | "by"
>;

/** In the order of the table. */
export const SETTING_NAMES = Object.entries(LEARN_OPTIONS)
  .filter(([, spec]) => "defaults" in spec)
  .map(([name]) => name as SettingName);

/** All that learning takes. */
const ALL_OPTIONS: Readonly<Record<string, OptionSpec | HookSpec>> = {
  preset: PRESET_OPTION,
  normal: NORMAL_OPTION,
  strict: STRICT_OPTION,
  ...LEARN_OPTIONS,
  review: REVIEW_OPTION,
};

/** By default a rule must hold in more rows than this. */
export const DEFAULT_SUPPORT_ROWS = 10;

/**
 * The default θ, that of the paper: max(10/rows, 0.01). In a table of ten rows or fewer that would be 1 or more, and
 * the accuracy score would have no support to weigh; there it is the share of all rows but one. Contract: rows ≥ 1.
 */
export function defaultMinSupport(rowCount: number): number {
  return Math.max(Math.min(DEFAULT_SUPPORT_ROWS, rowCount - 1) / rowCount, 0.01);
}

/** Whether a table has too few rows for mined rules, unless the caller says how many are enough. */
export function hasFewRows({ minSupport }: LearnOptions, rowCount: number): boolean {
  return minSupport === undefined && rowCount <= DEFAULT_SUPPORT_ROWS;
}

/** Checks the options that are set and decides the rest. */
export function resolveLearnOptions(options: LearnOptions, rowCount: number): ResolvedLearnOptions {
  checkLearnOptions(options);
  const preset = options.preset ?? "default";
  return {
    preset,
    minSupport: options.minSupport ?? defaultMinSupport(rowCount),
    minConfidence: options.minConfidence ?? LEARN_OPTIONS.minConfidence.defaults[preset],
    confidenceWeight: options.confidenceWeight ?? LEARN_OPTIONS.confidenceWeight.defaults[preset],
    maxPredicates:
      options.maxPredicates ?? (hasFewRows(options, rowCount) ? 1 : LEARN_OPTIONS.maxPredicates.defaults[preset]),
    cells: options.cells ?? LEARN_OPTIONS.cells.defaults[preset],
    cutoffs: options.cutoffs ?? LEARN_OPTIONS.cutoffs.defaults[preset],
    redundancy: options.redundancy ?? LEARN_OPTIONS.redundancy.defaults[preset],
    trees: options.trees ?? LEARN_OPTIONS.trees.defaults[preset],
    neighbours: options.neighbours ?? LEARN_OPTIONS.neighbours.defaults[preset],
    maxRules: options.maxRules ?? LEARN_OPTIONS.maxRules.defaults[preset],
    contamination: options.contamination ?? LEARN_OPTIONS.contamination.defaults[preset],
    seed: options.seed ?? LEARN_OPTIONS.seed.defaults[preset],
  };
}

export function checkLearnOptions(options: LearnOptions): void {
  checkOptions(options, ALL_OPTIONS, { elsewhere: ELSEWHERE });
  requireReview(options.review);
  const lone = (["window", "by"] as const).find((name) => options[name] !== undefined && options.history !== true);
  if (lone !== undefined) throw withoutHistory(lone);
  if (options.history === true && options.order === "none") throw withoutOrder();
  if (options.window !== undefined) parseGap(options.window, "window");
}

/** Whether fewer or shorter rules than the defaults ask for may be mined: not where somebody said how many. */
export function mayShortenRules({ preset, maxPredicates, maxRules }: LearnOptions): boolean {
  return [preset, maxPredicates, maxRules].every((option) => option === undefined);
}

function withoutHistory(name: string): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    `${name} is about the past of rows`,
    "Ask for the past as well: history, or --history on the command line.",
  );
}

function withoutOrder(): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    "history looks at the rows before a row, and order none says that rows have no order",
    "Leave one of the two out.",
  );
}

/** Options that people look for here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  [
    "threads",
    "learn works on the thread that calls it. For more, call learnInWorker(table, options, {threads: 2}) of parsight/node, or use the command line: --threads 2.",
  ],
  ["onProgress", "It is a hook, the third argument: learn(table, options, {onProgress})."],
  ["shouldStop", "It is a hook, the third argument: learn(table, options, {shouldStop})."],
]);
