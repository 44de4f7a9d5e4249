/** Rules for people: a table with nothing abbreviated, as CSV or Markdown. */
import { type NamedPredicate, namesIn } from "../predicates/index.js";
import { csvLine, escapeMarkdown, formatPublicPredicate, formatShare, type TableCell } from "../presenting/index.js";
import type { ExportedRule } from "./exported-rules.js";

const RULE_TABLE_COLUMNS = [
  "id",
  "source",
  "feature",
  "conditions",
  "min",
  "max",
  "maxInclusive",
  "values",
  "seenMin",
  "seenMax",
  "supportCount",
  "antecedentCount",
  "confidence",
  "confidenceLow",
  "notChecked",
] as const;

/** Least and greatest value of the learning rows, by feature; null: no number. */
export type SeenOf = (feature: string) => { readonly min: number; readonly max: number } | null;

export function rulesAsCsv(rules: readonly ExportedRule[], seenOf: SeenOf): string {
  return csvLine(RULE_TABLE_COLUMNS) + rules.map((exported) => csvLine(cellsOf(exported, seenOf))).join("");
}

function cellsOf({ rule, exceptions }: ExportedRule, seenOf: SeenOf): TableCell[] {
  const { consequent } = rule;
  const isRange = "min" in consequent;
  const seen = isRange ? seenOf(consequent.feature) : null;
  return [
    rule.id,
    rule.source,
    namesIn(consequent).join(" or "),
    rule.antecedent.map(whole).join(" and "),
    isRange ? consequent.min : null,
    isRange ? consequent.max : null,
    isRange && consequent.max !== null ? consequent.maxInclusive === true : null,
    "in" in consequent ? JSON.stringify(consequent.in) : "anyOf" in consequent ? whole(consequent) : null,
    seen?.min ?? null,
    seen?.max ?? null,
    rule.supportCount,
    rule.antecedentCount,
    rule.confidence,
    rule.confidenceLow,
    exceptions.map((when) => when.map(whole).join(" and ")).join("; ") || null,
  ];
}

export function rulesAsMarkdown(rules: readonly ExportedRule[], head: readonly string[], seenOf: SeenOf): string {
  const lines = rules.map(({ rule, exceptions }) => {
    const { consequent } = rule;
    const seen = "min" in consequent ? seenOf(consequent.feature) : null;
    const muted = exceptions.map((when) => ` (not where ${when.map(whole).join(" and ")})`).join("");
    const cells = [
      rule.id,
      rule.antecedent.map(whole).join(" and ") || "always",
      `${whole(consequent)}${muted}`,
      seen === null ? "" : `${seen.min} to ${seen.max}`,
      `${rule.supportCount} of ${rule.antecedentCount}`,
      `at least ${formatShare(rule.confidenceLow)}`,
      rule.source,
    ];
    return `| ${cells.map(escapeMarkdown).join(" | ")} |`;
  });
  return [
    "# Rules",
    "",
    ...head.map((line) => `${escapeMarkdown(line)}  `),
    "",
    "| id | when | then | seen | true in | with 95 % certainty | source |",
    "| --- | --- | --- | --- | ---: | ---: | --- |",
    ...lines,
    "",
  ].join("\n");
}

function whole(predicate: NamedPredicate): string {
  return formatPublicPredicate(predicate, { sets: "whole" });
}
