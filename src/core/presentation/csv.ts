/**
 * CSV for spreadsheets (RFC 4180). Text that a spreadsheet would take for a formula (it begins with = + - @, a tab or a
 * carriage return) gets an apostrophe in front; numbers stay numbers.
 */
import type { NamingColumns } from "../table/naming-columns.js";
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

/** New ones come last, so that none moves. */
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
  "suggested",
  "expectedMin",
  "expectedMax",
  "probability",
] as const;

/** One line for each suspect with a rule, at least one for each row. Of what the rows are called it says nothing. */
export const csvFormat: ExplanationFormat = createCsvFormat({ id: [], time: null, hasSources: false });

/** What is written besides the explanations themselves. */
export interface NamedOutput extends NamingColumns {
  /** Whether rows come from several files. */
  readonly hasSources: boolean;
}

/** The same, and the names of rows behind it: each identifier in a column called as it is, `time`, `file` and `fileRow`. */
export function createCsvFormat(names: NamedOutput): ExplanationFormat {
  return {
    head: csvLine(explanationColumns(names)),
    row: (explanation) =>
      explanationRecords(explanation, names)
        .map((record) => csvLine(record))
        .join(""),
    tail: "",
    unfinished: (message) => csvLine([`unfinished: ${message}`]),
  };
}

/** The columns of explanations as one table. An identifier called as another column is has `id.` before its name. */
export function explanationColumns({ id, time, hasSources }: NamedOutput): readonly string[] {
  const others = [...(time === null ? [] : ["time"]), ...(hasSources ? ["file", "fileRow"] : [])];
  const taken: readonly string[] = [...EXPLANATION_COLUMNS, ...others];
  const isTaken = (name: string): boolean => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  return [...EXPLANATION_COLUMNS, ...id.map((name) => (isTaken(name) ? `id.${name}` : name)), ...others];
}

/** An explanation as records of that table. */
export function explanationRecords(explanation: Explanation, names: NamedOutput): readonly (readonly CsvCell[])[] {
  const called = nameCells(explanation, names);
  const lines = explanation.features.flatMap((suspect, index) =>
    suspect.rule === null && index > 0 ? [] : [[...suspectCells(explanation, index), ...called]],
  );
  return lines.length > 0 ? lines : [[...cellsWithoutSuspect(explanation), ...called]];
}

export const RULES_CSV_HEAD = csvLine(RULE_COLUMNS);

export function ruleCsvLine(rule: PublicRule): string {
  return csvLine(ruleCells(rule));
}

function suspectCells(explanation: Explanation, index: number): CsvCell[] {
  const { feature, blame, observed, expected, rule, suggested, probability } = explanation.features[index]!;
  const isRange = expected !== null && "min" in expected;
  return [
    explanation.row,
    index + 1,
    feature,
    blame,
    observed,
    expected === null ? null : formatPublicPredicate(expected, { sets: "whole" }),
    ...ruleCells(rule === null ? null : explanation.rules[rule]!),
    explanation.text,
    explanation.strength,
    suggested,
    isRange ? expected.min : null,
    isRange ? expected.max : null,
    probability,
  ];
}

function cellsWithoutSuspect(explanation: Explanation): CsvCell[] {
  return EXPLANATION_COLUMNS.map((name) =>
    name === "row" || name === "text" || name === "strength" ? explanation[name] : null,
  );
}

function nameCells({ id, time = null, source }: Explanation, names: NamedOutput): CsvCell[] {
  return [
    ...names.id.map((name) => id?.[name] ?? null),
    ...(names.time === null ? [] : [time]),
    ...(names.hasSources ? [source?.file ?? null, source?.row ?? null] : []),
  ];
}

function ruleCells(rule: PublicRule | null): CsvCell[] {
  if (rule === null) return RULE_COLUMNS.map(() => null);
  return RULE_COLUMNS.map((name) => (name === "rule" ? rule.text : rule[name]));
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
