/**
 * Written forms of explanations that can be streamed: a head, one piece for each row, a tail. Pieces are whole lines.
 */
import type { Explanation } from "./explanation.js";

export interface ExplanationFormat {
  readonly head: string;
  /** `index` counts the explanations written so far. */
  row(explanation: Explanation, index: number): string;
  readonly tail: string;
}

/** One JSON object a line. */
export const ndjsonFormat: ExplanationFormat = {
  head: "",
  row: (explanation) => `${JSON.stringify(explanation)}\n`,
  tail: "",
};

/** One JSON list. */
export const jsonFormat: ExplanationFormat = {
  head: "[",
  row: (explanation, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(explanation)}`,
  tail: "\n]\n",
};
