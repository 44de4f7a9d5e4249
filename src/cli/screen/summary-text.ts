/**
 * A summary for a terminal: the causes with most rows first, each with its features, its rule, where its rows lie and
 * one row as example; the many small causes at the end in one paragraph.
 */
import { formatCount } from "../../core/presentation/format-number.js";
import type { Summary, SummaryGroup } from "../../core/presentation/summary.js";
import { formatRule, type TextLook } from "./explanation-text.js";
import { type Style, styleOf } from "./style.js";
import { harmless, wrapIndented } from "./text-width.js";

/** Causes shown in full. */
const MAX_SHOWN = 12;
const INDENT = "  ";
const LEAST_WIDTH = 30;

export function formatSummary(summary: Summary, look: Pick<TextLook, "isColoured" | "width">): string {
  const width = Math.max(LEAST_WIDTH, look.width);
  const style = styleOf(look.isColoured, {});
  const shown = summary.groups.slice(0, MAX_SHOWN);
  const head = `${countRows(summary.rows)} explained by ${summary.groups.length === 1 ? "one cause" : `${formatCount(summary.groups.length)} causes`}`;
  const parts = [style.heading(head), ...shown.map((group) => formatGroup(group, width, style))];
  const rest = summary.groups.slice(MAX_SHOWN);
  if (rest.length > 0)
    parts.push(wrapIndented(describeRest(rest), width, "", INDENT).split("\n").map(style.soft).join("\n"));
  return `${parts.join("\n\n")}\n`;
}

function formatGroup(group: SummaryGroup, width: number, style: Style): string {
  const where = group.count === 1 ? `row ${group.firstRow}` : `rows ${group.firstRow} to ${group.lastRow}`;
  const soft = (text: string): string[] =>
    wrapIndented(text, width, INDENT, `${INDENT}${INDENT}`).split("\n").map(style.soft);
  const lines = [`${style.bar(countRows(group.count))}  ${style.name(causeOf(group))}  ${style.soft(where)}`];
  if (group.rule !== null) {
    lines.push(wrapIndented(formatRule(group.rule), width, INDENT, `${INDENT}${INDENT}`));
    const { supportCount, antecedentCount } = group.rule;
    lines.push(...soft(`true in ${formatCount(supportCount)} of ${formatCount(antecedentCount)} normal rows`));
  }
  lines.push(...soft(`row ${group.example.row}: ${harmless(group.example.text)}`));
  return lines.join("\n");
}

/** "and 137 smaller causes (160 rows), mostly in Level (31 rows), Outflow (22 rows)". */
function describeRest(rest: readonly SummaryGroup[]): string {
  const rows = rest.reduce((sum, { count }) => sum + count, 0);
  const byFeature = new Map<string, number>();
  for (const group of rest) {
    const first = group.features[0];
    if (first !== undefined) byFeature.set(first, (byFeature.get(first) ?? 0) + group.count);
  }
  const top = [...byFeature].sort((a, b) => b[1] - a[1]).slice(0, 5);
  const named = top.map(([feature, count]) => `${harmless(feature)} (${countRows(count)})`).join(", ");
  const mostly = named === "" ? "" : `, mostly in ${named}`;
  return `and ${formatCount(rest.length)} smaller causes (${countRows(rows)})${mostly}; --format csv lists all`;
}

function causeOf({ features }: SummaryGroup): string {
  return features.length === 0 ? "nothing found to be wrong" : features.map(harmless).join(", ");
}

function countRows(count: number): string {
  return count === 1 ? "1 row" : `${formatCount(count)} rows`;
}
