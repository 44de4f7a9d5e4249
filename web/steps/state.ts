/** What the workbench knows, as signals. Steps change them, tabs read them. */
import { type Signal, signal } from "@preact/signals";
import type { LearnOptions, Model } from "../../src/core/model/index.js";
import type { CellValue } from "../../src/core/table/index.js";
import type { Report, ReportCard } from "../../src/report/report.js";
import { ALL_ROWS, type RowChoice } from "../choosing/choose-rows.js";
import type { ColumnSummary } from "../choosing/summarise-columns.js";
import type { Problem } from "../parts/problem.js";
import type { Busy } from "../parts/progress.js";
import type { ChosenRows, IncidentChoice, ReadTable } from "../tasks/task.js";

export const TABS = ["start", "data", "rules", "explain", "row"] as const;
export type Tab = (typeof TABS)[number];

/** What the person says about a column; auto: as inferred. */
export const KIND_CHOICES = ["auto", "numeric", "categorical", "out"] as const;
export type KindChoice = (typeof KIND_CHOICES)[number];

/** A table, what it is called, the files it was read from, and the model that said how; null: none did. */
export interface OpenedTable extends ReadTable {
  readonly name: string;
  readonly files: readonly File[];
  readonly readFor: Model | null;
}

export interface NamedModel {
  readonly name: string;
  readonly model: Model;
  /** As it is stored and downloaded. */
  readonly file: Blob;
  /** Null for a model that was opened from a file. */
  readonly learntFrom: ChosenRows | null;
  /** The choices it was learnt by, as text; null like `learntFrom`. */
  readonly learntBy: string | null;
}

interface Inspection {
  readonly rowCount: number;
  readonly columns: readonly ColumnSummary[];
}

/** The row in the form, and the row of the table that it was taken from; null: none. */
interface EditedRow {
  readonly values: ReadonlyMap<string, CellValue>;
  readonly card: ReportCard | null;
}

export interface WorkbenchState {
  readonly tab: Signal<Tab>;
  readonly normal: Signal<OpenedTable | null>;
  readonly normalRows: Signal<RowChoice>;
  readonly kinds: Signal<ReadonlyMap<string, KindChoice>>;
  readonly options: Signal<LearnOptions>;
  readonly inspection: Signal<Inspection | null>;
  readonly model: Signal<NamedModel | null>;
  readonly rows: Signal<OpenedTable | null>;
  /** The rows that the report is about, and what it takes for one incident. */
  readonly chosenRows: Signal<RowChoice>;
  readonly incidents: Signal<IncidentChoice>;
  readonly report: Signal<Report | null>;
  /** The number of the row in the report that is looked at. */
  readonly selectedRow: Signal<number | null>;
  readonly row: Signal<EditedRow>;
  readonly busy: Signal<Busy | null>;
  readonly problem: Signal<Problem | null>;
}

export const NO_ROW: EditedRow = { values: new Map(), card: null };

export function createState(): WorkbenchState {
  return {
    tab: signal<Tab>("start"),
    normal: signal<OpenedTable | null>(null),
    normalRows: signal<RowChoice>(ALL_ROWS),
    kinds: signal<ReadonlyMap<string, KindChoice>>(new Map()),
    options: signal<LearnOptions>({}),
    inspection: signal<Inspection | null>(null),
    model: signal<NamedModel | null>(null),
    rows: signal<OpenedTable | null>(null),
    chosenRows: signal<RowChoice>(ALL_ROWS),
    incidents: signal<IncidentChoice>({ by: "", gap: "" }),
    report: signal<Report | null>(null),
    selectedRow: signal<number | null>(null),
    row: signal<EditedRow>(NO_ROW),
    busy: signal<Busy | null>(null),
    problem: signal<Problem | null>(null),
  };
}

/** The card of a row of the report; null: it has none. */
export function cardOf({ report }: Pick<WorkbenchState, "report">, row: number | null): ReportCard | null {
  return report.value?.cards.find(({ explanation }) => explanation.row === row) ?? null;
}
