/** The first step: a table of normal rows, which of them are normal, what the columns are, and learning from them. */
import { batch } from "@preact/signals";
import type { LearnOptions } from "../../src/core/model/index.js";
import { areLong, type Column, isAboutOddCells, numberFacts } from "../../src/core/table/index.js";
import { describeFiles } from "../../src/report/describe-files.js";
import { ALL_ROWS, type RowChoice } from "../choosing/choose-rows.js";
import type { ColumnChoice } from "../choosing/column-choice.js";
import { baseName } from "../parts/base-name.js";
import type { ReviewDesk } from "../review/review-desk.js";
import type { ModelStep } from "./model-step.js";
import type { RunTask } from "./run-task.js";
import type { KindChoice, OpenedTable, WorkbenchState } from "./state.js";

export interface NormalStep {
  openNormal(files: readonly File[]): Promise<void>;
  tryWaterTank(): Promise<void>;
  chooseNormalRows(choice: RowChoice): Promise<void>;
  chooseKind(column: string, kind: KindChoice): Promise<void>;
  learn(): Promise<void>;
  /** Whether the choices have changed since the model was learnt from this table. */
  isChangedSinceLearning(): boolean;
  /** Looks at the columns of the chosen rows. */
  inspect(): Promise<void>;
}

interface NormalStepParts {
  readonly state: WorkbenchState;
  readonly run: RunTask;
  readonly desk: ReviewDesk;
  readonly setModel: ModelStep["setModel"];
}

export function createNormalStep(parts: NormalStepParts): NormalStep {
  const { state, run, desk, setModel } = parts;
  const { normal, normalRows, kinds, inspection, model, rows, tab } = state;

  async function inspect(): Promise<void> {
    if (normal.value === null) return;
    const { table } = normal.value;
    const found = await run("inspect", { table, rows: normalRows.value, columns: columnChoiceOf(state) });
    if (found !== null) inspection.value = found;
  }

  return {
    inspect,

    async openNormal(files) {
      const read = await run("read", { files, types: [], ranges: [], keepTexts: [], names: [] });
      if (read === null) return;
      setNormal(parts, { name: describeFiles(files.map(({ name }) => name)), files, readFor: null, ...read });
      rows.value = null;
      await inspect();
    },

    async tryWaterTank() {
      const tank = await run("waterTank", {});
      if (tank === null) return;
      setNormal(parts, { ...tank.normal, readFor: null });
      rows.value = { ...tank.anomalies, readFor: null };
      await inspect();
    },

    async chooseNormalRows(choice) {
      normalRows.value = choice;
      await inspect();
    },

    async chooseKind(column, kind) {
      kinds.value = new Map(kinds.value).set(column, kind);
      if (kind === "categorical") await readDropped(parts, column);
      await inspect();
    },

    async learn() {
      if (normal.value === null) return;
      const { files, table } = normal.value;
      const learntFrom = { table, rows: normalRows.value };
      const learntBy = choicesOf(state);
      const learnt = await run("learn", { ...learntFrom, options: learnOptionsOf(state, desk) });
      if (learnt === null) return;
      setModel({ name: `${baseName(files)}.model.json`, ...learnt, learntFrom, learntBy });
      tab.value = "rules";
    },

    isChangedSinceLearning() {
      const { learntBy = null } = model.value ?? {};
      return learntBy !== null && learntBy !== choicesOf(state);
    },
  };
}

/** What was chosen for another table, and learnt from it, is forgotten. */
function setNormal({ state, setModel }: NormalStepParts, table: OpenedTable): void {
  batch(() => {
    state.normal.value = table;
    state.normalRows.value = ALL_ROWS;
    state.kinds.value = new Map();
    state.inspection.value = null;
    setModel(null);
    state.tab.value = "data";
  });
}

/**
 * Texts that differ in nearly every row were dropped, and words among numbers, too, and whole numbers
 * rounded or without the zeros before them; who wants them all the same has the files read again.
 */
async function readDropped({ state, run }: NormalStepParts, column: string): Promise<void> {
  const { files = [], table, warnings = [], name = "" } = state.normal.value ?? {};
  const isThere = table?.columns.some((each) => each.name === column && each.type !== "other" && !mayBeCodes(each));
  const hasOddCells = warnings.some(isAboutOddCells);
  if (files.length === 0 || (isThere === true && !hasOddCells)) return;
  const keepTexts = columnChoiceOf(state).categorical;
  const again = await run("read", { files, types: [], ranges: [], keepTexts, names: [] });
  if (again !== null) state.normal.value = { name, files, readFor: null, ...again };
}

/** Whether they may be written with more digits than a number keeps. */
function mayBeCodes(column: Column): boolean {
  if (column.type !== "number") return false;
  const facts = numberFacts(column.values);
  return areLong(facts) || facts.areWhole();
}

function learnOptionsOf(state: WorkbenchState, desk: ReviewDesk): LearnOptions {
  const review = desk.inEffect();
  return { ...state.options.value, ...columnChoiceOf(state), ...(review === undefined ? {} : { review }) };
}

/** The label's column tells which rows are normal; it is no feature. */
function columnChoiceOf({ kinds, normalRows }: WorkbenchState): ColumnChoice {
  const named = (kind: KindChoice): string[] =>
    [...kinds.value].filter(([, choice]) => choice === kind).map(([column]) => column);
  const label = normalRows.value.kind === "label" ? [normalRows.value.column] : [];
  return { exclude: [...named("out"), ...label], numeric: named("numeric"), categorical: named("categorical") };
}

/** Everything on the tab of the data that learning asks. */
function choicesOf(state: WorkbenchState): string {
  return JSON.stringify([state.normalRows.value, columnChoiceOf(state), Object.entries(state.options.value).sort()]);
}
