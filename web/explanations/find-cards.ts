/** Which cards of a report are shown, and in which order. Pure. */
import { describeNames } from "../../src/core/presentation/row-names.js";
import { groupOf } from "../../src/core/presentation/summary.js";
import { compareStrength } from "../../src/report/build-report.js";
import { shownRule } from "../../src/report/expected-text.js";
import type { Report, ReportCard, ReportGroup } from "../../src/report/report.js";

export const SORTS = ["strength", "row"] as const;
export type Sort = (typeof SORTS)[number];

export interface CardFilter {
  /** "row 17", or words that must all occur in the sentence, the values, the row's number or its names. */
  readonly search: string;
  /** An accused feature; null: any. */
  readonly feature: string | null;
  /** Place in the report's symptoms; null: any. */
  readonly symptom: number | null;
  /** By which rule the first suspect is wrong, in the words of `ruleName`; null: any. */
  readonly rule: string | null;
  readonly sort: Sort;
}

export const NO_FILTER: CardFilter = { search: "", feature: null, symptom: null, rule: null, sort: "strength" };

export function isFiltered({ search, feature, symptom, rule }: CardFilter): boolean {
  return search.trim() !== "" || feature !== null || symptom !== null || rule !== null;
}

export function findCards(report: Report, filter: CardFilter): readonly ReportCard[] {
  const isFound = searchTest(filter.search);
  const cards = report.cards.filter(
    (card) =>
      (filter.symptom === null || card.symptom === filter.symptom) &&
      (filter.rule === null || ruleName(report.groups[card.group]!) === filter.rule) &&
      (filter.feature === null || isAccused(card, filter.feature)) &&
      isFound(card),
  );
  if (filter.sort === "strength") cards.sort((a, b) => compareStrength(a.explanation, b.explanation));
  return cards;
}

/** The rule of a group as people read it, or that there is none. */
export function ruleName({ rule }: ReportGroup): string {
  return rule === null ? "unlike the most similar normal rows" : shownRule(rule.text);
}

function isAccused({ explanation }: ReportCard, feature: string): boolean {
  return groupOf(explanation).features.includes(feature);
}

function searchTest(search: string): (card: ReportCard) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const [, row] = /^row (\d+)$/.exec(words.join(" ")) ?? [];
  if (row !== undefined) return ({ explanation }) => explanation.row === Number(row);
  return ({ explanation, cells }) => {
    const text =
      words.length === 0
        ? ""
        : `row ${explanation.row} ${describeNames(explanation, String)} ${explanation.text} ${cells.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
