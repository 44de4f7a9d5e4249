/** Cards of rows with all that a picture needs, in words and numbers: what draws it knows nothing of rules. */

import type { ExplainOptions } from "../core/explaining/index.js";
import type { Model } from "../core/model/index.js";
import {
  describeNames,
  describeStrength,
  evidenceOf,
  formatCertainty,
  formatNumber,
  formatShare,
  formatSuspicion,
  formatTruth,
  looksNormal,
  type PublicRule,
  type SuspectFeature,
  suspicionName,
  suspicionOf,
} from "../core/presenting/index.js";
import type { Table } from "../core/table/index.js";
import { createCardMaker, type OpenCard } from "../report/build-report.js";
import { describeNormal } from "../report/describe-normal.js";
import { shownCell, shownRange, shownRule, shownSuspectExpected, shownText } from "../report/expected-text.js";
import { numberAxis } from "../report/number-axis.js";
import { type NormalRows, type Proof, proveClaim } from "../report/proof.js";

/** One for each row that the options ask for. */
export function makeRowCards(
  model: Model,
  options: ExplainOptions,
  { table, numbers }: { readonly table: Table; readonly numbers: Float64Array },
): unknown[] {
  const normal = describeNormal(model);
  return createCardMaker(model, options)(table, numbers).map((card) => describeCard(card, normal));
}

function describeCard({ explanation, nearest }: OpenCard, normal: NormalRows): unknown {
  const { row, strength, features, rules, text } = explanation;
  const isNormal = looksNormal(explanation);
  return {
    row,
    names: describeNames(explanation, shownText),
    isNormal,
    strength: strength === null ? "" : describeStrength(strength, normal.compared),
    text,
    suspects: features.map((suspect) => ({
      ...describeSuspect(suspect, normal),
      ...(suspect.expected === null ? {} : describeClaim(suspect, normal, { rules, nearest })),
    })),
  };
}

function describeSuspect(suspect: SuspectFeature, normal: NormalRows): object {
  const spread = spreadOf(suspect.feature, normal);
  return {
    feature: shownText(suspect.feature),
    isAccused: suspect.expected !== null,
    suspicion: suspicionOf(suspect),
    suspicionText: `${formatSuspicion(suspect)} ${suspicionName(suspect)}`,
    observed: shownCell(suspect.observed),
    expected: suspect.expected === null ? "" : shownSuspectExpected(suspect, spread),
    suggested: suspect.suggested === null ? "" : shownCell(suspect.suggested),
  };
}

function describeClaim(
  { expected, rule: place, observed }: SuspectFeature,
  normal: NormalRows,
  { rules, nearest }: { readonly rules: readonly PublicRule[]; readonly nearest: readonly number[] },
): object {
  const rule = place === null ? null : rules[place]!;
  const proof = expected === null ? null : proveClaim({ expected, rule, observed, nearest }, normal);
  return {
    rule: rule === null ? "" : shownRule(rule.text),
    evidence: rule === null ? "" : describeEvidence(rule),
    picture: proof === null ? null : describePicture(proof, normal),
  };
}

function describeEvidence(rule: PublicRule): string {
  const certainty = formatCertainty(rule);
  return `${formatShare(evidenceOf(rule).confidence)}: ${formatTruth(rule)}${certainty === "" ? "" : `; ${certainty}`}`;
}

function describePicture(proof: Proof, normal: NormalRows): object {
  if (proof.kind === "categories") return { ...proof, normalRows: normal.reference.rowCount };
  const axis = numberAxis(proof);
  const { interval, observed } = proof;
  return {
    kind: proof.kind,
    feature: proof.feature,
    axis,
    low: interval.min,
    high: interval.max,
    all: countBins(proof.all, axis.edges),
    like: countBins(proof.like, axis.edges),
    likeRows: proof.like.length,
    normalRows: normal.reference.rowCount,
    nearest: proof.nearest,
    expectedText: `expected ${shownRange(interval, observed, spreadOf(proof.feature, normal))}`,
    observedText: observed === null ? "" : `observed ${formatNumber(observed)}`,
  };
}

function countBins(values: readonly number[], edges: readonly number[]): number[] {
  const counts = new Array<number>(Math.max(1, edges.length - 1)).fill(0);
  const step = edges[1]! - edges[0]!;
  for (const value of values) {
    const bin = Math.floor((value - edges[0]!) / step);
    if (bin >= 0 && bin < counts.length) counts[bin]!++;
  }
  return counts;
}

function spreadOf(feature: string, { features }: NormalRows): number {
  return features.find(({ name }) => name === feature)?.deviation ?? 0;
}
