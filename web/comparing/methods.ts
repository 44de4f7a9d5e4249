/**
 * The methods that can be set beside ours: what each looks for, and how long it lets one wait. Their code is in the
 * worker.
 */
import type { ComparedMethod } from "../../src/compare/peer-names.js";

export type OtherMethod = Exclude<ComparedMethod, "diagnosis">;

export interface MethodNote {
  readonly method: OtherMethod;
  /** As it is called in papers. */
  readonly name: string;
  readonly about: string;
  /** Said where one has to wait: for a table of a few dozen features it is seconds. */
  readonly pace: "quick" | "slow";
}

/** The quick ones first. */
export const METHOD_NOTES: readonly MethodNote[] = [
  { method: "z", name: "|z|", about: "how far each value lies from its mean, in deviations", pace: "quick" },
  { method: "tail", name: "tail", about: "how rare each value is by itself", pace: "quick" },
  { method: "paper", name: "PAR", about: "the best broken rules, as the paper ranks them", pace: "quick" },
  {
    method: "lime",
    name: "LIME",
    about: "a linear model of a detector's score around the row",
    pace: "quick",
  },
  { method: "coin", name: "COIN", about: "what separates the row from its normal neighbours", pace: "quick" },
  { method: "aton", name: "ATON", about: "what a small network minds to tell the row apart", pace: "quick" },
  { method: "shap", name: "KernelSHAP", about: "what each value adds to a detector's score", pace: "quick" },
  { method: "soam", name: "SOAM", about: "the features in which the row is least likely", pace: "quick" },
  {
    method: "anchor",
    name: "Anchor",
    about: "a rule under which a detector nearly always flags",
    pace: "slow",
  },
];
