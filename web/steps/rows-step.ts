/** The third step: rows to explain, which of them, and what is taken for one incident; then the report. */

import { batch } from "@preact/signals";
import { columnsAsked } from "../../src/core/review/index.js";
import { clockBeside, findNamingColumns } from "../../src/core/table/index.js";
import { rangesOfFeatures, typesOfFeatures } from "../../src/input/feature-types.js";
import { describeFiles } from "../../src/report/describe-files.js";
import { ALL_ROWS, type RowChoice } from "../choosing/choose-rows.js";
import type { ReviewDesk } from "../review/review-desk.js";
import type { ExplainTask, IncidentChoice, WrittenForm } from "../tasks/task.js";
import type { RunTask } from "./run-task.js";
import type { OpenedTable, WorkbenchState } from "./state.js";

export interface RowsStep {
  openRows(files: readonly File[]): Promise<void>;
  explain(choice: RowChoice): Promise<void>;
  /** The rows that were not chosen as normal. */
  explainOthers(): Promise<void>;
  chooseIncidents(choice: IncidentChoice): Promise<void>;
  /** What was explained, by what is decided now. */
  explainAgain(): Promise<void>;
  /** What the report is about, in a form to take home. */
  write(form: WrittenForm): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Rows as the model wants them; null when they cannot be read. */
  readRows(files: readonly File[], by: string): Promise<OpenedTable | null>;
}

interface RowsStepParts {
  readonly state: WorkbenchState;
  readonly run: RunTask;
  readonly desk: ReviewDesk;
}

export function createRowsStep(parts: RowsStepParts): RowsStep {
  const { state, run } = parts;
  const { model, rows, chosenRows, incidents, report, normal, normalRows } = state;
  const readRows: RowsStep["readRows"] = (files, by) => readForReport(parts, files, by);

  /**
   * The choices are those of the report that is shown: they change together, or not at all. Rows that were read for
   * another model, or without one, are read again.
   */
  async function explainBy(choice: RowChoice, told: IncidentChoice): Promise<void> {
    if (!(await readForModel(told.by))) return;
    const task = taskOf(parts, choice, told);
    const made = task === null ? null : await run("explain", task);
    if (made === null) return;
    batch(() => {
      chosenRows.value = choice;
      incidents.value = told;
      report.value = made;
    });
  }

  async function readForModel(by: string): Promise<boolean> {
    if (model.value === null || rows.value === null) return false;
    const isNewColumn = by !== "" && by !== incidents.value.by;
    if (rows.value.readFor === model.value.model && !isNewColumn) return true;
    const again = await readRows(rows.value.files, by);
    if (again !== null) rows.value = again;
    return again !== null;
  }

  return {
    readRows,
    explain: (choice) => explainBy(choice, incidents.value),
    explainAgain: async () => (report.value === null ? undefined : explainBy(chosenRows.value, incidents.value)),
    chooseIncidents: (choice) => explainBy(chosenRows.value, choice),

    async openRows(files) {
      const opened = await readRows(files, "");
      if (opened === null) return;
      const hasColumn = opened.table.columns.some(({ name }) => name === incidents.value.by);
      setRows(state, opened);
      await explainBy(ALL_ROWS, hasColumn ? incidents.value : { ...incidents.value, by: "" });
    },

    async explainOthers() {
      if (normal.value === null) return;
      setRows(state, normal.value);
      await explainBy({ kind: "others", of: normalRows.value }, incidents.value);
    },

    async write(form) {
      const task = taskOf(parts, chosenRows.value, incidents.value);
      return task === null ? null : run("write", { ...task, form });
    },
  };
}

function taskOf({ state, desk }: RowsStepParts, choice: RowChoice, told: IncidentChoice): ExplainTask | null {
  const { model, rows } = state;
  if (model.value === null || rows.value === null) return null;
  const { name, table, parts } = rows.value;
  const review = desk.inEffect();
  return { model: model.value.model, table, rows: choice, name, parts, review, incidents: told };
}

/** What names rows, what a review asks about, and what tells machines apart is read as it is written. */
async function readForReport(
  { state, run, desk }: RowsStepParts,
  files: readonly File[],
  by: string,
): Promise<OpenedTable | null> {
  const model = state.model.value?.model ?? null;
  const { features, profiles, excluded, order } = model ?? { features: [], profiles: [], excluded: [], order: null };
  const { id, time } = findNamingColumns(excluded, order);
  const isFeature = (name: string): boolean => features.some((feature) => feature.name === name);
  const asked = [...columnsAsked(desk.review.value), ...(by === "" ? [] : [by])].filter((name) => !isFeature(name));
  const when = [time, clockBeside(excluded, time)].filter((name) => name !== null);
  const names = [...new Set([...id, ...when, ...asked])];
  const types = [...typesOfFeatures(features)];
  const ranges = [...rangesOfFeatures(features, profiles)];
  const read = await run("read", { files, types, ranges, keepTexts: [], names });
  if (read === null) return null;
  return { name: describeFiles(files.map(({ name }) => name)), files, readFor: model, ...read };
}

/** What was said about other rows is forgotten. */
function setRows({ rows, report, selectedRow, row, chosenRows, tab }: WorkbenchState, table: OpenedTable): void {
  batch(() => {
    rows.value = table;
    report.value = null;
    selectedRow.value = null;
    row.value = { ...row.value, card: null };
    chosenRows.value = ALL_ROWS;
    tab.value = "explain";
  });
}
