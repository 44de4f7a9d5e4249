/** What the page and the worker of comparisons say to each other. */

import type { MethodAnswer } from "../../src/compare/ask-method.js";
import type { ComparedMethod } from "../../src/compare/peer-names.js";
import type { Model } from "../../src/core/model/index.js";
import type { CellValue, Column } from "../../src/core/table/index.js";
import type { ChosenRows } from "../tasks/task.js";

/** First the columns of the normal rows, if they are at hand, then what opens the comparison, then questions. */
export type CompareRequest =
  | { readonly column: Column }
  | { readonly kind: "open"; readonly model: Model; readonly normal: ChosenRows | null }
  | Question;

/** About one row; a later question takes the place of this one, once the method at work has answered. */
export interface Question {
  readonly kind: "ask";
  /** Stands for the row in all messages. */
  readonly card: number;
  /** One for each feature of the model. */
  readonly cells: readonly CellValue[];
  readonly methods: readonly ComparedMethod[];
}

/** The normal rows that the other methods learn from. */
export interface ComparedRows {
  readonly rowCount: number;
  /** What they are taken from: the table that was learnt from, or the rows that the model keeps. */
  readonly from: "table" | "model";
  /** All that there are. */
  readonly of: number;
}

export type CompareReport =
  | { readonly kind: "opened"; readonly rows: ComparedRows }
  | { readonly kind: "asking"; readonly card: number; readonly method: ComparedMethod }
  | { readonly kind: "answer"; readonly card: number; readonly answer: MethodAnswer }
  | { readonly kind: "idle" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string; readonly hint: string };
