/**
 * The workbench's state and what can be done with it. Views read the signals and call the actions; heavy work runs in
 * workers.
 *
 *   normal table → choice of rows and columns → model → rows to explain → report
 *
 * What depends on a step before it is forgotten when that step changes.
 */
import { batch, type Signal, signal } from "@preact/signals";
import { InputError, StoppedError } from "../../src/core/base/errors/input-error.js";
import type { LearnOptions } from "../../src/core/model/learn-options.js";
import type { Model } from "../../src/core/model/model.js";
import type { NamedPredicate } from "../../src/core/predicates/named-predicate.js";
import { findNamingColumns } from "../../src/core/table/naming-columns.js";
import { isAboutOddCells } from "../../src/core/table/odd-cells.js";
import type { CellValue } from "../../src/core/table/table.js";
import { typesOfFeatures } from "../../src/input/feature-types.js";
import { describeNormal } from "../../src/report/describe-normal.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { Report } from "../../src/report/report.js";
import { ALL_ROWS, type RowChoice } from "../choosing/choose-rows.js";
import type { ColumnSummary } from "../choosing/summarise-columns.js";
import { type Comparer, createComparer } from "../comparing/comparer.js";
import type { Problem } from "../parts/problem.js";
import type { Busy } from "../parts/progress.js";
import { looksLikeModel } from "../reading/read-model.js";
import { createReviewDesk, type ReviewDesk } from "../review/review-desk.js";
import { type RunningTask, startTask } from "../tasks/start-task.js";
import type { ChosenRows, NamedTable, ResultOf, TaskKind, TaskOf } from "../tasks/task.js";

const VIEWS = ["start", "data", "rules", "explain", "row"] as const;
export type View = (typeof VIEWS)[number];

/** What the person says about a column; auto: as inferred. */
export type KindChoice = "auto" | "numeric" | "categorical" | "out";

export interface NamedModel {
  readonly name: string;
  readonly model: Model;
  readonly normal: NormalRows;
  /** Null for a model that was opened from a file. */
  readonly learntFrom: ChosenRows | null;
}

interface Inspection {
  readonly rowCount: number;
  readonly columns: readonly ColumnSummary[];
}

/** The table of normal rows, and the file it was read from; null: the example, which has none. */
interface NormalTable extends NamedTable {
  readonly file: File | null;
}

export interface Workbench {
  readonly view: Signal<View>;
  readonly normal: Signal<NormalTable | null>;
  readonly normalRows: Signal<RowChoice>;
  readonly kinds: Signal<ReadonlyMap<string, KindChoice>>;
  readonly options: Signal<LearnOptions>;
  readonly inspection: Signal<Inspection | null>;
  readonly model: Signal<NamedModel | null>;
  readonly rows: Signal<NamedTable | null>;
  readonly chosenRows: Signal<RowChoice>;
  readonly report: Signal<Report | null>;
  /** The row in the form, by feature. */
  readonly row: Signal<ReadonlyMap<string, CellValue>>;
  readonly busy: Signal<Busy | null>;
  readonly problem: Signal<Problem | null>;
  readonly comparer: Comparer;
  /** What was decided about rules and features. */
  readonly desk: ReviewDesk;
  /** Passes a feature over as a suspect, and explains again. */
  mute(feature: string, when: readonly NamedPredicate[]): Promise<void>;
  undoDecision(): Promise<void>;
  openReview(file: File): Promise<void>;
  /** A file by what it is: a model, normal rows, or, once there is a model and it is looked at, rows to explain. */
  takeFile(file: File): Promise<void>;
  tryWaterTank(): Promise<void>;
  openNormal(file: File): Promise<void>;
  openModel(file: File): Promise<void>;
  openRows(file: Blob, name: string): Promise<void>;
  chooseNormalRows(choice: RowChoice): Promise<void>;
  chooseKind(column: string, kind: KindChoice): Promise<void>;
  learn(): Promise<void>;
  explain(choice: RowChoice): Promise<void>;
  /** The rows that were not chosen as normal. */
  explainOthers(): Promise<void>;
  editRow(values: ReadonlyMap<string, CellValue>): void;
  modelFile(): Promise<Uint8Array<ArrayBuffer> | null>;
  explanationsFile(): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** `today`: as 2026-11-17, asked whenever a decision is made or has an effect. */
export function createWorkbench(today: () => string): Workbench {
  const view = signal<View>("start");
  const normal = signal<NormalTable | null>(null);
  const normalRows = signal<RowChoice>(ALL_ROWS);
  const kinds = signal<ReadonlyMap<string, KindChoice>>(new Map());
  const options = signal<LearnOptions>({});
  const inspection = signal<Inspection | null>(null);
  const model = signal<NamedModel | null>(null);
  const rows = signal<NamedTable | null>(null);
  const chosenRows = signal<RowChoice>(ALL_ROWS);
  const report = signal<Report | null>(null);
  const row = signal<ReadonlyMap<string, CellValue>>(new Map());
  const busy = signal<Busy | null>(null);
  const problem = signal<Problem | null>(null);

  const desk = createReviewDesk(today);

  const comparer = createComparer(() =>
    model.value === null ? null : { model: model.value.model, normal: model.value.learntFrom },
  );

  /** Runs a task in a worker; null when it was cancelled or refused, which is then shown. */
  async function work<K extends TaskKind>(kind: K, task: TaskOf<K>): Promise<ResultOf<K> | null> {
    busy.value?.cancel();
    problem.value = null;
    const running: RunningTask<ResultOf<K>> = startTask(kind, task, (progress) => {
      busy.value = { ...progress, cancel: running.cancel };
    });
    const own = { phase: "Starting", share: null, cancel: running.cancel };
    busy.value = own;
    try {
      return await running.result;
    } catch (error) {
      if (!(error instanceof StoppedError)) problem.value = toProblem(error);
      return null;
    } finally {
      if (busy.value?.cancel === running.cancel) busy.value = null;
    }
  }

  function setNormal(table: NormalTable): void {
    batch(() => {
      normal.value = table;
      normalRows.value = ALL_ROWS;
      kinds.value = new Map();
      inspection.value = null;
      setModel(null);
      view.value = "data";
    });
  }

  function setModel(next: Omit<NamedModel, "normal"> | null): void {
    batch(() => {
      comparer.reset();
      model.value = next === null ? null : { ...next, normal: describeNormal(next.model) };
      report.value = null;
      row.value = next === null ? new Map() : firstKeptRow(next.model);
    });
  }

  async function inspect(): Promise<void> {
    if (normal.value === null) return;
    const { table } = normal.value;
    const found = await work("inspect", { table, rows: normalRows.value, columns: columnChoice() });
    if (found !== null) inspection.value = found;
  }

  /**
   * Texts that differ in nearly every row were not kept, nor were words among numbers; who wants them all the same has
   * the file read again.
   */
  async function readDropped(name: string): Promise<void> {
    const { file = null, table, warnings = [] } = normal.value ?? {};
    const isKept = table?.columns.some((column) => column.name === name && column.type !== "other");
    const hasOddCells = warnings.some(isAboutOddCells);
    if (file === null || (isKept === true && !hasOddCells)) return;
    const keepTexts = columnChoice().categorical;
    const again = await work("read", { file, name: file.name, types: [], keepTexts, names: [] });
    if (again !== null) normal.value = { name: file.name, ...again, file };
  }

  /** The label's column tells which rows are normal; it is no feature. */
  function columnChoice() {
    const named = (kind: KindChoice): string[] =>
      [...kinds.value].filter(([, choice]) => choice === kind).map(([column]) => column);
    const label = normalRows.value.kind === "label" ? [normalRows.value.column] : [];
    return { exclude: [...named("out"), ...label], numeric: named("numeric"), categorical: named("categorical") };
  }

  function learnOptions(): LearnOptions {
    const review = desk.inEffect();
    return { ...options.value, ...columnChoice(), ...(review === undefined ? {} : { review }) };
  }

  /** What was explained, by what is decided now. */
  async function explainAgain(): Promise<void> {
    if (report.value !== null) await explain(chosenRows.value);
  }

  async function explain(choice: RowChoice): Promise<void> {
    if (model.value === null || rows.value === null) return;
    chosenRows.value = choice;
    const { name, table } = rows.value;
    const review = desk.inEffect();
    const made = await work("explain", { model: model.value.model, table, rows: choice, name, review });
    if (made !== null) report.value = made;
  }

  async function setRows(table: NamedTable): Promise<void> {
    batch(() => {
      rows.value = table;
      report.value = null;
      view.value = "explain";
    });
    await explain(ALL_ROWS);
  }

  async function openNormal(file: File): Promise<void> {
    const read = await work("read", { file, name: file.name, types: [], keepTexts: [], names: [] });
    if (read === null) return;
    setNormal({ name: file.name, ...read, file });
    rows.value = null;
    await inspect();
  }

  async function openModel(file: File): Promise<void> {
    const opened = await work("openModel", { file, name: file.name });
    if (opened === null) return;
    batch(() => {
      normal.value = null;
      rows.value = null;
      setModel({ name: file.name, model: opened, learntFrom: null });
      view.value = "rules";
    });
  }

  async function openRows(file: Blob, name: string): Promise<void> {
    const { features, excluded } = model.value?.model ?? { features: [], excluded: [] };
    const { id, time } = findNamingColumns(excluded);
    const read = await work("read", {
      file,
      name,
      types: [...typesOfFeatures(features)],
      keepTexts: [],
      names: time === null ? id : [...id, time],
    });
    if (read !== null) await setRows({ name, ...read });
  }

  return {
    view,
    normal,
    normalRows,
    kinds,
    options,
    inspection,
    model,
    rows,
    chosenRows,
    report,
    row,
    busy,
    problem,
    comparer,
    desk,
    openNormal,
    openModel,
    openRows,
    explain,

    async mute(feature, when) {
      desk.mute(feature, when);
      await explainAgain();
    },

    async undoDecision() {
      desk.undo();
      await explainAgain();
    },

    async openReview(file) {
      try {
        await desk.open(file);
        await explainAgain();
      } catch (error) {
        problem.value = toProblem(error);
      }
    },

    async takeFile(file) {
      if (await looksLikeModel(file)) return openModel(file);
      const isForExplaining = model.value !== null && view.value !== "start" && view.value !== "data";
      return isForExplaining ? openRows(file, file.name) : openNormal(file);
    },

    async tryWaterTank() {
      const tank = await work("waterTank", {});
      if (tank === null) return;
      setNormal({ name: "normal.csv", table: tank.normal, warnings: [], file: null });
      rows.value = { name: "anomalies.csv", table: tank.anomalies, warnings: [] };
      await inspect();
    },

    async chooseNormalRows(choice) {
      normalRows.value = choice;
      await inspect();
    },

    async chooseKind(column, kind) {
      kinds.value = new Map(kinds.value).set(column, kind);
      if (kind === "categorical") await readDropped(column);
      await inspect();
    },

    async learn() {
      if (normal.value === null) return;
      const { name, table } = normal.value;
      const learntFrom = { table, rows: normalRows.value };
      const learnt = await work("learn", { ...learntFrom, options: learnOptions() });
      if (learnt === null) return;
      setModel({ name: `${name.replace(/\.\w+(\.gz)?$/, "")}.model.json`, model: learnt, learntFrom });
      view.value = "rules";
    },

    async explainOthers() {
      if (normal.value === null) return;
      rows.value = normal.value;
      view.value = "explain";
      await explain({ kind: "others", of: normalRows.value });
    },

    editRow(values) {
      batch(() => {
        row.value = values;
        view.value = "row";
      });
    },

    modelFile: async () => (model.value === null ? null : work("saveModel", { model: model.value.model })),

    async explanationsFile() {
      if (model.value === null || rows.value === null) return null;
      const { name, table } = rows.value;
      const review = desk.inEffect();
      return work("explanations", { model: model.value.model, table, rows: chosenRows.value, name, review });
    },
  };
}

function toProblem(error: unknown): Problem {
  if (error instanceof InputError) return { code: error.code, message: error.message, hint: error.hint };
  return {
    code: "BUG",
    message: "this should not have happened; it is a mistake in parsight, not in what you gave",
    hint: error instanceof Error ? error.message : String(error),
  };
}

/** A normal row to begin with in the form. */
function firstKeptRow({ features, neighbours }: Model): ReadonlyMap<string, CellValue> {
  return new Map(
    features.map((feature, place): [string, CellValue] => {
      const kept = neighbours.columns[place]?.[0] ?? NaN;
      if (Number.isNaN(kept)) return [feature.name, null];
      return [feature.name, feature.kind === "categorical" ? (feature.categories[kept] ?? null) : kept];
    }),
  );
}
