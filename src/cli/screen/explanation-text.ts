/**
 * An explanation for a terminal: the row and its finding in one line, then each suspect with its share of the blame,
 * what was observed and expected, the rule behind it and how good its evidence is.
 */
import { type Explanation, formatObserved, type SuspectFeature } from "../../core/presentation/explanation.js";
import type { ExplanationFormat } from "../../core/presentation/explanation-format.js";
import { formatCount, formatShare } from "../../core/presentation/format-number.js";
import { quoted } from "../../core/presentation/format-predicate.js";
import type { PublicRule } from "../../core/presentation/public-rule.js";
import { formatExpected } from "./expected-text.js";
import { type Style, styleOf } from "./style.js";
import { cutTo, harmless, padTo, textWidth, wrapIndented } from "./text-width.js";

/** Plain data, so that it can be handed to a worker thread. */
export interface TextLook {
  readonly isColoured: boolean;
  readonly width: number;
}

const LEAST_WIDTH = 30;
const BAR_WIDTH = 12;
/** Longer names are cut, or they would push everything else aside. */
const MAX_NAME_WIDTH = 24;
/** Narrower than this, what stands side by side is put one below the other. */
const SIDE_BY_SIDE = 64;

export function textFormat(look: TextLook): ExplanationFormat {
  return {
    head: "",
    row: (explanation, index) => `${index === 0 ? "" : "\n"}${formatExplanation(explanation, look)}`,
    tail: "",
  };
}

export function formatExplanation(explanation: Explanation, look: TextLook): string {
  const width = Math.max(LEAST_WIDTH, look.width);
  const style = styleOf(look.isColoured, {});
  const blamed = explanation.features.filter((suspect) => suspect.rule !== null && suspect.expected !== null);
  const others = explanation.features.filter((suspect) => !blamed.includes(suspect));
  const nameWidth = Math.min(
    MAX_NAME_WIDTH,
    Math.max(0, ...blamed.map(({ feature }) => textWidth(shownName(feature)))),
  );
  const lines = [
    formatHeadline(explanation, blamed[0], width, style),
    ...blamed.flatMap((suspect) => formatSuspect(suspect, explanation.rules[suspect.rule!]!, nameWidth, width, style)),
    ...formatOthers(others, width, style),
  ];
  return `${lines.join("\n")}\n`;
}

/** "Row 17  Valve is Closed but should be Open", or that no rule is broken. */
function formatHeadline(
  explanation: Explanation,
  first: SuspectFeature | undefined,
  width: number,
  style: Style,
): string {
  const row = `Row ${explanation.row}`;
  const finding =
    first === undefined
      ? harmless(explanation.text)
      : `${shownName(first.feature)} is ${shownObserved(first)} but should be ${shownExpected(first)}`;
  const indent = " ".repeat(row.length + 2);
  const wrapped = wrapIndented(finding, width, indent, indent).slice(indent.length);
  return `${style.bar(row)}  ${first === undefined ? wrapped : style.heading(wrapped)}`;
}

function formatSuspect(
  suspect: SuspectFeature,
  rule: PublicRule,
  nameWidth: number,
  width: number,
  style: Style,
): string[] {
  const name = padTo(cutTo(shownName(suspect.feature), nameWidth), nameWidth);
  const share = `${Math.round(suspect.blame * 100)} %`.padStart(5);
  const values = `${style.wrong(shownObserved(suspect))} ${style.soft("→")} ${style.right(shownExpected(suspect))}`;
  const indent = " ".repeat(width < SIDE_BY_SIDE ? 4 : nameWidth + 4);
  const because = wrapIndented(formatRule(rule), width, indent, `${indent}  `);
  const evidence = wrapIndented(formatEvidence(rule), width, indent, `${indent}  `).split("\n").map(style.soft);
  if (width < SIDE_BY_SIDE) {
    return [
      `  ${style.name(name)}${style.bar(share)}`,
      wrapIndented(values, width, indent, indent),
      because,
      ...evidence,
    ];
  }
  const left = `  ${style.name(name)}  ${style.bar(drawBar(suspect.blame))} ${share}  `;
  return [wrapIndented(values, width, left, " ".repeat(textWidth(left))), because, ...evidence];
}

/** "Level ≥ 10, Pump = ON → Valve = Open". */
function formatRule(rule: PublicRule): string {
  return harmless(rule.text).replace(/^∅ → /, "always → ");
}

/** The confidence and, in words, its 95 % Wilson lower bound. */
function formatEvidence(rule: PublicRule): string {
  const { supportCount, antecedentCount, confidence, confidenceLow } = rule;
  const like = rule.antecedent.length === 0 ? "normal rows" : "normal rows like this";
  return `true in ${formatCount(supportCount)} of ${formatCount(antecedentCount)} ${like} (${formatShare(confidence)}; 95 % sure it is at least ${formatShare(confidenceLow)})`;
}

/** Features that share the rest of the blame, in one soft line; those with none are not worth a word. */
function formatOthers(others: readonly SuspectFeature[], width: number, style: Style): string[] {
  const named = others.filter(({ blame }) => blame >= 0.01).slice(0, 8);
  if (named.length === 0) return [];
  const text = named.map(({ feature, blame }) => `${shownName(feature)} ${Math.round(blame * 100)} %`).join(", ");
  return wrapIndented(`less suspect: ${text}`, width, "  ", "    ").split("\n").map(style.soft);
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/** A bar of BAR_WIDTH columns for a share in [0, 1], drawn to an eighth of a column. */
export function drawBar(share: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH * 8);
  return padTo("█".repeat(eighths >> 3) + EIGHTHS[eighths & 7]!, BAR_WIDTH);
}

function shownName(name: string): string {
  return harmless(quoted(name));
}

function shownObserved({ observed }: SuspectFeature): string {
  return harmless(formatObserved(observed));
}

function shownExpected({ expected, observed }: SuspectFeature): string {
  return expected === null ? "as it is" : harmless(formatExpected(expected, observed));
}
