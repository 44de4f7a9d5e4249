/** Explanations as Markdown: a heading, the sentence, a table of suspects. Text from data never becomes markup. */

import { visibleText } from "../../base/index.js";
import { looksNormal } from "../describe-row.js";
import { formatEvidence } from "../evidence.js";
import { type Explanation, formatSuspicion, suspicionHeading } from "../explanation.js";
import { formatPublicPredicate } from "../format-predicate.js";
import { describeNames } from "../row-names.js";
import { formatObserved } from "../suspect-words.js";
import type { ExplanationFormat } from "./explanation-format.js";

export const markdownFormat: ExplanationFormat = {
  head: "# Explanations\n",
  row: (explanation) => `\n${markdownRow(explanation)}`,
  tail: "",
  unfinished: (message) => `\n__Unfinished:__ ${escapeMarkdown(message)}\n`,
};

/**
 * Backslashes before everything that Markdown could read as markup; line ends become blanks, control characters are
 * shown.
 */
export function escapeMarkdown(text: string): string {
  return visibleText(text.replace(/\s+/g, " ")).replace(/[\\`*_{}[\]<>#|~!&]/g, "\\$&");
}

function markdownRow(explanation: Explanation): string {
  const shown = explanation.features.filter((suspect, index) => suspect.rule !== null || index === 0);
  const names = describeNames(explanation, escapeMarkdown);
  const lines = [`## Row ${explanation.row}`, "", ...(names === "" ? [] : [names, ""])];
  lines.push(escapeMarkdown(explanation.text), "");
  if (shown.length > 0) lines.push(...suspectTable(explanation, shown), "");
  return lines.join("\n");
}

function suspectTable(explanation: Explanation, shown: Explanation["features"]): string[] {
  return [
    `| ${looksNormal(explanation) ? "least usual" : "suspect"} | ${suspicionHeading(shown)} | observed | expected | rule | evidence |`,
    "| --- | ---: | --- | --- | --- | --- |",
    ...shown.map((suspect) => {
      const rule = suspect.rule === null ? null : explanation.rules[suspect.rule]!;
      const cells = [
        escapeMarkdown(suspect.feature),
        formatSuspicion(suspect),
        escapeMarkdown(formatObserved(suspect.observed)),
        suspect.expected === null ? "" : escapeMarkdown(formatPublicPredicate(suspect.expected, suspect)),
        rule === null ? "" : escapeMarkdown(rule.text),
        rule === null ? "" : formatEvidence(rule),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}
