/**
 * Follows the rows of a report into incidents, where they stand in an order: by a column of moments, or as learning
 * rows did. Where the rows turn out to come in no order of time, the report goes on without incidents.
 */
import { InputError } from "../core/base/index.js";
import {
  createTableFold,
  type IncidentOptions,
  type RowChoice,
  type RowPlace,
  type TableFold,
} from "../core/incidents/index.js";
import type { Model } from "../core/model/index.js";
import { type Explanation, wantedNames } from "../core/presenting/index.js";
import { createTableReader, type Table } from "../core/table/index.js";
import type { ReportIncidents } from "./report.js";
import { createIncidentCollector } from "./report-incidents.js";
import { createTrends } from "./trends.js";

/** What of a card tells its incident. */
export interface PlacedCard {
  readonly explanation: Explanation;
  readonly isStrange: boolean;
  /** null: rows stand in no order. */
  readonly place: RowPlace | null;
}

interface IncidentFollower {
  /** The places of the table's rows; null: they stand in no order. */
  add(
    table: Table,
    rows: ArrayLike<number>,
    explanations: ReadonlyMap<number, Explanation>,
  ): readonly RowPlace[] | null;
  finish(): FollowedIncidents;
}

interface FollowedIncidents {
  readonly incidents: ReportIncidents | null;
  /** Whether there are none since rows come in no order of time. */
  readonly isUnordered: boolean;
  /** Place among the incidents shown; null: in none of them. */
  readonly incidentOf: (card: PlacedCard) => number | null;
}

const NO_INCIDENTS: FollowedIncidents = { incidents: null, isUnordered: false, incidentOf: () => null };

export function followIncidents(model: Model, explain: RowChoice, options: IncidentOptions): IncidentFollower {
  const collector = createIncidentCollector(options.by ?? null);
  const trends = createTrends(model.features.length);
  const read = createTableReader(model.features, [], () => {});
  const names = model.features.map(({ name }) => name);
  let fold: TableFold | null | undefined;
  let isUnordered = false;

  function orNone<Result>(work: () => Result): Result | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InputError) || error.code !== "GAP_UNKNOWN") throw error;
      fold = null;
      isUnordered = true;
      return null;
    }
  }

  return {
    add(table, rows, explanations) {
      if (fold === undefined)
        fold = areOrdered(table, model, { explain, incidents: options })
          ? createTableFold(model, explain, { ...options, hasParts: true })
          : null;
      if (fold === null || table.rowCount === 0) return null;
      const placed = orNone(() => fold!.add(table, rows, explanations));
      if (placed === null) return null;
      collector.add(placed.found);
      trends.add(read(table).encoded, placed.places);
      return placed.places;
    },
    finish() {
      if (!fold) return { ...NO_INCIDENTS, isUnordered };
      const rest = orNone(() => fold!.finish());
      if (rest === null) return { ...NO_INCIDENTS, isUnordered };
      collector.add(rest);
      const incidents = collector.finish(fold, trends, names);
      const incidentOf = ({ place, explanation, isStrange }: PlacedCard): number | null => {
        if (place === null || !isStrange) return null;
        const first = explanation.features.find(({ expected }) => expected !== null);
        return collector.placeOf(place, first?.source ?? first?.feature ?? null);
      };
      return { incidents, isUnordered, incidentOf };
    },
  };
}

/**
 * Whether there is a time, or rows depended on their neighbours when the model was learnt, or somebody says how to go
 * on.
 */
function areOrdered(
  table: Table,
  model: Model,
  { explain, incidents: { by, gap } }: { readonly explain: RowChoice; readonly incidents: IncidentOptions },
): boolean {
  const { time } = wantedNames(model, explain);
  const hasTime = table.columns.some(({ name }) => name === time);
  return hasTime || model.order?.by === "file" || by !== undefined || gap !== undefined;
}
