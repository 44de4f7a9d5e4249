/**
 * An Incident as it is written: from when to when, how many rows, the suspects with their shares, the rule that says it
 * best for the whole, how it began and developed, its worst rows, and all that in a few sentences.
 */

import { compareText } from "../base/index.js";
import { type Explanation, formatCountOf, type PublicRule, quoted } from "../presenting/index.js";
import { type CellValue, formatDuration } from "../table/index.js";
import { causeWords, describePhases } from "./cause-words.js";
import { type Episode, type RuleTally, shareOf } from "./episode.js";
import type { FoundIncident } from "./fold-types.js";
import { findPhases, type Phase } from "./phases.js";
import { sortedStretches } from "./stretches.js";

export interface Incident {
  /** From 0, in the order in which incidents were over. */
  readonly incident: number;
  /**
   * Its main suspect and how that deviates in most rows: "Outflow too low"; "Various causes, most often Outflow too
   * low" where it is the first suspect in less than a quarter of them.
   */
  readonly what: string;
  /** By column, where rows of several machines are told apart; absent: they are not. */
  readonly by?: Readonly<Record<string, CellValue>>;
  /** When its first and last row were, as the rows say it; null: not known. */
  readonly from: string | null;
  readonly to: string | null;
  /** Rows in it. */
  readonly count: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly worstRow: number;
  /** Of the worst row; null with method "paper". */
  readonly strength: number | null;
  /** Most suspect first; empty: no feature stands out. */
  readonly features: readonly IncidentSuspect[];
  /**
   * Best first: broken by most rows, each weighted by the blame of what the rule is about; rules of the first suspect
   * come first. None that less than a tenth of the rows break.
   */
  readonly rules: readonly IncidentRule[];
  /** Its first row. */
  readonly began: { readonly row: number; readonly feature: string | null; readonly text: string };
  readonly phases: readonly IncidentPhase[];
  /** The worst rows, worst first; their features are those that are accused. */
  readonly rows: readonly Explanation[];
  readonly text: string;
}

export interface IncidentSuspect {
  readonly feature: string;
  /** Share of the blame of all its rows. */
  readonly share: number;
  /** Rows that accuse it, and in which it is the first suspect. */
  readonly accused: number;
  readonly leads: number;
}

export interface IncidentRule extends PublicRule {
  /** Rows of the incident that break it. */
  readonly broken: number;
}

/** A time in which one suspect led. */
export interface IncidentPhase {
  readonly from: string | null;
  readonly to: string | null;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly count: number;
  /** The first suspect of most of its rows, and how it deviates; null: no feature stood out. */
  readonly feature: string | null;
  readonly deviation: string | null;
  readonly text: string;
}

/** Rules that are told. */
const MOST_RULES = 3;
/** A rule that fewer rows of the incident break says nothing about it as a whole. */
const LEAST_BROKEN = 0.1;
/** Of an incident whose main suspect is the first one in a smaller share of its rows, nothing is the cause. */
const LEAST_LED = 0.25;

/** `byColumn`: what tells machines apart; null: there is one. */
export function describeIncident(found: FoundIncident, byColumn: string | null): Incident {
  const { whole, number, by } = found;
  const { first, last, count } = whole;
  const worst = whole.worst[0]!.mark;
  const features = suspectsOf(whole);
  const stretches = sortedStretches(whole.stretches);
  const rules = rulesOf(whole, features[0]?.feature ?? null);
  const phases = findPhases(stretches).map(toIncidentPhase);
  const suspect = first.explanation.features[0];
  const began = suspect?.source ?? suspect?.feature ?? null;
  const told: Omit<Incident, "text"> = {
    incident: number,
    what: headlineOf(whole, features[0]),
    ...(byColumn === null ? {} : { by: { [byColumn]: by } }),
    from: first.mark.time,
    to: last.time,
    count,
    firstRow: first.mark.row,
    lastRow: last.row,
    worstRow: worst.row,
    strength: worst.strength,
    features,
    rules,
    began: { row: first.mark.row, feature: began, text: first.explanation.text },
    phases,
    rows: whole.worst.map(({ explanation }) => explanation),
  };
  return { ...told, text: describeWhole(told, lengthOf(found)) };
}

/** Those that are accused: who leads some rows first, then by share, then by name. */
function suspectsOf(whole: Episode): readonly IncidentSuspect[] {
  return [...whole.features]
    .filter(([, { accused }]) => accused > 0)
    .map(([feature, { accused, leads }]) => ({ feature, share: shareOf(whole, feature), accused, leads }))
    .sort((a, b) => isLead(b) - isLead(a) || b.share - a.share || compareText(a.feature, b.feature));
}

function isLead({ leads }: IncidentSuspect): number {
  return Number(leads > 0);
}

function rulesOf({ rules, count: rows }: Episode, lead: string | null): readonly IncidentRule[] {
  const isOfLead = ({ feature }: RuleTally): number => Number(feature === lead);
  return [...rules.values()]
    .filter(({ count }) => count >= LEAST_BROKEN * rows)
    .sort((a, b) => isOfLead(b) - isOfLead(a) || b.units - a.units || compareText(a.rule.id, b.rule.id))
    .slice(0, MOST_RULES)
    .map(({ rule, count }) => ({ ...rule, broken: count }));
}

function toIncidentPhase({ cause, count, first, last }: Phase): IncidentPhase {
  const isOfCause = first.feature === cause?.feature && last.feature === cause?.feature;
  const change =
    isOfCause && typeof first.observed === "number" && typeof last.observed === "number"
      ? { from: first.observed, to: last.observed }
      : null;
  return {
    from: first.time,
    to: last.time,
    firstRow: first.row,
    lastRow: last.row,
    count,
    feature: cause?.feature ?? null,
    deviation: cause?.deviation ?? null,
    text: causeWords(cause, change),
  };
}

/** In milliseconds; null: not known. */
function lengthOf({ whole, kind }: FoundIncident): number | null {
  return kind === "timed" ? whole.last.place - whole.first.mark.place : null;
}

function describeWhole(told: Omit<Incident, "text">, length: number | null): string {
  const rule = told.count === 1 ? undefined : told.rules[0];
  return [
    `${told.what}: ${spanOf(told, length)}.`,
    rule === undefined ? "" : `It breaks ${rule.text} in ${formatCountOf(rule.broken, "row")}.`,
    describePhases(told.phases),
    told.count === 1 ? told.rows[0]!.text : `Worst is row ${told.worstRow}: ${told.rows[0]!.text}`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The deviation of the main suspect in most of the rows that it leads, of equal ones the first by name. */
function headlineOf({ stretches, count: rows }: Episode, main: IncidentSuspect | undefined): string {
  if (main === undefined) return "No feature stands out";
  const { feature: lead, leads } = main;
  const counts = new Map<string, number>();
  for (const { causes } of sortedStretches(stretches)) {
    for (const { cause, count } of causes.values())
      if (cause?.feature === lead) counts.set(cause.deviation, (counts.get(cause.deviation) ?? 0) + count);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  if (most === undefined) return `${quoted(lead)} unusual`;
  const words = causeWords({ feature: lead, deviation: most[0] }, null);
  return leads < LEAST_LED * rows ? `Various causes, most often ${words}` : words;
}

/** "401 rows in 43 min, 2026-05-10T22:52:00Z to 2026-05-10T23:35:00Z", "row 17", "12 rows, 17 to 40". */
function spanOf({ count, from, to, firstRow, lastRow }: Omit<Incident, "text">, length: number | null): string {
  if (count === 1) return from === null ? `row ${firstRow}` : `row ${firstRow}, ${from}`;
  const rows = formatCountOf(count, "row");
  if (length === null) return `${rows}, ${firstRow} to ${lastRow}`;
  return length === 0 ? `${rows} at ${from}` : `${rows} in ${formatDuration(length)}, ${from} to ${to}`;
}
