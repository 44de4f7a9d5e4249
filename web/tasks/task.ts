/** Work that would freeze the page, as plain data that crosses to a worker and back. */

import type { LearnOptions } from "../../src/core/model/learn-options.js";
import type { Model } from "../../src/core/model/model.js";
import type { Review } from "../../src/core/review/review.js";
import type { Column, Table } from "../../src/core/table/table.js";
import type { AskedType } from "../../src/input/csv/csv-table.js";
import type { ReadWarning } from "../../src/input/csv/odd-cells.js";
import type { Report } from "../../src/report/report.js";
import type { RowChoice } from "../choosing/choose-rows.js";
import type { ColumnChoice } from "../choosing/column-choice.js";
import type { ColumnSummary } from "../choosing/summarise-columns.js";

export interface NamedTable {
  readonly name: string;
  readonly table: Table;
  /** What was noticed as it was read. */
  readonly warnings: readonly ReadWarning[];
}

/** Some rows of a table. */
export interface ChosenRows {
  readonly table: Table;
  readonly rows: RowChoice;
}

/** Each kind of task: what it takes and what it gives. */
interface Tasks {
  /** A file of rows; with a model, read as the model wants its columns. */
  readonly read: {
    readonly task: {
      readonly file: Blob;
      readonly name: string;
      readonly types: readonly (readonly [string, AskedType])[];
      /** Columns whose texts are kept however many of them differ. */
      readonly keepTexts: readonly string[];
      /** Columns by which rows are named, as they are written. */
      readonly names: readonly string[];
    };
    readonly result: { readonly table: Table; readonly warnings: readonly ReadWarning[] };
  };
  readonly waterTank: {
    readonly task: Readonly<Record<never, never>>;
    readonly result: { readonly normal: Table; readonly anomalies: Table };
  };
  readonly inspect: {
    readonly task: ChosenRows & { readonly columns: ColumnChoice };
    readonly result: { readonly rowCount: number; readonly columns: readonly ColumnSummary[] };
  };
  readonly learn: {
    readonly task: ChosenRows & { readonly options: LearnOptions };
    readonly result: Model;
  };
  readonly openModel: {
    readonly task: { readonly file: Blob; readonly name: string };
    readonly result: Model;
  };
  readonly saveModel: { readonly task: { readonly model: Model }; readonly result: Uint8Array<ArrayBuffer> };
  readonly explain: { readonly task: ExplainTask; readonly result: Report };
  /** The explanations of the same rows as NDJSON, as the command line writes them with --verify. */
  readonly explanations: { readonly task: ExplainTask; readonly result: Uint8Array<ArrayBuffer> };
}

export interface ExplainTask extends ChosenRows {
  readonly model: Model;
  readonly name: string;
  /** undefined: nothing is decided. */
  readonly review: Review | undefined;
}

export type TaskKind = keyof Tasks;
export type TaskOf<K extends TaskKind> = Tasks[K]["task"];
export type ResultOf<K extends TaskKind> = Tasks[K]["result"];

/** What the worker is sent: the columns of the task's table, if it has one, then the task without them. */
export type TaskMessage = { readonly column: Column } | { readonly kind: TaskKind; readonly task: TaskOf<TaskKind> };

export interface TaskProgress {
  /** What is being done, in words. */
  readonly phase: string;
  /** In [0, 1]; null when unknown. */
  readonly share: number | null;
}

export type TaskReport =
  | ({ readonly kind: "progress" } & TaskProgress)
  | { readonly kind: "done"; readonly result: unknown }
  | { readonly kind: "refused"; readonly code: string; readonly message: string; readonly hint: string };
