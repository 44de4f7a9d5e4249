/**
 * The workbench: its state and what can be done with it. Tabs read the signals and call the actions; heavy work runs in
 * workers.
 *
 *   normal table → choice of rows and columns → model → rows to explain → report
 *
 * What depends on a step before it is forgotten when that step changes.
 */
import { batch } from "@preact/signals";
import type { NamedPredicate } from "../../src/core/predicates/index.js";
import type { CellValue } from "../../src/core/table/index.js";
import type { Report, ReportCard } from "../../src/report/report.js";
import { type Comparer, createComparer } from "../comparing/comparer.js";
import { looksLikeModel } from "../reading/read-model.js";
import { createReviewDesk, type ReviewDesk } from "../review/review-desk.js";
import { createModelStep, type ModelStep } from "./model-step.js";
import { createNormalStep, type NormalStep } from "./normal-step.js";
import { createRowsStep, type RowsStep } from "./rows-step.js";
import { createTaskRunner, type RunTask, toProblem } from "./run-task.js";
import { cardOf, createState, type NamedModel, type Tab, type WorkbenchState } from "./state.js";

export interface Workbench extends WorkbenchState, NormalStep, ModelStep, RowsStep {
  readonly comparer: Comparer;
  /** What was decided about rules and features. */
  readonly desk: ReviewDesk;
  readonly run: RunTask;
  openTab(tab: Tab): void;
  /** Takes a row of the report into the form. */
  editRow(card: ReportCard): void;
  /** Files by what they are: a model, normal rows, or, once there is a model and it is looked at, rows to explain. */
  takeFiles(files: readonly File[]): Promise<void>;
  /** Passes a feature over as a suspect, and explains again. */
  mute(feature: string, when: readonly NamedPredicate[]): Promise<void>;
  undoDecision(): Promise<void>;
  openReview(file: File): Promise<void>;
}

/** `today`: as 2026-11-17, asked whenever a decision is made or has an effect. */
export function createWorkbench(today: () => string): Workbench {
  const state = createState();
  const { model, problem } = state;
  const run = createTaskRunner(state);
  const desk = createReviewDesk(today);
  const comparer = createComparer(() => (model.value === null ? null : comparedBy(model.value)));
  const modelStep = createModelStep({ state, run, comparer });
  const normalStep = createNormalStep({ state, run, desk, setModel: modelStep.setModel });
  const rowsStep = createRowsStep({ state, run, desk });
  return {
    ...state,
    ...modelStep,
    ...normalStep,
    ...rowsStep,
    run,
    comparer,
    desk,
    openTab: (tab) => openTab(state, tab),
    editRow: (card) => editRow(state, card),
    takeFiles: (files) => takeFiles(state, files, { ...modelStep, ...normalStep, ...rowsStep }),

    async mute(feature, when) {
      desk.mute(feature, when);
      await rowsStep.explainAgain();
    },

    async undoDecision() {
      desk.undo();
      await rowsStep.explainAgain();
    },

    async openReview(file) {
      try {
        await desk.open(file);
        await rowsStep.explainAgain();
      } catch (error) {
        problem.value = toProblem(error);
      }
    },
  };
}

/** A table does not hold the past of its rows, as a model that looks at it wants them; the model's rows do. */
function comparedBy({ model, learntFrom }: NamedModel) {
  return { model, normal: model.history === null ? learntFrom : null };
}

/** One row is the selected one, unless that one is in the form already. */
function openTab(state: WorkbenchState, tab: Tab): void {
  const card = cardOf(state, state.selectedRow.value);
  const inForm = state.row.value.card?.explanation.row ?? null;
  if (tab === "row" && card !== null && card.explanation.row !== inForm) editRow(state, card);
  else state.tab.value = tab;
}

function editRow({ row, report, tab }: WorkbenchState, card: ReportCard): void {
  if (report.value === null) return;
  const values = valuesOf(card, report.value);
  batch(() => {
    row.value = { values, card };
    tab.value = "row";
  });
}

/** The values of a card's row, by feature. */
export function valuesOf(card: ReportCard, { features }: Pick<Report, "features">): ReadonlyMap<string, CellValue> {
  return new Map(features.map(({ name }, place): [string, CellValue] => [name, card.cells[place] ?? null]));
}

type Takers = Pick<Workbench, "openModel" | "openRows" | "openNormal">;

async function takeFiles(state: WorkbenchState, files: readonly File[], takers: Takers): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const models = await Promise.all(files.map(looksLikeModel));
  if (files.length === 1 && models[0]!) return takers.openModel(first);
  const isForExplaining = state.model.value !== null && ["rules", "explain", "row"].includes(state.tab.value);
  if (!models.includes(true)) return isForExplaining ? takers.openRows(files) : takers.openNormal(files);
  state.problem.value = {
    code: "MODEL_AMONG_TABLES",
    message: `${files[models.indexOf(true)]!.name} is a model, and the other files are none`,
    hint: "Open the model alone, then the tables.",
  };
}
