/**
 * Which rows of a report the filters leave: how many of all that were explained, and the cards of those that have one.
 * Pure.
 */
import { describeNames, formatNeverSeen } from "../../src/core/presenting/index.js";
import { shownRule } from "../../src/report/expected-text.js";
import type { Report, ReportCard, ReportCause } from "../../src/report/report.js";
import { isStrange } from "../../src/report/symptom.js";
import { formatMoment } from "./moments.js";

const SORTS = ["strength", "row"] as const;
export type Sort = (typeof SORTS)[number];

/** from ≤ moment < to, in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface CardFilter {
  /**
   * "row 17", or words that must all occur in the sentence, the values, the row's number or its names. Looks at cards
   * only.
   */
  readonly search: string;
  /** The first suspect; null: any. */
  readonly suspect: string | null;
  /** Place in the report's symptoms; null: any. */
  readonly symptom: number | null;
  /** Place in the report's causes; null: any. */
  readonly cause: number | null;
  /** Place among the incidents shown; it goes with no other filter but the search; null: any row. */
  readonly incident: number | null;
  /** Strange rows of this time, as the time line has them, whose edges these are; null: any row. */
  readonly range: TimeRange | null;
  readonly sort: Sort;
}

export const NO_FILTER: CardFilter = {
  search: "",
  suspect: null,
  symptom: null,
  cause: null,
  incident: null,
  range: null,
  sort: "strength",
};

export function isFiltered(filter: CardFilter): boolean {
  const { suspect, symptom, cause, incident, range } = filter;
  const parts = [suspect, symptom, cause, incident, range];
  return isSearched(filter) || parts.some((part) => part !== null);
}

/** A filter with some parts changed. What is asked of an incident cannot be counted together with anything else. */
export function changeFilter(filter: CardFilter, part: Partial<CardFilter>): CardFilter {
  const { search, sort } = filter;
  if (typeof part.incident === "number") return { ...NO_FILTER, search, sort, ...part };
  const isOther = ["suspect", "symptom", "cause", "range"].some((name) => name in part);
  return { ...filter, ...(isOther ? { incident: null } : {}), ...part };
}

export function isSearched({ search }: CardFilter): boolean {
  return search.trim() !== "";
}

/** Rows that the filters leave, the search aside: of rows without a card there is nothing to search in. */
export function countRows(report: Report, filter: CardFilter): number {
  if (filter.incident !== null) return report.incidents?.shown[filter.incident]?.incident.count ?? 0;
  const isWanted = wantedCauses(report, filter);
  const { causes, moments } = report;
  if (filter.range === null) return causes.reduce((sum, { count }, cause) => sum + (isWanted[cause]! ? count : 0), 0);
  const { from, to } = filter.range;
  return moments.stretches.reduce((sum, stretch, at) => {
    const moment = moments.from + stretch * moments.step;
    return sum + (isWanted[moments.causes[at]!]! && from <= moment && moment < to ? moments.counts[at]! : 0);
  }, 0);
}

/** In the order that the filter asks for. */
export function findCards(report: Report, filter: CardFilter): readonly ReportCard[] {
  const isWanted = wantedCauses(report, filter);
  const isFound = searchTest(filter.search);
  const { range, incident } = filter;
  const cards = report.cards.filter(
    (card) =>
      isWanted[card.cause]! &&
      (range === null || isWithin(card, range)) &&
      (incident === null || card.incident === incident) &&
      isFound(card),
  );
  if (filter.sort === "row") cards.sort((a, b) => a.explanation.row - b.explanation.row);
  return cards;
}

/** For each cause of the report whether its rows are asked for; the time is not looked at. */
export function wantedCauses({ causes, symptoms }: Report, filter: CardFilter): readonly boolean[] {
  return causes.map(
    ({ symptom }, cause) =>
      (filter.symptom === null || symptom === filter.symptom) &&
      (filter.cause === null || cause === filter.cause) &&
      (filter.suspect === null || symptoms[symptom]!.sensor === filter.suspect),
  );
}

/** The rule of a cause as people read it; without one, that its value was never seen, or what else is odd about it. */
export function ruleName({ rule, neverSeenIn, mostDecimals }: NamedCause): string {
  if (rule !== null) return shownRule(rule);
  return neverSeenIn === null
    ? "unlike the most similar normal rows"
    : formatNeverSeen(neverSeenIn, mostDecimals ?? null);
}

type NamedCause = Pick<ReportCause, "rule" | "neverSeenIn" | "mostDecimals">;

function isWithin({ time, explanation }: ReportCard, { from, to }: TimeRange): boolean {
  return time !== null && from <= time && time < to && isStrange(explanation);
}

function searchTest(search: string): (card: ReportCard) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const [, row] = /^row (\d+)$/.exec(words.join(" ")) ?? [];
  if (row !== undefined) return ({ explanation }) => explanation.row === Number(row);
  return ({ explanation, cells, time }) => {
    const when = time === null ? "" : formatMoment(time);
    const text =
      words.length === 0
        ? ""
        : `row ${explanation.row} ${describeNames(explanation, String)} ${when} ${explanation.text} ${cells.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
