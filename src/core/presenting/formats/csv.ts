/**
 * CSV for spreadsheets (RFC 4180). Text that a spreadsheet would take for a formula (it begins with = + - @, a tab or a
 * carriage return) gets an apostrophe in front; numbers stay numbers.
 */

import type { PublicRule } from "../public-rule.js";
import type { ExplanationFormat } from "./explanation-format.js";
import {
  CHECKED_COLUMNS,
  checkedCells,
  explanationColumns,
  explanationRecords,
  type NamedOutput,
  RULE_COLUMNS,
  ruleCells,
  type TableCell,
  UNNAMED_OUTPUT,
} from "./explanation-table.js";

export function csvLine(cells: readonly TableCell[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

/** The table of explanations, with what rows are called behind it. */
export function createCsvFormat(names: NamedOutput): ExplanationFormat {
  return {
    head: csvLine(explanationColumns(names).map(({ name }) => name)),
    row: (explanation) =>
      explanationRecords(explanation, names)
        .map((record) => csvLine(record))
        .join(""),
    tail: "",
    unfinished: (message) => csvLine(["Unfinished", message]),
  };
}

/** The table of explanations alone. */
export const csvFormat: ExplanationFormat = createCsvFormat(UNNAMED_OUTPUT);

export const RULES_CSV_HEAD = csvLine([...RULE_COLUMNS, ...CHECKED_COLUMNS].map(({ name }) => name));

export function ruleCsvLine(rule: PublicRule): string {
  return csvLine([...ruleCells(rule), ...checkedCells(rule)]);
}

function csvCell(cell: TableCell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
