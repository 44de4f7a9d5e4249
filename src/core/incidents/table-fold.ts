/**
 * Tables of explained rows into a fold of incidents: with the columns that say when a row was and which machine it is from, as
 * the first table has them.
 */
import type { ExplainOptions } from "../explaining/explain-options.js";
import type { Model } from "../model/model.js";
import type { Explanation } from "../presenting/explanation.js";
import { namesAmong, wantedNames } from "../presenting/row-names.js";
import type { Table } from "../table/table.js";
import {
  createIncidentFold,
  type FoundIncident,
  type IncidentCounts,
  type IncidentFold,
  type IncidentFoldOptions,
} from "./incident-fold.js";
import { type IncidentOptions, resolveIncidentOptions } from "./incident-options.js";
import { type PlaceColumns, placeRows, type RowPlace } from "./place-rows.js";

export interface TableFold {
  /** `explanations` of rows of the table, whose numbers are those of the input; `places`: where each of them stands in the table. */
  add(table: Table, rows: ArrayLike<number>, explanations: ReadonlyMap<number, Explanation>): readonly FoundIncident[];
  finish(): readonly FoundIncident[];
  counts(): IncidentCounts;
  /** How rows are placed; null: there was no table yet. */
  placed(): PlacedBy | null;
}

export interface PlacedBy extends PlaceColumns {
  readonly axis: IncidentFoldOptions["axis"];
  /** Milliseconds or rows; null: not known. */
  readonly gap: number | null;
}

const NO_ROWS: IncidentCounts = { rows: 0, strange: 0, incidents: 0, told: 0, passedOver: 0, timeless: 0, late: 0 };

export function createTableFold(
  model: Model,
  explain: Pick<ExplainOptions, "anomaly" | "minStrength" | "id" | "time">,
  options: IncidentOptions,
): TableFold {
  const wanted = wantedNames(model, explain);
  const isChosen = explain.anomaly !== undefined || explain.minStrength !== undefined;
  const by = options.by ?? null;
  let started: {
    readonly fold: IncidentFold;
    readonly columns: PlaceColumns;
    readonly settings: IncidentFoldOptions;
  } | null = null;

  function start(table: Table): NonNullable<typeof started> {
    const names = table.columns.map(({ name }) => name);
    const { time } = namesAmong(wanted, [...names, ...wanted.required]);
    const settings = resolveIncidentOptions(options, model, { time, isChosen });
    return { fold: createIncidentFold(settings), columns: { time, by }, settings };
  }

  return {
    add(table, rows, explanations) {
      started ??= start(table);
      const { fold, columns } = started;
      const placeOf = placeRows(table, columns);
      return Array.from({ length: table.rowCount }, (_, at) => at).flatMap((at) => {
        const place: RowPlace = placeOf(at);
        return fold.add({ ...place, row: rows[at]!, explanation: explanations.get(at) ?? null });
      });
    },
    finish: () => started?.fold.finish() ?? [],
    counts: () => started?.fold.counts() ?? NO_ROWS,
    placed: () =>
      started === null ? null : { ...started.columns, axis: started.settings.axis, gap: started.fold.gap() },
  };
}
