/**
 * CSV for spreadsheets (RFC 4180). Text that a spreadsheet would take for a formula (it begins with = + - @, a tab or a
 * carriage return) gets an apostrophe in front; numbers stay numbers.
 */
import type { Explanation } from "./explanation.js";
import type { ExplanationFormat } from "./explanation-format.js";
import { formatPublicPredicate } from "./format-predicate.js";
import type { PublicRule } from "./public-rule.js";

export type CsvCell = string | number | boolean | null;

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

const RULE_COLUMNS = [
  "source",
  "rule",
  "antecedentCount",
  "supportCount",
  "support",
  "confidence",
  "confidenceLow",
  "score",
] as const;

const EXPLANATION_COLUMNS = [
  "row",
  "rank",
  "feature",
  "blame",
  "observed",
  "expected",
  ...RULE_COLUMNS,
  "text",
  "strength",
];

/** One line for each suspect with a rule, at least one for each row. New columns come last, so that none moves. */
export const csvFormat: ExplanationFormat = {
  head: csvLine(EXPLANATION_COLUMNS),
  row: (explanation) => explanationLines(explanation).map(csvLine).join(""),
  tail: "",
};

export const RULES_CSV_HEAD = csvLine(RULE_COLUMNS);

export function ruleCsvLine(rule: PublicRule): string {
  return csvLine(ruleCells(rule));
}

function explanationLines(explanation: Explanation): CsvCell[][] {
  const { row, text, strength } = explanation;
  const lines = explanation.features.flatMap((suspect, index): CsvCell[][] => {
    if (suspect.rule === null && index > 0) return [];
    const { feature, blame, observed } = suspect;
    const expected = suspect.expected === null ? "" : formatPublicPredicate(suspect.expected);
    const rule = suspect.rule === null ? null : explanation.rules[suspect.rule]!;
    return [[row, index + 1, feature, blame, observed, expected, ...ruleCells(rule), text, strength]];
  });
  const nothing = new Array<CsvCell>(EXPLANATION_COLUMNS.length - 3).fill("");
  return lines.length > 0 ? lines : [[row, ...nothing, text, strength]];
}

function ruleCells(rule: PublicRule | null): CsvCell[] {
  if (rule === null) return RULE_COLUMNS.map(() => "");
  return RULE_COLUMNS.map((name) => (name === "rule" ? rule.text : rule[name]));
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
