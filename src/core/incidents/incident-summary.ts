/**
 * Incidents gathered by what is wrong: how often, in how many rows, where. Grows with what can be wrong, not with
 * the incidents.
 */

import {
  csvLine,
  describeNamedRow,
  describeNames,
  escapeMarkdown,
  formatCountOf,
  namesOf,
  type RowNames,
} from "../presenting/index.js";
import type { IncidentCounts } from "./fold-types.js";
import type { Incident } from "./incident.js";
import { describeCounts } from "./incident-formats.js";

export interface IncidentKind {
  /** "Outflow too low". */
  readonly what: string;
  readonly feature: string | null;
  /** The best rule of the incident with most rows; null: none is broken. */
  readonly rule: string | null;
  readonly incidents: number;
  readonly rows: number;
  /** Number and rows of the incident with most rows. */
  readonly largest: number;
  readonly largestRows: number;
  readonly firstRow: number;
  readonly lastRow: number;
  /** The worst row of the incident with most rows, and what it is called. */
  readonly worst: RowNames & { readonly row: number };
}

export interface IncidentSummary {
  readonly counts: IncidentCounts;
  /** Most rows first, then as they were over. */
  readonly kinds: readonly IncidentKind[];
}

interface IncidentSummaryBuilder {
  add(incident: Incident): void;
  finish(counts: IncidentCounts): IncidentSummary;
}

export function createIncidentSummary(): IncidentSummaryBuilder {
  const kinds = new Map<string, IncidentKind>();
  return {
    add(incident) {
      const { what } = incident;
      const known = kinds.get(what);
      kinds.set(what, known === undefined ? startKind(what, incident) : growKind(known, incident));
    },
    finish: (counts) => ({ counts, kinds: [...kinds.values()].sort((a, b) => b.rows - a.rows) }),
  };
}

function startKind(what: string, incident: Incident): IncidentKind {
  const { features, rules, count, firstRow, lastRow } = incident;
  return {
    what,
    feature: features[0]?.feature ?? null,
    rule: rules[0]?.text ?? null,
    incidents: 1,
    rows: count,
    largest: incident.incident,
    largestRows: count,
    firstRow,
    lastRow,
    worst: worstOf(incident),
  };
}

function worstOf({ worstRow, rows }: Incident): IncidentKind["worst"] {
  return { row: worstRow, ...namesOf(rows[0]!) };
}

function growKind(known: IncidentKind, incident: Incident): IncidentKind {
  const { count, rules, firstRow, lastRow } = incident;
  const isLarger = count > known.largestRows;
  return {
    ...known,
    incidents: known.incidents + 1,
    rows: known.rows + count,
    ...(isLarger
      ? {
          largest: incident.incident,
          largestRows: count,
          rule: rules[0]?.text ?? null,
          worst: worstOf(incident),
        }
      : {}),
    firstRow: Math.min(firstRow, known.firstRow),
    lastRow: Math.max(lastRow, known.lastRow),
  };
}

export const INCIDENT_SUMMARY_FORMATS = {
  json: (summary: IncidentSummary): string => `${JSON.stringify(summary, null, 2)}\n`,
  ndjson: ({ kinds }: IncidentSummary): string => kinds.map((kind) => `${JSON.stringify(kind)}\n`).join(""),
  csv: summaryCsv,
  markdown: summaryMarkdown,
} as const satisfies Readonly<Record<string, (summary: IncidentSummary) => string>>;

const COLUMNS = [
  "incidents",
  "rows",
  "what",
  "feature",
  "rule",
  "largest",
  "largestRows",
  "firstRow",
  "lastRow",
] as const satisfies readonly (keyof IncidentKind)[];

function summaryCsv({ kinds }: IncidentSummary): string {
  const lines = kinds.map((kind) => {
    const { worst } = kind;
    return csvLine([...COLUMNS.map((name) => kind[name]), worst.row, describeNames(worst, String)]);
  });
  return csvLine([...COLUMNS, "worstRow", "worstName"]) + lines.join("");
}

function summaryMarkdown({ counts, kinds }: IncidentSummary): string {
  const lines = kinds.map((kind) => {
    const { incidents, rows, what, rule, largest, largestRows, worst } = kind;
    const cells = [
      incidents,
      rows,
      escapeMarkdown(what),
      escapeMarkdown(rule ?? ""),
      `incident ${largest}, ${formatCountOf(largestRows, "row")}, worst ${describeNamedRow(worst.row, worst, escapeMarkdown)}`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `# ${describeCounts(counts)}`,
    "",
    "| incidents | rows | what | rule | largest |",
    "| ---: | ---: | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}
