/**
 * Written forms of explanations that can be streamed: a head, one piece for each row, a tail. Pieces are whole lines.
 */
import type { Explanation } from "../explanation.js";

export interface ExplanationFormat {
  readonly head: string;
  /** `index` counts the explanations written so far. */
  row(explanation: Explanation, index: number): string;
  readonly tail: string;
  /**
   * Stands in place of the tail where explaining failed after rows had been written, so that nobody takes them for all.
   */
  unfinished(message: string): string;
}

/**
 * One JSON object a line. There is no room to say that lines are missing; whoever reads them asks how the program
 * ended.
 */
export const ndjsonFormat: ExplanationFormat = {
  head: "",
  row: (explanation) => `${JSON.stringify(explanation)}\n`,
  tail: "",
  unfinished: () => "",
};

/** One JSON list; an unfinished one is never closed. */
export const jsonFormat: ExplanationFormat = {
  head: "[",
  row: (explanation, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(explanation)}`,
  tail: "\n]\n",
  unfinished: () => "",
};
