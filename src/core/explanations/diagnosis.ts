/**
 * Explaining by diagnosis: blame by surprise drop, and for each accused feature the rule that says it best.
 *
 * Accused are the first suspect, and those after it that look stranger than all but a few normal rows do. Their rules
 * lean on no other accused feature, so what is shown never contradicts the blame.
 */
import type { Model } from "../model/model.js";
import type { Rule } from "../rules/rule-list.js";
import type { EncodedTable } from "../table/encode-table.js";
import { chooseRule, prepareRuleChooser, type RowView, type RuleChooser } from "./choose-rule.js";
import type { Finding, Suspect } from "./finding.js";
import { blameRow, prepareRowBlamer, type RowBlame, type RowBlamer } from "./row-blame.js";

export interface Diagnosis {
  readonly model: Model;
  readonly blamer: RowBlamer;
  readonly chooser: RuleChooser;
  /** Most rules shown. */
  readonly top: number;
  /** A suspect after the first is accused when it is at least this strange. */
  readonly accusation: number;
}

/** A later suspect must be stranger than this share of normal rows is in its strangest feature. */
const ACCUSED_SHARE = 0.95;

export function prepareDiagnosis(model: Model, top: number): Diagnosis {
  const { calibration } = model;
  const place = Math.floor(ACCUSED_SHARE * calibration.length);
  return {
    model,
    blamer: prepareRowBlamer(model),
    chooser: prepareRuleChooser(model),
    top,
    accusation: calibration[place] ?? Number.POSITIVE_INFINITY,
  };
}

export function diagnoseRow(diagnosis: Diagnosis, table: EncodedTable, row: number): Finding {
  const blame = blameRow(diagnosis.blamer, table, row);
  const accused = accuse(diagnosis, blame);
  const view: RowView = { table, row, values: diagnosis.blamer.values };
  const rules: Rule[] = [];
  const shares = blameShares(blame);
  const suspects = blame.order.map((feature, rank): Suspect => {
    const rule =
      accused[feature] === 1 && rules.length < diagnosis.top
        ? chooseRule(diagnosis.chooser, view, feature, accused)
        : null;
    if (rule !== null) rules.push(rule);
    return {
      feature,
      blame: shares[rank]!,
      rule: rule === null ? null : rules.length - 1,
      expected: rule?.consequent ?? null,
      suggested: null,
    };
  });
  return { suspects, rules };
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
    ceiling = Math.min(ceiling, Math.max(LEAST_STRENGTH, strength) ** 2);
    return ceiling;
  });
  const total = squares.reduce((sum, square) => sum + square, 0);
  return squares.map((square) => square / total);
}

/** Keeps every share above nothing, so that they always sum to 1. */
const LEAST_STRENGTH = 1e-3;
