/**
 * Explanations as one self-contained HTML page: no script, no network, a strict content security policy. Text from data
 * is escaped everywhere and never becomes markup.
 */

import { visibleText } from "../../base/index.js";
import { looksNormal } from "../describe-row.js";
import { formatEvidence } from "../evidence.js";
import {
  type Explanation,
  formatSuspicion,
  type SuspectFeature,
  suspicionHeading,
  suspicionName,
  suspicionOf,
} from "../explanation.js";
import { formatPublicPredicate } from "../format-predicate.js";
import { describeNames } from "../row-names.js";
import { formatObserved } from "../suspect-words.js";
import type { ExplanationFormat } from "./explanation-format.js";

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5d6b7e; --line: #d8dee7; --card: #ffffff; --page: #f4f6f9; --mark: #b4232a; --bar: #d9534f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf2; --soft: #9aa7b8; --line: #313b49; --card: #1b222c; --page: #12171e; --mark: #ff8a80; --bar: #e57373; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.3rem; margin: 1rem 0; break-inside: avoid; }
h1 { font-size: 1.5rem; } h2 { font-size: .9rem; color: var(--soft); margin: 0 0 .3rem; font-weight: 600; }
article > p { margin: 0 0 .8rem; font-size: 1.1rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; } th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .35rem .6rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:nth-child(3) { color: var(--mark); font-weight: 600; } .normal td:nth-child(3) { color: inherit; } td:nth-child(2) { white-space: nowrap; }
meter { width: 5rem; }
`;

const PAGE_TAIL = "</main>\n</body>\n</html>\n";

export const htmlFormat: ExplanationFormat = {
  head: pageHead("Explanations"),
  row: htmlRow,
  tail: PAGE_TAIL,
  unfinished: (message) => `<p><strong>Unfinished:</strong> ${escapeHtml(message)}</p>\n${PAGE_TAIL}`,
};

/** A whole page; `body` is markup. */
export function htmlPage(title: string, body: string): string {
  return pageHead(title) + body + PAGE_TAIL;
}

function pageHead(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
`;
}

/** Control characters are shown: HTML allows most of them not even as a reference, and the rest turns text round. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function htmlRow(explanation: Explanation): string {
  const isNormal = looksNormal(explanation);
  const shown = explanation.features.filter((suspect, index) => suspect.rule !== null || index === 0);
  const table =
    shown.length === 0
      ? ""
      : `<table${isNormal ? ' class="normal"' : ""}>
<thead><tr><th>${isNormal ? "least usual" : "suspect"}</th><th>${suspicionHeading(shown)}</th><th>observed</th><th>expected</th><th>because</th></tr></thead>
<tbody>
${shown.map((suspect) => suspectRow(suspect, explanation)).join("\n")}
</tbody>
</table>
`;
  const names = describeNames(explanation, escapeHtml);
  return `<article id="row-${explanation.row}">
<h2>Row ${explanation.row}${names === "" ? "" : `, ${names}`}</h2>
<p>${escapeHtml(explanation.text)}</p>
${table}</article>
`;
}

function suspectRow(suspect: SuspectFeature, explanation: Explanation): string {
  const rule = suspect.rule === null ? null : explanation.rules[suspect.rule]!;
  const because = rule === null ? "" : `${rule.text}; ${formatEvidence(rule)}`;
  const cells = [
    escapeHtml(suspect.feature),
    `<meter value="${suspicionOf(suspect).toFixed(4)}" aria-label="${suspicionName(suspect)}"></meter> ${escapeHtml(formatSuspicion(suspect))}`,
    escapeHtml(formatObserved(suspect.observed)),
    suspect.expected === null ? "" : escapeHtml(formatPublicPredicate(suspect.expected, suspect)),
    escapeHtml(because),
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}
