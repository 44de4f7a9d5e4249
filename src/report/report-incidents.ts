/**
 * The incidents of a report: the worst of them with the trend of their main suspect, all of them counted by feature and
 * by rule, and for each card the incident it belongs to.
 */

import {
  describeIncident,
  type FoundIncident,
  type Incident,
  type PlacedBy,
  type RowMark,
  type RowPlace,
  sortedStretches,
  type TableFold,
} from "../core/incidents/index.js";
import { keyOf } from "../core/table/index.js";
import { chooseIncidents } from "./choose-incidents.js";
import type { ReportCounts, ReportIncident, ReportIncidents, ReportTrend } from "./report.js";
import { type Trends, thinOut } from "./trends.js";

/** Incidents that are shown one by one. */
const MOST_INCIDENTS = 300;
/** Points of a trend. */
const MOST_POINTS = 120;

interface IncidentCollector {
  add(found: readonly FoundIncident[]): void;
  finish(fold: TableFold, trends: Trends, features: readonly string[]): ReportIncidents | null;
  /** The place among those shown of the incident that a row with this first suspect belongs to; null: none. */
  placeOf(place: RowPlace, lead: string | null): number | null;
}

interface Collected {
  readonly found: FoundIncident;
  readonly incident: Incident;
}

export function createIncidentCollector(byColumn: string | null): IncidentCollector {
  let worst: Collected[] = [];
  const features = createCounter();
  const rules = createCounter();
  const kinds = createCounter();
  let parts: ReturnType<typeof indexParts> | null = null;
  const choose = (): Collected[] => chooseIncidents(worst, MOST_INCIDENTS);
  return {
    add(found) {
      for (const each of found) {
        const incident = describeIncident(each, byColumn);
        const [first] = incident.features;
        if (first !== undefined) features.count(first.feature, incident.count);
        const [rule] = incident.rules;
        if (rule !== undefined) rules.count(rule.text, rule.broken);
        kinds.count(incident.what, incident.count);
        worst.push({ found: each, incident });
        if (worst.length >= 2 * MOST_INCIDENTS) worst = choose();
      }
    },
    finish(fold, trends, names) {
      const placed = fold.placed();
      if (placed === null) return null;
      const shown = choose().sort((a, b) => beginningOf(a) - beginningOf(b) || a.found.number - b.found.number);
      parts = indexParts(shown.map(({ found }) => found));
      return {
        axis: placed.axis,
        by: placed.by,
        gap: placed.gap,
        counts: fold.counts(),
        features: features.finish(),
        rules: rules.finish(),
        kinds: kinds.finish(),
        shown: shown.map((each) => toReportIncident(each, placed, { trends, names })),
      };
    },
    placeOf: (place, lead) => parts?.(place, lead) ?? null,
  };
}

/** Those without a time come last. */
function beginningOf({ found: { whole, kind } }: Collected): number {
  return kind === "timeless" ? Number.POSITIVE_INFINITY : whole.first.mark.place;
}

function toReportIncident(
  { found, incident }: Collected,
  placed: PlacedBy,
  { trends, names }: { readonly trends: Trends; readonly names: readonly string[] },
): ReportIncident {
  const { whole, kind } = found;
  const hasPlace = kind !== "timeless";
  return {
    incident,
    from: hasPlace ? whole.first.mark.place : null,
    to: hasPlace ? whole.last.place : null,
    trend: hasPlace ? cutTrend({ found, incident }, placed, { trends, names }) : null,
  };
}

/** From well before the incident to well after it. */
function cutTrend(
  { found, incident }: Collected,
  { gap }: PlacedBy,
  { trends, names }: { readonly trends: Trends; readonly names: readonly string[] },
): ReportTrend | null {
  const name = incident.features[0]?.feature;
  const feature = name === undefined ? -1 : names.indexOf(name);
  if (name === undefined || feature < 0) return null;
  const { whole, by } = found;
  const [from, to] = [whole.first.mark.place, whole.last.place];
  const margin = Math.max((to - from) / 2, 2 * (gap ?? 0));
  const window = { by, feature, from: from - margin, to: to + margin };
  const points = thinOut(trends.cut(window), MOST_POINTS);
  const marks = marksOf(found).filter((mark) => mark.feature === name);
  return {
    feature: name,
    from: window.from,
    to: window.to,
    at: points.map(({ at }) => at),
    low: points.map(({ low }) => low),
    high: points.map(({ high }) => high),
    strange: marks.map(({ place, observed }) => ({ at: place, observed })),
    expected: marks.flatMap(({ place, expected }) => (expected === null ? [] : [{ at: place, ...expected }])),
  };
}

/** Each row once, in order of time. */
function marksOf({ whole }: FoundIncident): readonly RowMark[] {
  const marks = sortedStretches(whole.stretches).flatMap(({ first, worst, last }) => [first, worst, last]);
  const byRow = new Map(marks.map((mark) => [mark.row, mark]));
  return [...byRow.values()].sort((a, b) => a.place - b.place || a.row - b.row);
}

function createCounter() {
  const counts = new Map<string, { incidents: number; rows: number }>();
  return {
    count(name: string, rows: number): void {
      const known = counts.get(name) ?? { incidents: 0, rows: 0 };
      counts.set(name, { incidents: known.incidents + 1, rows: known.rows + rows });
    },
    /** Most incidents first, then most rows, then by name. */
    finish: (): ReportCounts[] =>
      [...counts]
        .map(([name, each]) => ({ name, ...each }))
        .sort((a, b) => b.incidents - a.incidents || b.rows - a.rows || (a.name < b.name ? -1 : 1)),
  };
}

/** Finds the incident of a row by its machine, its first suspect and its place. */
function indexParts(shown: readonly FoundIncident[]) {
  const parts = new Map<string, { from: number; to: number; at: number }[]>();
  const keyFor = (by: RowPlace["by"], lead: string | null): string => `${keyOf(by)} ${JSON.stringify(lead)}`;
  const timeless = new Map<string, number>();
  shown.forEach((found, at) => {
    for (const { lead, from, to } of found.parts) {
      const key = keyFor(found.by, lead);
      if (found.kind === "timeless") {
        timeless.set(key, at);
        continue;
      }
      const list = parts.get(key) ?? [];
      list.push({ from, to, at });
      parts.set(key, list);
    }
  });
  return ({ place, by }: RowPlace, lead: string | null): number | null => {
    const key = keyFor(by, lead);
    if (Number.isNaN(place)) return timeless.get(key) ?? null;
    return parts.get(key)?.find(({ from, to }) => from <= place && place <= to)?.at ?? null;
  };
}
