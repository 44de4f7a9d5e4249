/** The models of a session by number, each with the explainers that were asked for. */
import { createBlameFinder, createExplainer, type Explainer, type RowFinder } from "../core/explain.js";
import type { ExplainOptions } from "../core/explaining/index.js";
import type { Model, Warning } from "../core/model/index.js";
import { wantedNames } from "../core/presenting/index.js";

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
  /** The same for who wants numbers and no words. */
  finder(number: unknown, options: ExplainOptions): RowFinder;
  /** Warnings of explainers since the last call. */
  takeWarnings(): readonly Warning[];
}

/** Explainers of one model that are remembered. */
const MOST_EXPLAINERS = 4;

interface Entry {
  readonly model: Model;
  readonly explainers: Map<string, Explainer>;
  readonly finders: Map<string, RowFinder>;
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

  const hooks = {
    shouldStop: progress.shouldStop,
    onWarning: (warning: Warning): void => void warnings.push(warning),
  };

  return {
    add(model) {
      entries.set(++last, { model, explainers: new Map(), finders: new Map() });
      return last;
    },
    get: (number) => entryOf(number).model,
    drop: (number) => void entries.delete(number as number),
    explainer(number, options) {
      const { model, explainers } = entryOf(number);
      return remembered(explainers, options, () => createExplainer(model, options, hooks));
    },
    finder(number, options) {
      const { model, finders } = entryOf(number);
      return remembered(finders, options, () => createBlameFinder(model, options, hooks));
    },
    takeWarnings() {
      const taken = warnings;
      warnings = [];
      return taken;
    },
  };
}

/** The one prepared for these options; of many the oldest is forgotten. */
function remembered<Prepared>(
  known: Map<string, Prepared>,
  options: ExplainOptions,
  prepare: () => Prepared,
): Prepared {
  const key = JSON.stringify(options);
  const found = known.get(key);
  if (found !== undefined) return found;
  const prepared = prepare();
  if (known.size >= MOST_EXPLAINERS) known.delete(known.keys().next().value!);
  known.set(key, prepared);
  return prepared;
}

/** What the other language shows of a model without asking again. */
export function describeModel(model: Model): unknown {
  const { rowCount, features, excluded, warnings, options, history } = model;
  const { id, time, dayAndClock } = wantedNames(model, {});
  const past = history === null ? null : { time: history.time, by: history.by };
  return {
    rowCount,
    features,
    excluded,
    warnings,
    options,
    names: { id, time, clock: dayAndClock?.clock ?? null },
    past,
  };
}
