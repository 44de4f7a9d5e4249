/**
 * An explanation for a terminal: the row and its finding in one line, then each suspect with its share of the blame,
 * what was observed and expected, the rule behind it and how good its evidence is. A row that looks normal is said to
 * first of all; what is least usual in it comes second, in a soft voice and without blame.
 */
import { suspectsToRepair } from "../../core/explaining/index.js";
import type { Model } from "../../core/model/index.js";
import {
  comparedRows,
  describeAsStrange,
  describeEither,
  describeLeastUsual,
  describeMuted,
  describeNames,
  describeReading,
  describeRepair,
  describeStrength,
  describeUnusual,
  describeWrong,
  type Explanation,
  type ExplanationFormat,
  formatEvidence,
  formatLevel,
  formatObserved,
  formatSuspectExpected,
  formatSuspectSeen,
  formatSuspicion,
  isWorthRepairing,
  leadOf,
  looksNormal,
  type PublicRule,
  quoted,
  type SuspectFeature,
  spreadOf,
  suspicionOf,
  tellFeature,
} from "../../core/presenting/index.js";
import type { CellValue } from "../../core/table/index.js";
import { type Style, styleOf } from "./style.js";
import { cutTo, harmless, padTo, textWidth, wrapIndented } from "./text-width.js";

/** Plain data, so that it can be handed to a worker thread. */
export interface TextLook {
  readonly isColoured: boolean;
  readonly width: number;
  /** Most suspects shown in full. */
  readonly top: number;
  readonly words: ModelWords;
}

/** What the words about a row need to know of the model. */
export interface ModelWords {
  /** Standard deviation of each feature: how precisely a bound deserves to be shown. */
  readonly spreads: ReadonlyMap<string, number>;
  /** How many normal rows a row is compared with. */
  readonly compared: number;
}

/** Where no row is told of. */
export const NO_MODEL: ModelWords = { spreads: new Map(), compared: 0 };

export function modelWords(model: Pick<Model, "features" | "profiles" | "calibration">): ModelWords {
  return {
    spreads: new Map(model.features.map(({ name }, feature) => [name, spreadOf(model, feature)])),
    compared: comparedRows(model),
  };
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
    unfinished: (message) =>
      `\n${wrapIndented(`Unfinished: ${harmless(message)}`, Math.max(LEAST_WIDTH, look.width), { first: "", rest: "  " })}\n`,
  };
}

export function formatExplanation(explanation: Explanation, look: TextLook): string {
  const width = Math.max(LEAST_WIDTH, look.width);
  const style = styleOf(look.isColoured, {});
  const lines = looksNormal(explanation)
    ? formatNormalRow(explanation, look, { width, style })
    : formatStrangeRow(explanation, look, { width, style });
  return `${[...lines, ...formatMuted(explanation, style), ...formatRepair(explanation, look, width)].join("\n")}\n`;
}

/** What the review passed over; without a suspect the headline says it. */
function formatMuted({ muted = 0, features, strength }: Explanation, style: Style): string[] {
  const isSaid = !looksNormal({ strength }) && features.every(({ expected }) => expected === null);
  return muted === 0 || isSaid ? [] : [style.soft(`  ${describeMuted(muted)}`)];
}

/** Where text is put. */
interface Page {
  readonly width: number;
  readonly style: Style;
}

function formatStrangeRow(explanation: Explanation, look: TextLook, { width, style }: Page): string[] {
  const suspects = explanation.features.filter(({ expected }) => expected !== null).slice(0, look.top);
  const others = explanation.features.filter((feature) => !suspects.includes(feature));
  const nameWidth = Math.min(
    MAX_NAME_WIDTH,
    Math.max(0, ...suspects.map(({ feature }) => textWidth(shownName(feature)))),
  );
  return [
    formatHeadline(explanation, look, width),
    ...formatNames(explanation, width, style),
    ...suspects.flatMap((suspect) => {
      const rule = suspect.rule === null ? null : explanation.rules[suspect.rule]!;
      return formatSuspect(suspect, rule, { nameWidth, width, style, words: look.words });
    }),
    ...formatOthers(others, suspects.length === 0 ? "least usual" : "less suspect", { width, style }),
  ];
}

/** The verdict; then the rules that it breaks all the same, and what is least usual in it. */
function formatNormalRow(explanation: Explanation, look: TextLook, { width, style }: Page): string[] {
  const row = `Row ${explanation.row}`;
  const indent = " ".repeat(row.length + 2);
  const words = `looks normal: ${describeAsStrange(explanation.strength!)}`;
  const verdict = wrapIndented(words, width, { first: indent, rest: indent }).slice(row.length);
  const soft = (text: string, first = "  "): string[] =>
    wrapIndented(text, width, { first, rest: `${first}  ` })
      .split("\n")
      .map(style.soft);
  const told = explanation.features.filter(({ expected }) => expected !== null).slice(0, look.top);
  const broken = told.flatMap((suspect) => {
    if (suspect.rule === null) return [];
    const rule = explanation.rules[suspect.rule]!;
    return [
      ...soft(`but breaks a rule: ${formatFinding(suspect, look.words)}`),
      ...soft(formatRule(rule), "      "),
      ...soft(formatEvidence(rule), "      "),
    ];
  });
  const unruled = told.filter(({ rule }) => rule === null);
  const unusual = told.length === 0 ? explanation.features.slice(0, 1) : unruled;
  const least = unusual.map((suspect) => formatUnusual(suspect, look.words)).join("; ");
  return [
    `${style.bar(row)}${verdict}`,
    ...formatNames(explanation, width, style),
    ...broken,
    ...(least === "" ? [] : soft(`${broken.length > 0 ? "also unusual" : "least usual"}: ${least}`)),
  ];
}

/** "motor_temp_c = 41.8, where the rest of the row suggests between 42 and 56.8". */
function formatUnusual(suspect: SuspectFeature, words: ModelWords): string {
  return harmless(describeUnusual(tellFeature(suspect, precisionOf(suspect, words))));
}

/**
 * "Valve is Closed but should be Open", or what is least usual where no rule says so. As the explanation's text begins.
 */
function formatFinding(suspect: SuspectFeature, words: ModelWords): string {
  const told = tellFeature(suspect, precisionOf(suspect, words));
  return harmless(suspect.rule === null ? describeLeastUsual(told) : describeWrong(told));
}

/** What is found of a row in one line: of its first suspect, or of two that contradict each other. */
export function formatFound({ either }: Explanation, lead: SuspectFeature, words: ModelWords): string {
  return either === undefined ? formatFinding(lead, words) : harmless(describeEither(either[0], either[1]));
}

/** "Row 17  Valve is Closed but should be Open", or that no rule is broken; then how strange the row is. */
function formatHeadline(explanation: Explanation, look: TextLook, width: number): string {
  const style = styleOf(look.isColoured, {});
  const { strength, features, text } = explanation;
  const lead = leadOf(features.filter(({ expected }) => expected !== null));
  const row = `Row ${explanation.row}`;
  const indent = " ".repeat(row.length + 2);
  const found = lead === undefined ? harmless(text) : formatFound(explanation, lead, look.words);
  const lines = wrapIndented(found, width, { first: indent, rest: indent }).slice(indent.length).split("\n");
  const headline = `${style.bar(row)}  ${(lead === undefined ? lines : lines.map(style.heading)).join("\n")}`;
  // Without a suspect the whole text is the headline, and it ends in how strange the row is.
  if (strength === null || lead === undefined) return headline;
  const strange = describeStrength(strength, look.words.compared);
  const isRoom = lines.length === 1 && textWidth(`${indent}${lines[0]}  ${strange}`) <= width;
  if (isRoom) return `${headline}  ${style.soft(strange)}`;
  return [headline, ...wrapIndented(strange, width, { first: indent, rest: indent }).split("\n").map(style.soft)].join(
    "\n",
  );
}

/** What the row is called, below its number. */
function formatNames(explanation: Explanation, width: number, style: Style): string[] {
  const names = describeNames(explanation, (text) => harmless(quoted(text)));
  if (names === "") return [];
  const indent = " ".repeat(`Row ${explanation.row}`.length + 2);
  return wrapIndented(names, width, { first: indent, rest: indent }).split("\n").map(style.soft);
}

interface SuspectLook {
  readonly nameWidth: number;
  readonly width: number;
  readonly style: Style;
  readonly words: ModelWords;
}

function formatSuspect(
  suspect: SuspectFeature,
  rule: PublicRule | null,
  { nameWidth, width, style, words }: SuspectLook,
): string[] {
  const isNarrow = width < SIDE_BY_SIDE;
  const name = padTo(cutTo(shownName(suspect.feature), nameWidth), nameWidth);
  const share = `${formatSuspicion(suspect).padStart(6)}${suspect.probability === null ? "" : " likely wrong"}`;
  const right = shownExpected(suspect, words);
  const expected = style.right(right) + style.soft(shownNotes(suspect, right));
  const values = `${style.wrong(shownValue(suspect.observed))} ${style.soft("→")} ${expected}`;
  const indent = " ".repeat(isNarrow ? 4 : 6);
  const left = `  ${style.name(name)}  ${style.bar(drawBar(suspicionOf(suspect)))} ${share}  `;
  const first = isNarrow
    ? [`  ${style.name(name)}${style.bar(share)}`, wrapIndented(values, width, { first: indent, rest: indent })]
    : [wrapIndented(values, width, { first: left, rest: " ".repeat(textWidth(left)) })];
  return [...first, ...formatReason(rule, suspect, { indent, width, style })];
}

interface ReasonLook {
  readonly indent: string;
  readonly width: number;
  readonly style: Style;
}

function formatReason(
  rule: PublicRule | null,
  { expected, neverSeenIn, mostDecimals }: SuspectFeature,
  { indent, width, style }: ReasonLook,
): string[] {
  const soft = (text: string): string[] =>
    wrapIndented(text, width, { first: indent, rest: `${indent}  ` })
      .split("\n")
      .map(style.soft);
  if (rule === null) {
    const others = expected?.level === undefined ? "the normal rows most like this one do" : "the rest of the row does";
    const unseen = `no normal row has ${mostDecimals === undefined ? "this value" : "as many decimals"}`;
    return soft(`no rule says so, but ${neverSeenIn === undefined ? others : unseen}`);
  }
  return [wrapIndented(formatRule(rule), width, { first: indent, rest: `${indent}  ` }), ...soft(formatEvidence(rule))];
}

/** "Level ≥ 10, Pump = ON → Valve = Open". */
export function formatRule(rule: PublicRule): string {
  return harmless(rule.text);
}

const LEAST_SUSPICION = 0.03;
const MAX_OTHERS = 5;

/** Features that are less suspect, in one soft line; those that are not suspect at all are not worth a word. */
function formatOthers(
  others: readonly SuspectFeature[],
  called: "less suspect" | "least usual",
  { width, style }: Page,
): string[] {
  const named = others.filter((other) => suspicionOf(other) >= LEAST_SUSPICION).slice(0, MAX_OTHERS);
  if (named.length === 0) return [];
  const text = named.map((other) => `${shownName(other.feature)} ${formatSuspicion(other)}`).join(", ");
  return wrapIndented(`${called}: ${text}`, width, { first: "  ", rest: "    " }).split("\n").map(style.soft);
}

/** Whether the suggested values would heal the row, when that was asked for. As the explanation's text ends. */
function formatRepair(explanation: Explanation, look: TextLook, width: number): string[] {
  const repairs = suspectsToRepair(explanation.features, explanation.either !== undefined).map(
    ({ feature, suggested }) => describeReading(feature, suggested),
  );
  const repair = describeRepair(explanation, { repairs, compared: look.words.compared });
  if (repair === null) return [];
  const style = styleOf(look.isColoured, {});
  const paint = isWorthRepairing(explanation) && repairs.length > 0 ? style.right : style.soft;
  return wrapIndented(harmless(repair), width, { first: "  ", rest: "    " }).split("\n").map(paint);
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

function shownValue(value: CellValue): string {
  return harmless(formatObserved(value));
}

/** In few words, beside the observed value. */
function shownExpected(suspect: SuspectFeature, words: ModelWords): string {
  return harmless(formatSuspectExpected(suspect, precisionOf(suspect, words)));
}

/** As precise as the rule's text; what the rest of the row suggests is measured by itself. */
function precisionOf({ expected, rule }: SuspectFeature, { spreads }: ModelWords): number {
  return rule === null || expected === null || !("feature" in expected) ? 0 : (spreads.get(expected.feature) ?? 0);
}

/** How often that holds; a value that would do, where more than one would; where normal values end. */
function shownNotes(suspect: SuspectFeature, shown: string): string {
  const { suggested } = suspect;
  const level = formatLevel(suspect);
  const seen = formatSuspectSeen(suspect);
  const value = suggested === null ? shown : shownValue(suggested);
  return [
    level === null ? "" : ` (${level})`,
    value === shown ? "" : `, such as ${value}`,
    seen === null ? "" : `; ${seen}`,
  ].join("");
}
