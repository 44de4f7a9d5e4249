/** What is told of drift, as people and programs read it. */
import type { SeriesKind, Warning } from "../model/index.js";
import type { Category } from "../table/index.js";

/** A row of the input. */
export interface DriftPlace {
  readonly row: number;
  /** When it was, as text; null: missing; absent: no column says it. */
  readonly time?: string | null;
}

/** One thing that is no longer as it was. */
interface Change {
  /** The row with which what speaks for it began to rise. */
  readonly since: DriftPlace;
  /** The row after which there was enough of it. */
  readonly found: DriftPlace;
  /** Whether it went on to the last rows. */
  readonly lasts: boolean;
  /**
   * How much speaks for it: what a bet against it of 1 has become, as a power of ten. Where nothing has changed, it
   * reaches n in one of 10ⁿ series.
   */
  readonly evidence: number;
  readonly text: string;
}

export interface FeatureChange extends Change {
  readonly kind: SeriesKind;
  readonly direction: "up" | "down";
  /** Of what is watched of each category; absent otherwise. */
  readonly category?: Category;
  /** The mean of what is watched, in the learning rows and since then (see docs/drift.md for each kind). */
  readonly usual: number;
  readonly now: number;
}

export interface DriftedFeature {
  readonly feature: string;
  /** The first of its changes. */
  readonly since: DriftPlace;
  readonly lasts: boolean;
  /** Strongest first. */
  readonly changes: readonly FeatureChange[];
}

export interface DriftedRule extends Change {
  /** See the rules of a model. */
  readonly id: string;
  readonly rule: string;
  readonly feature: string | null;
  /** Share of learning rows with its antecedent in which it was true, and of those since then. */
  readonly confidence: number;
  readonly confidenceNow: number;
  /** Rows with its antecedent since then. */
  readonly rows: number;
}

export interface Drift {
  /** Rows that were looked at. */
  readonly rows: number;
  readonly hasDrifted: boolean;
  /** Whether some change went on to the last rows: the model no longer says what is normal. */
  readonly learnAgain: boolean;
  /** The first of all changes; null: there is none. */
  readonly since: DriftPlace | null;
  /** Strongest first. */
  readonly features: readonly DriftedFeature[];
  readonly rules: readonly DriftedRule[];
  /** What could be watched: others hold too few independent blocks of learning rows. */
  readonly watched: { readonly features: number; readonly rules: number };
  /** Share of stable streams in which anything is told, at most. */
  readonly falseAlarms: number;
  readonly warnings: readonly Warning[];
  readonly text: string;
}
