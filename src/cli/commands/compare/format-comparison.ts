/** A comparison as text for a screen, as a Markdown table, and as JSON. */

import type { MethodAnswer } from "../../../compare/ask-method.js";
import { escapeMarkdown, formatNumber, formatObserved, quoted } from "../../../core/presenting/index.js";
import type { Style } from "../../screen/style.js";
import { harmless, padTo, wrapIndented } from "../../screen/text-width.js";
import type { CompareFormat } from "./command.js";
import type { Comparison } from "./comparison.js";

export interface Look {
  readonly style: Style;
  readonly width: number;
}

export function formatComparison(comparison: Comparison, format: CompareFormat, look: Look): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(comparison)}\n`;
    case "markdown":
      return markdown(comparison);
    case "text":
      return text(comparison, look);
  }
}

function text(comparison: Comparison, { style, width }: Look): string {
  const names = comparison.methods.map(({ name }) => name);
  const nameWidth = Math.max(...names.map((name) => name.length)) + 2;
  const indent = " ".repeat(nameWidth);
  const blocks = comparison.methods.map((answer) => {
    const lines = answer.explanation.map((line, place) => {
      const first = place === 0 ? style.name(padTo(answer.name, nameWidth)) : indent;
      return wrapIndented(harmless(line), width, { first, rest: `${indent}  ` });
    });
    const sentence = wrapIndented(harmless(answer.sentence), width, { first: indent, rest: indent });
    return [...lines, sentence, style.soft(`${indent}${formatTimes(answer)}`)].join("\n");
  });
  const head = [
    style.heading(`Row ${comparison.row}`),
    wrapIndented(harmless(valuesText(comparison)), width, { first: "", rest: "  " }),
    wrapIndented(detectorText(comparison), width, { first: "", rest: "  " }),
  ];
  return `${[head.join("\n"), ...blocks].join("\n\n")}\n`;
}

function markdown(comparison: Comparison): string {
  const rows = comparison.methods.map((answer) => {
    const form = answer.explanation.map((line) => `**${escapeMarkdown(line)}**`).join("<br>");
    return `| ${escapeMarkdown(answer.name)} | ${form}<br>${escapeMarkdown(answer.sentence)} | ${formatTimes(answer)} |`;
  });
  return [
    `# Row ${comparison.row}`,
    "",
    escapeMarkdown(valuesText(comparison)),
    "",
    escapeMarkdown(detectorText(comparison)),
    "",
    "| method | explanation | time |",
    "| --- | --- | ---: |",
    ...rows,
    "",
    ...comparison.methods.map(({ name, citation }) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(citation)}`),
    "",
  ].join("\n");
}

function valuesText({ values }: Comparison): string {
  return Object.entries(values)
    .map(([name, value]) => `${quoted(name)} = ${formatObserved(value)}`)
    .join(", ");
}

function detectorText({ detector: { title, score, threshold, flag } }: Comparison): string {
  const verdict = flag === 1 ? "flags it" : "does not flag it";
  const from =
    threshold === null ? "no score is enough to be flagged" : `it flags from ${formatNumber(threshold, 3)} on`;
  return `The detector (${title}) ${verdict}: its score is ${formatNumber(score, 3)}, and ${from}.`;
}

function formatTimes({ seconds, learnSeconds }: MethodAnswer): string {
  const explaining = formatSeconds(seconds);
  return learnSeconds === null ? explaining : `${explaining}, after ${formatSeconds(learnSeconds)} of learning`;
}

function formatSeconds(seconds: number): string {
  return seconds < 0.1 ? `${(seconds * 1000).toFixed(1)} ms` : `${seconds.toFixed(1)} s`;
}
