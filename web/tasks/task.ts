/** Work that would freeze the page, as plain data that crosses to a worker and back. */

import type { IncidentOptions } from "../../src/core/incidents/index.js";
import type { LearnOptions, Model } from "../../src/core/model/index.js";
import type { Review } from "../../src/core/review/index.js";
import type { Column, Table } from "../../src/core/table/index.js";
import type { AskedType } from "../../src/input/csv/csv-table.js";
import type { Report } from "../../src/report/report.js";
import type { RowChoice } from "../choosing/choose-rows.js";
import type { ColumnChoice } from "../choosing/column-choice.js";
import type { ColumnSummary } from "../choosing/summarise-columns.js";
import type { FilePart, ReadResult } from "../reading/read-file.js";

/** A table as it was read: what was noticed, and how many of its rows each file has. */
export type ReadTable = ReadResult;

/** A table that was made here, as if read from a file. */
interface MadeTable extends ReadTable {
  readonly name: string;
  readonly files: readonly File[];
}

/** Some rows of a table. */
export interface ChosenRows {
  readonly table: Table;
  readonly rows: RowChoice;
}

/** Each kind of task: what it takes and what it gives. */
interface Tasks {
  /** Files of rows; with a model, read as the model wants its columns. */
  readonly read: {
    readonly task: {
      readonly files: readonly File[];
      readonly types: readonly (readonly [string, AskedType])[];
      /** Columns whose texts stay however many of them differ. */
      /** From where to where a model has seen the numbers of columns. */
      readonly ranges: readonly (readonly [string, readonly [number, number]])[];
      readonly keepTexts: readonly string[];
      /** Columns by which rows are named, as they are written. */
      readonly names: readonly string[];
    };
    readonly result: ReadTable;
  };
  readonly waterTank: {
    readonly task: Readonly<Record<never, never>>;
    readonly result: { readonly normal: MadeTable; readonly anomalies: MadeTable };
  };
  readonly inspect: {
    readonly task: ChosenRows & { readonly columns: ColumnChoice };
    readonly result: { readonly rowCount: number; readonly columns: readonly ColumnSummary[] };
  };
  readonly learn: {
    readonly task: ChosenRows & { readonly options: LearnOptions };
    /** The model, and the file that it makes. */
    readonly result: { readonly model: Model; readonly file: Blob };
  };
  readonly openModel: {
    readonly task: { readonly file: Blob; readonly name: string };
    readonly result: Model;
  };
  readonly explain: { readonly task: ExplainTask; readonly result: Report };
  /** What the report is about, as the command line writes it with --verify. */
  readonly write: {
    readonly task: ExplainTask & { readonly form: WrittenForm };
    readonly result: Uint8Array<ArrayBuffer>;
  };
}

/** What is written, and how: also the end of the file's name. */
export type WrittenForm = "explanations.ndjson" | "explanations.csv" | "incidents.ndjson" | "incidents.csv";

/** What is taken for one incident, as it is typed; "": found out. */
export interface IncidentChoice {
  /** Column that tells machines apart. */
  readonly by: string;
  /** How far apart rows of one may be. */
  readonly gap: string;
}

export function incidentOptionsOf({ by, gap }: IncidentChoice): IncidentOptions {
  return { by: by === "" ? undefined : by, gap: gap.trim() === "" ? undefined : gap };
}

export interface ExplainTask extends ChosenRows {
  readonly model: Model;
  readonly name: string;
  /** The files of the table. */
  readonly parts: readonly FilePart[];
  /** undefined: nothing is decided. */
  readonly review: Review | undefined;
  readonly incidents: IncidentChoice;
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
