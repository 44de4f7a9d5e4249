/**
 * A summary for a terminal: the causes with most rows first, each with its features, its rule, where its rows lie and
 * one row as example; the many small causes in one paragraph; at the end, in a soft voice, the rows that have none.
 */
import {
  describeGroups,
  describeKind,
  describeNamedRow,
  formatCountOf,
  formatTruth,
  quoted,
  type Summary,
  type SummaryGroup,
} from "../../core/presenting/index.js";
import { formatRule, type TextLook } from "./explanation-text.js";
import { type Style, styleOf } from "./style.js";
import { harmless, wrap, wrapIndented } from "./text-width.js";

/** Causes shown in full. */
const MAX_SHOWN = 12;
const INDENT = "  ";
const LEAST_WIDTH = 30;

export function formatSummary(summary: Summary, look: Pick<TextLook, "isColoured" | "width">): string {
  const width = Math.max(LEAST_WIDTH, look.width);
  const style = styleOf(look.isColoured, {});
  const soft = (text: string): string =>
    wrapIndented(text, width, { first: "", rest: INDENT }).split("\n").map(style.soft).join("\n");
  const causes = summary.groups.filter(({ kind }) => kind === "cause");
  const head = `${formatCountOf(summary.rows, "row")} explained: ${describeGroups(summary.groups)}`;
  const shown = causes.slice(0, MAX_SHOWN).map((group) => formatGroup(group, width, style));
  const parts = [wrap(head, width).map(style.heading).join("\n"), ...shown];
  const rest = causes.slice(MAX_SHOWN);
  if (rest.length > 0) parts.push(soft(describeRest(rest)));
  for (const group of summary.groups) {
    if (group.kind !== "cause") parts.push(soft(describeOthers(group, group.kind)));
  }
  return `${parts.join("\n\n")}\n`;
}

function formatGroup(group: SummaryGroup, width: number, style: Style): string {
  const soft = (text: string): string[] =>
    wrapIndented(text, width, { first: INDENT, rest: `${INDENT}${INDENT}` })
      .split("\n")
      .map(style.soft);
  const cause = group.features.map((feature) => harmless(quoted(feature))).join(", ");
  const lines = [
    `${style.bar(formatCountOf(group.count, "row"))}  ${style.name(cause)}  ${style.soft(whereOf(group))}`,
  ];
  if (group.rule !== null) {
    lines.push(wrapIndented(formatRule(group.rule), width, { first: INDENT, rest: `${INDENT}${INDENT}` }));
    lines.push(...soft(formatTruth(group.rule)));
  }
  lines.push(...soft(exampleOf(group)));
  return lines.join("\n");
}

/** "and 137 smaller causes (160 rows), mostly in Level (31 rows), Outflow (22 rows)". */
function describeRest(rest: readonly SummaryGroup[]): string {
  const rows = rest.reduce((sum, { count }) => sum + count, 0);
  const byFeature = new Map<string, number>();
  for (const group of rest) {
    const first = group.features[0]!; // a cause has one
    byFeature.set(first, (byFeature.get(first) ?? 0) + group.count);
  }
  const top = [...byFeature].sort((a, b) => b[1] - a[1]).slice(0, 5);
  const named = top
    .map(([feature, count]) => `${harmless(quoted(feature))} (${formatCountOf(count, "row")})`)
    .join(", ");
  return `and ${formatCountOf(rest.length, "smaller cause")} (${formatCountOf(rows, "row")}), mostly in ${named}; --format csv lists all`;
}

/** "144 rows look normal (rows 0 to 198)". */
function describeOthers(group: SummaryGroup, kind: Exclude<SummaryGroup["kind"], "cause">): string {
  const words = `${formatCountOf(group.count, "row")} ${describeKind(kind, group.count)} (${whereOf(group)})`;
  return kind === "normal" ? words : `${words}; ${exampleOf(group)}`;
}

/** "row 17 (Order A-17): Valve is Closed but should be Open". */
function exampleOf({ example }: SummaryGroup): string {
  return `${describeNamedRow(example.row, example, (text) => harmless(quoted(text)))}: ${harmless(example.text)}`;
}

function whereOf({ count, firstRow, lastRow }: SummaryGroup): string {
  return count === 1 ? `row ${firstRow}` : `rows ${firstRow} to ${lastRow}`;
}
