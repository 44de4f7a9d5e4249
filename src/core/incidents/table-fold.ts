/**
 * Tables of explained rows into a fold of incidents: with the columns that say when a row was and which machine it is
 * from, as the first table has them.
 */
import type { ExplainOptions } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import { type Explanation, namesAmong, wantedNames } from "../presenting/index.js";
import type { Table } from "../table/index.js";
import type { FoundIncident, IncidentCounts, IncidentFold } from "./fold-types.js";
import { createIncidentFold } from "./incident-fold.js";
import { type IncidentOptions, resolveIncidentOptions } from "./incident-options.js";
import { createRowPlacer, type PlaceColumns, type RowPlace, type RowPlacer } from "./place-rows.js";

export interface TableFold {
  /** `explanations` by the place of their row in the table, `rows` the numbers of its rows in the input. */
  add(table: Table, rows: ArrayLike<number>, explanations: ReadonlyMap<number, Explanation>): PlacedRows;
  finish(): readonly FoundIncident[];
  counts(): IncidentCounts;
  /** How rows are placed; null: there was no table yet. */
  placed(): PlacedBy | null;
}

interface PlacedRows {
  /** Incidents that are over. */
  readonly found: readonly FoundIncident[];
  /** One for each row of the table. */
  readonly places: readonly RowPlace[];
}

export interface PlacedBy extends PlaceColumns {
  /** Milliseconds or rows; null: not known. */
  readonly gap: number | null;
}

interface Started {
  readonly fold: IncidentFold;
  readonly columns: PlaceColumns;
  readonly placer: RowPlacer;
}

const NO_ROWS: IncidentCounts = { rows: 0, strange: 0, incidents: 0, told: 0, passedOver: 0, timeless: 0, late: 0 };

/** What of the options of explaining incidents depend on. */
export interface RowChoice extends Pick<ExplainOptions, "anomaly" | "minStrength" | "id" | "time"> {
  /** Whether the rows that come are those that somebody chose, such as by a detector's flag where they were read. */
  readonly areChosen?: boolean | undefined;
}

interface TableFoldOptions extends IncidentOptions {
  /** See IncidentFoldOptions; absent: false. */
  readonly hasParts?: boolean;
}

export function createTableFold(
  model: Model,
  explain: RowChoice,
  { hasParts = false, ...options }: TableFoldOptions,
): TableFold {
  const wanted = wantedNames(model, explain);
  const isChosen = explain.areChosen === true || explain.anomaly !== undefined || explain.minStrength !== undefined;
  let started: Started | null = null;

  function start(table: Table): Started {
    const names = table.columns.map(({ name }) => name);
    const { time } = namesAmong(wanted, [...names, ...wanted.required]);
    const settings = resolveIncidentOptions(options, model, { time, isChosen });
    const columns = { time, days: wanted.days, by: options.by ?? null, axis: settings.axis };
    return { fold: createIncidentFold({ ...settings, hasParts }), columns, placer: createRowPlacer(columns) };
  }

  return {
    add(table, rows, explanations) {
      started ??= start(table);
      const { fold, placer } = started;
      const places = placer(table, rows);
      const found = places.flatMap((place, at) =>
        fold.add({ ...place, row: rows[at]!, explanation: explanations.get(at) ?? null }),
      );
      return { found, places };
    },
    finish: () => started?.fold.finish() ?? [],
    counts: () => started?.fold.counts() ?? NO_ROWS,
    placed: () => (started === null ? null : { ...started.columns, gap: started.fold.gap() }),
  };
}
