/** What the explaining worker is asked and what it answers, as plain data that can cross threads. */
import type { BatchDrift } from "../../../core/drift/index.js";
import type { ExplainOptions } from "../../../core/explaining/index.js";
import type { HistoryPlan } from "../../../core/history/index.js";
import type { IncidentOptions } from "../../../core/incidents/index.js";
import type { FeatureProfile, Warning } from "../../../core/model/index.js";
import type { NamedOutput, WantedNames } from "../../../core/presenting/index.js";
import type { Feature } from "../../../core/table/index.js";
import type { Batch } from "../../../input/read-table.js";
import type { TextLook } from "../../screen/explanation-text.js";
import type { ExplainFormat } from "./format-names.js";
import type { WantedOutput } from "./formats/output-format.js";

export interface ExplainTask {
  readonly path: string;
  readonly model: Uint8Array;
  readonly options: ExplainOptions;
  readonly format: ExplainFormat;
  readonly wanted: WantedOutput;
  readonly incidents: IncidentOptions;
  /** Whether only rows are read that somebody flagged. */
  readonly areChosen: boolean;
  readonly look: Omit<TextLook, "words">;
  /** Whether it is told when rows as a whole are strange: not of rows that somebody has chosen. */
  readonly watchesDrift: boolean;
  /** Whether rows come as a stream: what is noticed is told at once, since nobody waits for the end. */
  readonly isStream: boolean;
}

/** Told once, before any batch. */
export interface ExplainReady {
  readonly kind: "ready";
  /** What the model was learnt on; a categorical feature without its categories. */
  readonly features: readonly (
    | (Feature & { readonly kind: "numeric" })
    | Omit<Feature & { readonly kind: "categorical" }, "categories">
  )[];
  /** What their learning rows were like. */
  readonly profiles: readonly FeatureProfile[];
  /** How their past is looked at; null: it is not. */
  readonly history: HistoryPlan | null;
  /** Columns by which rows are named, if they are there. */
  readonly names: WantedNames;
}

/** What rows are called, once and before the first batch; a batch of rows; or that there are no more. */
export type ExplainRequest = NamedOutput | Batch | typeof NO_MORE;

export const NO_MORE = "no more rows";

export type ExplainReport =
  | ExplainReady
  /**
   * What is to be written of one batch, or at the end, and how many of its rows are not; these requests are answered in
   * order.
   */
  | {
      readonly kind: "written";
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly leftOut: number;
      /** At the end: how the rows as a whole are strange; null: they are not. */
      readonly drift: BatchDrift | null;
      /** What was noticed of the rows; of a table at the end. */
      readonly warnings: readonly Warning[];
    }
  | { readonly kind: "refused"; readonly code: string; readonly message: string; readonly hint: string };
