/**
 * Explains rows by the incidents they belong to: strange rows that follow one another with the same cause.
 * `explainIncidents` takes a table; `createIncidentExplainer` takes piece after piece, and tells each incident when it
 * is over.
 */

import { createExplainer, type ExplainHooks } from "./explain.js";
import { createRowHistory, type ExplainOptions, type RowHistory } from "./explaining/index.js";
import {
  createTableFold,
  describeIncident,
  type Incident,
  type IncidentCounts,
  type IncidentOptions,
  warnOfUnordered,
} from "./incidents/index.js";
import type { Model } from "./model/index.js";
import {
  countUnreadMoments,
  placeInInput,
  type RowSources,
  sourceAt,
  wantedNames,
  warnOfUnread,
} from "./presenting/index.js";
import { asTable, type Table, withClock, withDaysTold } from "./table/index.js";

export interface ExplainIncidentsOptions extends ExplainOptions, IncidentOptions {}

/** What was found in all rows. */
export interface Incidents {
  readonly counts: IncidentCounts;
  readonly incidents: readonly Incident[];
}

/** Where the rows of a piece stand in the input. */
export interface InputRows {
  /** Their numbers; absent: they follow on those before. */
  readonly rows?: ArrayLike<number>;
  /** Their files, where there are several. */
  readonly sources?: RowSources | null;
}

export interface IncidentExplainer {
  /** The incidents that are over. */
  add(table: Table | readonly object[], input?: InputRows): readonly Incident[];
  /** All others. */
  finish(): readonly Incident[];
  counts(): IncidentCounts;
}

// biome-ignore lint/complexity/useMaxParams: public, as explain
export function explainIncidents(
  model: Model,
  rows: Table | readonly object[],
  options: ExplainIncidentsOptions = {},
  hooks: ExplainHooks = {},
): Incidents {
  const explainer = openIncidentExplainer(model, options, { hooks, history: null });
  const incidents = [...explainer.add(rows), ...explainer.finish()];
  return { counts: explainer.counts(), incidents };
}

export function createIncidentExplainer(
  model: Model,
  options: ExplainIncidentsOptions = {},
  hooks: ExplainHooks = {},
): IncidentExplainer {
  const { time, context } = options;
  return openIncidentExplainer(model, options, { hooks, history: createRowHistory(model, { time, context }) });
}

interface IncidentWork {
  readonly hooks: ExplainHooks;
  /** What rows of one piece know of those before; null: there is one piece, whatever its order. */
  readonly history: RowHistory | null;
}

function openIncidentExplainer(
  model: Model,
  { by, gap, lateness, ...explain }: ExplainIncidentsOptions,
  { hooks, history }: IncidentWork,
): IncidentExplainer {
  const explainer = createExplainer(model, explain, hooks);
  const fold = createTableFold(model, explain, { by, gap, lateness });
  const byColumn = by ?? null;
  const names = wantedNames(model, explain);
  const unread = countUnreadMoments(names);
  let next = 0;
  let isTold = false;

  /** Once: rows without a moment have no place in time. */
  function tellUnread(table: Table): void {
    if (isTold) return;
    unread.add(table);
    for (const warning of warnOfUnread(unread)) {
      hooks.onWarning?.(warning);
      isTold = true;
    }
  }

  return {
    add(batch, { rows, sources = null } = {}) {
      if (Array.isArray(batch) && batch.length === 0) return []; // without an object there are no keys to look at
      const explanations = explainer(history?.extend(batch) ?? batch);
      const whole = withClock(asTable(batch), names.dayAndClock);
      const table = history === null ? withDaysTold(whole, names.time) : whole;
      tellUnread(table);
      const numbers = rows ?? Array.from({ length: table.rowCount }, (_, at) => next + at);
      next += table.rowCount;
      const placed = explanations.map((each) => {
        const { row: at } = each;
        return [at, placeInInput(each, numbers[at]!, sourceAt(sources, at))] as const;
      });
      const isFirst = fold.placed() === null;
      const { found } = fold.add(table, numbers, new Map(placed));
      if (isFirst) for (const warning of warnOfUnordered(model, fold.placed())) hooks.onWarning?.(warning);
      return found.map((each) => describeIncident(each, byColumn));
    },
    finish: () => fold.finish().map((found) => describeIncident(found, byColumn)),
    counts: () => fold.counts(),
  };
}
