/**
 * Explaining by diagnosis: blame by surprise drop, and for each accused feature the rule that says it best.
 *
 * Accused are the first suspect, and those after it that look stranger than all but a few normal rows do. Their rules
 * lean on no other accused feature, so what is shown never contradicts the blame.
 */
import type { Calibration, Model } from "../model/model.js";
import type { Rule } from "../rules/rule-list.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { countBelow } from "../table/number-summary.js";
import {
  breaksRule,
  chooseRule,
  countBroken,
  prepareRuleChooser,
  type RowView,
  type RuleChooser,
} from "./choose-rule.js";
import type { Finding, Suspect } from "./finding.js";
import { keptValues, nearestExpectation, suggestValue } from "./repair.js";
import { blameRow, prepareRowBlamer, type RowBlame, type RowBlamer } from "./row-blame.js";

export interface Diagnosis {
  readonly model: Model;
  readonly blamer: RowBlamer;
  readonly chooser: RuleChooser;
  /** Most rules shown. */
  readonly top: number;
  /** A suspect after the first is accused when it is at least this strange. */
  readonly accusation: number;
  /** Whether to look at the repaired row as well. */
  readonly verify: boolean;
}

export interface DiagnosisOptions {
  readonly top: number;
  readonly verify: boolean;
}

export function prepareDiagnosis(model: Model, { top, verify }: DiagnosisOptions): Diagnosis {
  return {
    model,
    blamer: prepareRowBlamer(model),
    chooser: prepareRuleChooser(model),
    top,
    verify,
    accusation: model.calibration.accusation ?? Number.POSITIVE_INFINITY,
  };
}

export function diagnoseRow(diagnosis: Diagnosis, table: EncodedTable, row: number): Finding {
  const finding = findSuspects(diagnosis, table, row);
  if (!diagnosis.verify) return finding;
  const repaired = repairedRow(table, row, finding.suspects);
  const { strangeness } = blameRow(diagnosis.blamer, repaired, 0);
  const { chooser, model } = diagnosis;
  // Range and mined rules are counted among all sure ones; tree rules only where they are shown.
  const fromTrees = finding.rules.filter((rule) => rule.source === "tree");
  return {
    ...finding,
    repaired: {
      strength: strengthOf(model.calibration, strangeness),
      brokenBefore: countBroken(chooser, table, row) + fromTrees.length,
      brokenAfter: countBroken(chooser, repaired, 0) + fromTrees.filter((rule) => breaksRule(rule, repaired, 0)).length,
    },
  };
}

function findSuspects(diagnosis: Diagnosis, table: EncodedTable, row: number): Finding {
  const { model, blamer } = diagnosis;
  const blame = blameRow(blamer, table, row);
  const accused = accuse(diagnosis, blame);
  const view: RowView = { table, row, values: blamer.values };
  const rules: Rule[] = [];
  const shares = blameShares(blame);
  const suspects = blame.order.map((feature, rank): Suspect => {
    const share = shares[rank]!;
    if (accused[feature] === 0) return { feature, blame: share, rule: null, expected: null, suggested: null };
    const rule = rules.length < diagnosis.top ? chooseRule(diagnosis.chooser, view, feature, accused) : null;
    if (rule !== null) rules.push(rule);
    // Without a rule only the first suspect is worth a word: that is what the normal rows most like this one have.
    if (rule === null && rank > 0) return { feature, blame: share, rule: null, expected: null, suggested: null };
    const own = model.features[feature]!;
    const near = keptValues(model.neighbours, feature, blame.nearest);
    const expected = rule?.consequent ?? nearestExpectation(own, feature, near, view.values[feature]!);
    const suggested = expected === null ? null : suggestValue(own, near, expected);
    return { feature, blame: share, rule: rule === null ? null : rules.length - 1, expected, suggested };
  });
  return { suspects, rules, strength: strengthOf(model.calibration, blame.strangeness), repaired: null };
}

/** Share of normal rows that are less strange; null when none were measured. */
function strengthOf({ strangeness }: Calibration, own: number): number | null {
  return strangeness.length === 0 ? null : countBelow(strangeness, own) / strangeness.length;
}

/** The row alone, with suggested values in place. */
function repairedRow(table: EncodedTable, row: number, suspects: readonly Suspect[]): EncodedTable {
  const repaired = encodedRows(table, Int32Array.of(row));
  for (const { feature, suggested } of suspects) {
    if (suggested === null) continue;
    const column = repaired.columns[feature]!;
    if (column.kind === "numeric") column.values[0] = suggested;
    else column.codes[0] = suggested;
  }
  return repaired;
}

function accuse({ accusation, model }: Diagnosis, blame: RowBlame): Uint8Array {
  const accused = new Uint8Array(model.features.length);
  blame.order.slice(0, blame.blamedCount).forEach((feature, rank) => {
    if (rank === 0 || blame.strengths[rank]! >= accusation) accused[feature] = 1;
  });
  return accused;
}

/** In proportion to squared strength, as squared deviations add up; never more than the suspect before. */
function blameShares(blame: RowBlame): number[] {
  let ceiling = Number.POSITIVE_INFINITY;
  const squares = blame.strengths.map((strength) => {
    const own = Math.max(LEAST_STRENGTH, strength);
    ceiling = Math.min(ceiling, own * own);
    return ceiling;
  });
  const total = squares.reduce((sum, square) => sum + square, 0);
  return squares.map((square) => square / total);
}

/** Keeps every share above nothing, so that they always sum to 1. */
const LEAST_STRENGTH = 1e-3;
