/** The models of a session by number, each with the explainers that were asked for. */
import { createExplainer, type Explainer } from "../core/explain.js";
import type { ExplainOptions } from "../core/explanations/explain-options.js";
import type { Model, Warning } from "../core/model/model.js";
import { wantedNames } from "../core/presentation/row-names.js";

/** Asked while a command runs. */
export interface Progress {
  shouldStop(): boolean;
  /** `phase` is a place in PHASES. */
  report(phase: number, done: number, total: number): void;
}

export interface Models {
  add(model: Model): number;
  get(number: unknown): Model;
  drop(number: unknown): void;
  /** Prepared once for a model and its options. */
  explainer(number: unknown, options: ExplainOptions): Explainer;
  /** Warnings of explainers since the last call. */
  takeWarnings(): readonly Warning[];
}

/** Explainers of one model that are remembered. */
const MOST_EXPLAINERS = 4;

interface Entry {
  readonly model: Model;
  readonly explainers: Map<string, Explainer>;
}

export function createModels(progress: Pick<Progress, "shouldStop">): Models {
  const entries = new Map<number, Entry>();
  let last = 0;
  let warnings: Warning[] = [];

  function entryOf(number: unknown): Entry {
    const entry = entries.get(number as number);
    if (entry === undefined) throw new Error(`there is no model ${String(number)} in this session`);
    return entry;
  }

  function prepare(model: Model, options: ExplainOptions): Explainer {
    return createExplainer(model, options, {
      shouldStop: progress.shouldStop,
      onWarning: (warning) => warnings.push(warning),
    });
  }

  return {
    add(model) {
      entries.set(++last, { model, explainers: new Map() });
      return last;
    },
    get: (number) => entryOf(number).model,
    drop: (number) => void entries.delete(number as number),
    explainer(number, options) {
      const { model, explainers } = entryOf(number);
      const key = JSON.stringify(options);
      const known = explainers.get(key);
      if (known !== undefined) return known;
      const explainer = prepare(model, options);
      if (explainers.size >= MOST_EXPLAINERS) explainers.delete(explainers.keys().next().value!);
      explainers.set(key, explainer);
      return explainer;
    },
    takeWarnings() {
      const taken = warnings;
      warnings = [];
      return taken;
    },
  };
}

/** What the other language shows of a model without asking again. */
export function describeModel(model: Model): unknown {
  const { rowCount, features, excluded, warnings, options } = model;
  const { id, time } = wantedNames(model, {});
  return { rowCount, features, excluded, warnings, options, names: { id, time } };
}
