/**
 * The options of learning: one table gives the library's names, the command line's flags, the documentation and the
 * checks. Defaults come from a preset: `default` is what measured best, `paper` are the paper's own settings.
 */
import { InputError } from "../errors/input-error.js";
import type { CutOffMethod } from "../predicates/numeric-predicates.js";
import type { Redundancy } from "../rules/miner.js";
import { nearestName } from "../table/names.js";
import type { ValueFilter } from "../table/select-rows.js";

export type Preset = "default" | "paper";

/** What a caller may give; everything is optional. */
export interface LearnOptions {
  readonly preset?: Preset | undefined;
  /** Learn only from rows with this value; that column is left out. */
  readonly normal?: ValueFilter | undefined;
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
  readonly seed?: number | undefined;
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
  readonly seed: number;
}

interface NumberOption {
  readonly kind: "number";
  readonly integer: boolean;
  readonly min: number;
  readonly max: number;
  /** How the range reads, with open ends where they are open. */
  readonly range: string;
  readonly openMin?: true;
  readonly openMax?: true;
  readonly help: string;
  /** For each preset; "auto" is decided from the table. */
  readonly defaults: Readonly<Record<Preset, number | "auto">>;
  readonly auto?: string;
}

interface ChoiceOption {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly help: string;
  readonly defaults: Readonly<Record<Preset, string>>;
}

interface NamesOption {
  readonly kind: "names";
  readonly help: string;
}

export type OptionSpec = NumberOption | ChoiceOption | NamesOption;

export const PRESETS = ["default", "paper"] as const satisfies readonly Preset[];

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
    range: "[0, 1)",
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
    range: "[0, 1)",
    help: "a rule must hold for more than this share of the rows with its antecedent (γ)",
    defaults: { default: 0.9, paper: 0.9 },
  },
  confidenceWeight: {
    kind: "number",
    integer: false,
    min: 0,
    max: 1000,
    range: "[0, 1000]",
    help: "weight of confidence against support in the accuracy score (λ)",
    defaults: { default: 5, paper: 5 },
  },
  maxPredicates: {
    kind: "number",
    integer: true,
    min: 1,
    max: 8,
    range: "1 to 8",
    help: "most predicates of a mined rule, its consequent included; 1 mines none",
    defaults: { default: 3, paper: 5 },
  },
  cells: {
    kind: "number",
    integer: true,
    min: 0,
    max: 1000,
    range: "0 to 1000",
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
    range: "0 to 256",
    help: "small trees grown for each feature; 0 grows none",
    defaults: { default: "auto", paper: 0 },
    auto: "16, or 8 above 40 features",
  },
  neighbours: {
    kind: "number",
    integer: true,
    min: 0,
    max: 100_000,
    range: "0 to 100000",
    help: "normal rows kept in the model to compare with; 0 keeps none",
    defaults: { default: 1000, paper: 0 },
  },
  maxRules: {
    kind: "number",
    integer: true,
    min: 1,
    max: 20_000_000,
    range: "1 to 20000000",
    help: "most mined rules; more end in an error, or in shorter rules where neither this nor their length was asked for",
    defaults: { default: 1_000_000, paper: 1_000_000 },
  },
  seed: {
    kind: "number",
    integer: true,
    min: 0,
    max: 0xffff_ffff,
    range: "0 to 4294967295",
    help: "seed of everything drawn by lot",
    defaults: { default: 1, paper: 1 },
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** By default a rule must hold in more rows than this. */
export const DEFAULT_SUPPORT_ROWS = 10;

/**
 * The default θ, that of the paper: max(10/rows, 0.01). In a table of ten rows or fewer that would be 1 or more, and the
 * accuracy score would have no support to weigh; there it is the share of all rows but one. Contract: rows ≥ 1.
 */
export function defaultMinSupport(rowCount: number): number {
  return Math.max(Math.min(DEFAULT_SUPPORT_ROWS, rowCount - 1) / rowCount, 0.01);
}

/** Whether a table has too few rows for mined rules, unless the caller says how many are enough. */
export function hasFewRows({ minSupport }: LearnOptions, { rowCount }: TableSize): boolean {
  return minSupport === undefined && rowCount <= DEFAULT_SUPPORT_ROWS;
}

/** Trees for each feature when the caller does not say. */
export function defaultTrees(featureCount: number): number {
  return featureCount > 40 ? 8 : 16;
}

export interface TableSize {
  readonly rowCount: number;
  readonly featureCount: number;
}

/** Checks what was given and decides the rest. */
export function resolveLearnOptions(options: LearnOptions, size: TableSize): ResolvedLearnOptions {
  checkLearnOptions(options);
  const preset = options.preset ?? "default";
  return {
    preset,
    minSupport: options.minSupport ?? defaultMinSupport(size.rowCount),
    minConfidence: options.minConfidence ?? LEARN_OPTIONS.minConfidence.defaults[preset],
    confidenceWeight: options.confidenceWeight ?? LEARN_OPTIONS.confidenceWeight.defaults[preset],
    maxPredicates:
      options.maxPredicates ?? (hasFewRows(options, size) ? 1 : LEARN_OPTIONS.maxPredicates.defaults[preset]),
    cells: options.cells ?? LEARN_OPTIONS.cells.defaults[preset],
    cutoffs: options.cutoffs ?? LEARN_OPTIONS.cutoffs.defaults[preset],
    redundancy: options.redundancy ?? LEARN_OPTIONS.redundancy.defaults[preset],
    trees: options.trees ?? (preset === "paper" ? 0 : defaultTrees(size.featureCount)),
    neighbours: options.neighbours ?? LEARN_OPTIONS.neighbours.defaults[preset],
    maxRules: options.maxRules ?? LEARN_OPTIONS.maxRules.defaults[preset],
    seed: options.seed ?? LEARN_OPTIONS.seed.defaults[preset],
  };
}

/** Refuses unknown names, wrong types and values out of range, each by name. */
export function checkLearnOptions(options: LearnOptions): void {
  const names = ["preset", "normal", ...Object.keys(LEARN_OPTIONS)];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!names.includes(name)) {
      const nearest = nearestName(name, names);
      throw new InputError(
        "OPTION_UNKNOWN",
        `there is no option "${name}"`,
        `${nearest === null ? "" : `Closest: "${nearest}". `}Options are: ${names.join(", ")}.`,
      );
    }
    if (name === "preset") checkChoice(name, value, PRESETS);
    else if (name === "normal") checkFilter(name, value);
    else checkOption(name, value, LEARN_OPTIONS[name as keyof typeof LEARN_OPTIONS]);
  }
}

function checkOption(name: string, value: unknown, spec: OptionSpec): void {
  switch (spec.kind) {
    case "number":
      checkNumber(name, value, spec);
      break;
    case "choice":
      checkChoice(name, value, spec.choices);
      break;
    case "names":
      if (!Array.isArray(value) || value.some((entry) => typeof entry !== "string")) {
        throw new InputError(
          "OPTION_TYPE",
          `${name} must be a list of column names, got ${show(value)}`,
          'For example ["id", "label"].',
        );
      }
  }
}

function checkNumber(name: string, value: unknown, spec: NumberOption): void {
  const fits =
    typeof value === "number" &&
    (spec.openMin ? value > spec.min : value >= spec.min) &&
    (spec.openMax ? value < spec.max : value <= spec.max) &&
    (!spec.integer || Number.isInteger(value));
  if (fits) return;
  throw new InputError(
    "OPTION_RANGE",
    `${name} must be ${spec.integer ? "a whole number from" : "in"} ${spec.range}, got ${show(value)}`,
    `It is: ${spec.help}.`,
  );
}

export function checkChoice(name: string, value: unknown, choices: readonly string[]): void {
  if (typeof value === "string" && choices.includes(value)) return;
  throw new InputError(
    "OPTION_CHOICE",
    `${name} must be one of ${choices.join(", ")}, got ${show(value)}`,
    "Spell it as listed.",
  );
}

/** A filter names a column and a value: {column: "label", value: 0}. */
export function checkFilter(name: string, value: unknown): void {
  const isFilter =
    typeof value === "object" &&
    value !== null &&
    "column" in value &&
    typeof value.column === "string" &&
    "value" in value &&
    ["string", "number", "boolean"].includes(typeof value.value);
  if (isFilter) return;
  throw new InputError(
    "OPTION_TYPE",
    `${name} must be a column and a value, got ${show(value)}`,
    'For example {column: "label", value: 0}.',
  );
}

function show(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}
