/** Incidents of a request, batch by batch, as the command line tells them. */
import type { FoundIncident, IncidentCounts } from "../core/incidents/fold-types.js";
import { describeIncident } from "../core/incidents/incident.js";
import { describeCounts, ndjsonIncidents } from "../core/incidents/incident-formats.js";
import type { IncidentOptions } from "../core/incidents/incident-options.js";
import { createTableFold, type RowChoice } from "../core/incidents/table-fold.js";
import type { Model, Warning } from "../core/model/model.js";
import { type Explanation, placeInInput } from "../core/presenting/explanation.js";
import { wantedNames } from "../core/presenting/row-names.js";
import { countUnreadMoments, warnOfUnread } from "../core/presenting/unread-moments.js";
import type { Table } from "../core/table/table.js";

interface IncidentTeller {
  /** `numbers` are those of the table's rows in the sender's whole table. */
  add(table: Table, numbers: Float64Array, explanations: readonly Explanation[]): void;
  finish(): ToldIncidents;
}

interface ToldIncidents {
  /** One object of JSON each. */
  readonly lines: string;
  readonly counts: IncidentCounts;
  /** The counts in a sentence. */
  readonly summary: string;
  /** Of moments that cannot be read. */
  readonly warnings: readonly Warning[];
}

export function tellIncidents(model: Model, choice: RowChoice, options: IncidentOptions): IncidentTeller {
  const fold = createTableFold(model, choice, options);
  const unread = countUnreadMoments(wantedNames(model, choice));
  const lines: string[] = [];
  const write = (found: readonly FoundIncident[]): void => {
    for (const each of found) {
      const incident = describeIncident(each, options.by ?? null);
      lines.push(ndjsonIncidents.incident(incident, lines.length));
    }
  };
  return {
    add(table, numbers, explanations) {
      const placed = explanations.map((each) => [each.row, placeInInput(each, numbers[each.row]!, null)] as const);
      unread.add(table);
      write(fold.add(table, numbers, new Map(placed)).found);
    },
    finish() {
      write(fold.finish());
      const counts = fold.counts();
      return { lines: lines.join(""), counts, summary: describeCounts(counts), warnings: warnOfUnread(unread) };
    },
  };
}
