/** Incidents of a request, batch by batch, as the command line tells them. */
import {
  createTableFold,
  describeCounts,
  describeIncident,
  type FoundIncident,
  type IncidentCounts,
  type IncidentOptions,
  ndjsonIncidents,
  type RowChoice,
} from "../core/incidents/index.js";
import type { Model, Warning } from "../core/model/index.js";
import {
  countUnreadMoments,
  type Explanation,
  placeInInput,
  wantedNames,
  warnOfUnread,
} from "../core/presenting/index.js";
import type { Table } from "../core/table/index.js";

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
