/**
 * How blocks of learning rows differ from one another: what later rows are held against to tell whether they are still
 * as those were (see drift/). Plain data, as its file has it.
 */

/** What is watched of a feature. */
export const SERIES_KINDS = ["level", "relation", "spread", "steps", "missing", "unseen", "share"] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

export interface SeriesName {
  readonly kind: SeriesKind;
  readonly feature: number;
  /** The code of a category, for what is watched of each; else null. */
  readonly category: number | null;
}

/** One number for each block of rows. */
export interface BaselineSeries extends SeriesName {
  /** Rows of a block: so many that blocks tell little of those after them. */
  readonly blockRows: number;
  /** How much of a block's number that of the block before tells, in [0, 1): so much of it is taken off. */
  readonly carry: number;
  /** The mean over all blocks, before anything is taken off. */
  readonly usual: number;
  /** What is left of the numbers, ascending. */
  readonly scores: readonly number[];
}

/** Learning rows by which blocks are told, at most. */
export const WATCHED_ROWS = 20_480;

/** What the rest of a row tells of each value, as far as lines can. */
export interface LinearRelations {
  /** Features with their categories that take part, in order; behind them stand the time of day and the constant. */
  readonly inputs: readonly LinearInput[];
  /** Whether the time of day takes part: two numbers (see drift/day-wave.ts). */
  readonly isDaily: boolean;
  /** The lower triangle of the inverse of the inputs' mean products, row by row. */
  readonly inverse: readonly number[];
}

/** Numbers of a row that take part, with the constant. */
export function relationSize({ inputs, isDaily }: Pick<LinearRelations, "inputs" | "isDaily">): number {
  return inputs.length + (isDaily ? 2 : 0) + 1;
}

export interface LinearInput {
  readonly feature: number;
  /** Null: the number itself. */
  readonly category: number | null;
}

/** Of the best rules of a model, in their order. */
export interface RuleBaselines {
  /** Rows of a block; 0: the rule is not watched. */
  readonly blockRows: readonly number[];
  /** For each rule the number of blocks of each level (see drift/rule-levels.ts), none where it is not watched. */
  readonly levels: readonly (readonly number[])[];
}

export interface DriftBaseline {
  readonly series: readonly BaselineSeries[];
  readonly relations: LinearRelations;
  readonly rules: RuleBaselines;
}
