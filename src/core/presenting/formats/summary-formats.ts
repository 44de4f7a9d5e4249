/**
 * A Summary in written forms: JSON, NDJSON (one group a line), CSV, Markdown and HTML.
 */

import { formatHolding } from "../evidence.js";
import { formatCountOf } from "../format-number.js";
import { describeNamedRow, describeNames } from "../row-names.js";
import { describeGroups, describeKind, type Summary, type SummaryGroup } from "../summary.js";
import { csvLine } from "./csv.js";
import { escapeHtml, htmlPage } from "./html.js";
import { escapeMarkdown } from "./markdown.js";

export const SUMMARY_FORMATS = {
  json: (summary: Summary): string => `${JSON.stringify(summary, null, 2)}\n`,
  ndjson: (summary: Summary): string => summary.groups.map((group) => `${JSON.stringify(group)}\n`).join(""),
  csv: summaryCsv,
  markdown: summaryMarkdown,
  html: summaryHtml,
} as const satisfies Readonly<Record<string, (summary: Summary) => string>>;

function summaryCsv(summary: Summary): string {
  const columns = [
    "count",
    "features",
    "rule",
    "antecedentCount",
    "supportCount",
    "firstRow",
    "lastRow",
    "exampleRow",
    "example",
    "kind",
    "exampleName",
  ];
  const lines = summary.groups.map(({ count, features, rule, firstRow, lastRow, example, kind }) =>
    csvLine([
      count,
      features.join("; "),
      rule?.text ?? "",
      rule?.antecedentCount ?? "",
      rule?.supportCount ?? "",
      firstRow,
      lastRow,
      example.row,
      example.text,
      kind,
      describeNames(example, String),
    ]),
  );
  return csvLine(columns) + lines.join("");
}

function summaryMarkdown(summary: Summary): string {
  const lines = summary.groups.map((group) => {
    const rule = group.rule === null ? "" : `${escapeMarkdown(group.rule.text)} (${formatHolding(group.rule)})`;
    const cells = [
      group.count,
      escapeMarkdown(causeOf(group)),
      rule,
      whereOf(group),
      `${describeNamedRow(group.example.row, group.example, escapeMarkdown)}: ${escapeMarkdown(group.example.text)}`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    `# ${headOf(summary)}`,
    "",
    "| rows | cause | rule | where | for example |",
    "| ---: | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function summaryHtml(summary: Summary): string {
  const articles = summary.groups.map((group) => {
    const rule =
      group.rule === null ? "" : `<p>${escapeHtml(`${group.rule.text} (${formatHolding(group.rule)})`)}</p>\n`;
    return `<article>
<h2>${escapeHtml(`${formatCountOf(group.count, "row")}, ${whereOf(group)}`)}</h2>
<p><strong>${escapeHtml(causeOf(group))}</strong></p>
${rule}<p>${escapeHtml(`R${describeNamedRow(group.example.row, group.example, String).slice(1)}: ${group.example.text}`)}</p>
</article>
`;
  });
  return htmlPage(headOf(summary), articles.join(""));
}

function headOf({ rows, groups }: Summary): string {
  return `${formatCountOf(rows, "row")} explained: ${describeGroups(groups)}`;
}

function causeOf({ kind, count, features }: SummaryGroup): string {
  return kind === "cause" ? features.join(", ") : describeKind(kind, count);
}

function whereOf({ count, firstRow, lastRow }: SummaryGroup): string {
  return count === 1 ? `row ${firstRow}` : `rows ${firstRow} to ${lastRow}`;
}
