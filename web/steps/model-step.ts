/** The second step: a model, learnt here or opened. What was explained by another one is forgotten. */
import { batch } from "@preact/signals";
import type { Model } from "../../src/core/model/index.js";
import type { CellValue } from "../../src/core/table/index.js";
import type { Comparer } from "../comparing/comparer.js";
import type { RunTask } from "./run-task.js";
import { type NamedModel, NO_ROW, type WorkbenchState } from "./state.js";

export interface ModelStep {
  openModel(file: File): Promise<void>;
  setModel(next: NamedModel | null): void;
}

interface ModelStepParts {
  readonly state: WorkbenchState;
  readonly run: RunTask;
  readonly comparer: Comparer;
}

export function createModelStep({ state, run, comparer }: ModelStepParts): ModelStep {
  const { model, report, selectedRow, row, normal, rows, tab } = state;

  function setModel(next: NamedModel | null): void {
    batch(() => {
      comparer.reset();
      model.value = next;
      report.value = null;
      selectedRow.value = null;
      row.value = next === null ? NO_ROW : { values: firstReferenceRow(next.model), card: null };
    });
  }

  return {
    setModel,
    async openModel(file) {
      const opened = await run("openModel", { file, name: file.name });
      if (opened === null) return;
      batch(() => {
        normal.value = null;
        rows.value = null;
        setModel({ name: file.name, model: opened, file, learntFrom: null, learntBy: null });
        tab.value = "rules";
      });
    },
  };
}

/** A normal row to begin with in the form. */
function firstReferenceRow({ features, neighbours }: Model): ReadonlyMap<string, CellValue> {
  return new Map(
    features.map((feature, place): [string, CellValue] => {
      const value = neighbours.columns[place]?.[0] ?? NaN;
      if (Number.isNaN(value)) return [feature.name, null];
      return [feature.name, feature.kind === "categorical" ? (feature.categories[value] ?? null) : value];
    }),
  );
}
