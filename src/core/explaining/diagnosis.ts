/**
 * Explaining by diagnosis: blame by surprise drop, and for each accused feature the rule that says it best.
 *
 * Accused are the first suspect, and those after it that look stranger than all but a few normal rows do. Their rules
 * ask for no other accused feature, so what is shown never contradicts the blame.
 */
import type { Kernel } from "../compute/index.js";
import { isFiner } from "../densities/index.js";
import {
  blameRow,
  contradictedProbability,
  expectValue,
  judgeRow,
  layOutRowBlamer,
  type ProbabilityTeller,
  planTrees,
  prepareExpecter,
  prepareProbability,
  type RowBlame,
  type RowBlamer,
  seenValues,
  strengthOf,
  tellProbabilities,
  type ValueExpecter,
} from "../evidence/index.js";
import { diagnosisRowCount, type Model } from "../model/index.js";
import { dependenciesOf, type Rule } from "../rules/index.js";
import { type EncodedTable, encodedRows } from "../table/index.js";
import {
  breaksRule,
  choiceLayout,
  chooseRule,
  countBroken,
  planChoice,
  prepareRuleChooser,
  type RuleChooser,
  startChoosing,
} from "./choice/choose-rule.js";
import { type Contradiction, findContradiction, placeSecond } from "./contradiction.js";
import { type Changeable, type Finding, LIKELY, type Suspect, suspectsToRepair } from "./finding.js";
import { nearestExpectation, referenceValues, suggestValue } from "./repair.js";

export interface Diagnosis {
  readonly model: Model;
  readonly blamer: RowBlamer;
  readonly chooser: RuleChooser;
  readonly expecter: ValueExpecter;
  /** Most rules shown. */
  readonly top: number;
  /**
   * Null: an older model, whose suspects after the first are accused when they are at least as strange as `accusation`.
   */
  readonly probability: ProbabilityTeller | null;
  readonly accusation: number;
  /** Whether suspects are left without rules and expected values. */
  readonly isBlameOnly: boolean;
  /** Of the row at hand, one for each feature. */
  readonly suspects: readonly Changeable<Suspect>[];
}

export interface DiagnosisOptions {
  readonly top: number;
  /**
   * Whether it is only asked how suspect features are: rules and expected values take a quarter of the time. Default:
   * false.
   */
  readonly isBlameOnly?: boolean;
}

/** `kernel`: one that serves nothing else. */
export function prepareDiagnosis(model: Model, options: DiagnosisOptions, kernel: Kernel): Diagnosis {
  const { top, isBlameOnly = false } = options;
  const trees = planTrees(model);
  const choice = planChoice(model, trees);
  const parts = { ...model, rowCount: diagnosisRowCount(model), dependencies: dependenciesOf(model) };
  const laid = layOutRowBlamer(parts, trees, { beside: choiceLayout(choice), kernel });
  const { blamer } = laid;
  const { accusation, probability } = model.calibration;
  const row = { values: blamer.values, isLeftOut: blamer.blame.isLeftOut, treeLeaves: blamer.trees.treeLeaves };
  const chooser = prepareRuleChooser(choice, laid.beside, { row, kernel });
  return {
    model,
    blamer,
    chooser,
    expecter: prepareExpecter(model, blamer, chooser.isBarred),
    top,
    isBlameOnly,
    probability: probability === null ? null : prepareProbability(probability),
    accusation: accusation ?? Number.POSITIVE_INFINITY,
    // Numbers with a fraction from the start: an engine then keeps room for one in each, and writes into it.
    suspects: model.features.map((_, feature) => ({
      feature,
      blame: 0.5,
      probability: null,
      rule: null,
      expected: null,
      level: null,
      seen: null,
      isNew: false,
      isFiner: false,
      suggested: null,
    })),
  };
}

export interface VerifiedRow {
  readonly table: EncodedTable;
  readonly row: number;
  /** Features that the review passes over here: nothing about them is repaired or counted. */
  isMuted(feature: number): boolean;
}

/** Looks at the row that was diagnosed last as its finding would repair it. */
export function verifyRow(diagnosis: Diagnosis, finding: Finding, { table, row, isMuted }: VerifiedRow): Finding {
  if (diagnosis.isBlameOnly) return finding; // nothing is suggested
  const { chooser, blamer, model } = diagnosis;
  const broken = countBroken(chooser, isMuted);
  const repaired = repairedRow(table, row, suspectsToRepair(finding.suspects, finding.isEither));
  const { strangeness } = judgeRow(blamer, repaired, 0);
  startChoosing(chooser);
  // Range and mined rules are counted among all sure ones; tree rules only where they are shown.
  const fromTrees = finding.rules.filter((rule) => rule.source === "tree");
  return {
    ...finding,
    repaired: {
      strength: strengthOf(model.calibration, strangeness),
      brokenBefore: broken + fromTrees.length,
      brokenAfter: countBroken(chooser, isMuted) + fromTrees.filter((rule) => breaksRule(rule, repaired, 0)).length,
    },
  };
}

/** The suspects belong to the diagnosis, and are good until the next row. */
export function diagnoseRow(diagnosis: Diagnosis, table: EncodedTable, row: number): Finding {
  const { model, blamer, suspects, isBlameOnly } = diagnosis;
  const blame = blameRow(blamer, table, row);
  const strength = strengthOf(model.calibration, blame.strangeness[0]!);
  const contradiction = findContradiction(
    blamer,
    {
      profiles: model.profiles,
      usual: diagnosis.accusation,
    },
    { table, row },
  );
  fillProbabilities(diagnosis, blame);
  raiseFirst(diagnosis, blame);
  if (contradiction !== null) shareSuspicion(diagnosis, contradiction);
  fillBlame(diagnosis, blame);
  const isEither = contradiction !== null && isLikelyPair(suspects);
  const rules = isBlameOnly ? [] : findRules(diagnosis, blame, isEither);
  return { suspects, rules, isEither, strength, repaired: null };
}

/** Who is suspect, and how much; nothing is said yet about what was expected. */
function fillBlame({ suspects, blamer: { newChances, knownValues, values } }: Diagnosis, blame: RowBlame): void {
  const total = blameTotal(blame);
  for (let rank = 0; rank < blame.order.length; rank++) {
    const suspect = suspects[rank]!;
    suspect.feature = blame.order[rank]!;
    suspect.blame = squaredSum(blame, rank) / total;
    suspect.isNew = newChances[suspect.feature]! < 1;
    suspect.isFiner = suspect.isNew && isFiner(knownValues[suspect.feature]!, values[suspect.feature]!);
    suspect.rule = suspect.expected = suspect.level = suspect.seen = suspect.suggested = null;
  }
}

/** For each accused suspect a rule, and what was expected. */
function findRules(diagnosis: Diagnosis, blame: RowBlame, isEither: boolean): readonly Rule[] {
  const { chooser, suspects, top } = diagnosis;
  const rules: Rule[] = [];
  accuse(diagnosis, blame);
  startChoosing(chooser);
  for (let rank = 0; rank < suspects.length; rank++) {
    const suspect = suspects[rank]!;
    const { feature } = suspect;
    if (isEither && rank < 2) accuseAlone(chooser, feature);
    if (chooser.accused[feature] !== 1) continue;
    const rule = rules.length < top ? chooseRule(chooser, feature) : null;
    if (rule !== null) suspect.rule = rules.push(rule) - 1;
    fillExpectation(diagnosis, suspect, rule);
  }
  return rules;
}

/** By the rest of the row; models that were not measured for it know only the rule and the nearest rows. */
function fillExpectation(
  { model, blamer, expecter }: Diagnosis,
  suspect: Changeable<Suspect>,
  rule: Rule | null,
): void {
  const { feature } = suspect;
  const consequent = rule?.consequent ?? null;
  if (model.calibration.expected !== null) {
    const seen = seenValues(expecter.seen, feature, rule);
    const found = expectValue(expecter, { feature, rule: consequent, seen });
    suspect.expected = found?.expected ?? consequent;
    suspect.level = found?.level ?? null;
    suspect.suggested = found?.suggested ?? null;
    suspect.seen = suspect.expected === null ? null : seen;
    return;
  }
  const modelFeature = model.features[feature]!;
  const near = referenceValues(model.neighbours, feature, blamer.blame);
  suspect.expected =
    consequent ?? nearestExpectation(modelFeature, near, { index: feature, observed: blamer.values[feature]! });
  suspect.suggested = suspect.expected === null ? null : suggestValue(modelFeature, near, suspect.expected);
}

/**
 * Two readings that contradict each other are suspected alike: each is as likely wrong as the first, and at most one of
 * them.
 */
function shareSuspicion({ blamer, suspects }: Diagnosis, contradiction: Contradiction): void {
  const place = blamer.blame.order.indexOf(contradiction.feature);
  placeSecond(blamer, contradiction);
  const [first, second] = suspects;
  if (first!.probability === null) return;
  const shared = Math.max(Math.min(0.5, first!.probability), contradiction.probability / 2);
  // Those that stood between the two stand one place further back, with what was told of them.
  for (let rank = place; rank > 1; rank--) suspects[rank]!.probability = suspects[rank - 1]!.probability;
  for (let rank = 0; rank < suspects.length; rank++) {
    const suspect = suspects[rank]!;
    suspect.probability = Math.min(shared, suspect.probability!);
  }
  first!.probability = second!.probability = shared;
}

/** One of the two is more likely wrong than none. */
function isLikelyPair([first]: readonly Suspect[]): boolean {
  return first!.probability === null || 2 * first!.probability >= LIKELY;
}

/** Of two that contradict each other each is told by a rule that asks for the other. */
function accuseAlone(chooser: RuleChooser, feature: number): void {
  chooser.accused.fill(0);
  chooser.accused[feature] = 1;
  startChoosing(chooser);
}

/** The row alone, with suggested values of these suspects in place. */
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

function fillProbabilities({ probability, suspects }: Diagnosis, { rankedSums, strangeness }: RowBlame): void {
  if (probability === null) return;
  const sums = { rankedSums, strangeness: strangeness[0]!, runnerUp: strangeness[1]! };
  tellProbabilities(probability, sums, (rank, likely) => {
    suspects[rank]!.probability = likely;
  });
}

/** What a contradiction says by itself of the first suspect is no less than the sums say. */
function raiseFirst({ blamer, suspects }: Diagnosis, { order, doubts }: RowBlame): void {
  const [first] = suspects;
  if (first === undefined || first.probability === null) return;
  const contradicted = contradictedProbability(blamer.dependencies, doubts, order[0]!);
  if (contradicted > first.probability) first.probability = contradicted;
}

/** Marks the accused. */
function accuse(
  { probability, accusation, suspects, chooser: { accused } }: Diagnosis,
  { order, rankedSums, blamedCount }: RowBlame,
): void {
  accused.fill(0);
  for (let rank = 0; rank < blamedCount; rank++) {
    const isAccused =
      probability === null ? rank === 0 || rankedSums[rank]! >= accusation : suspects[rank]!.probability! >= LIKELY;
    if (isAccused) accused[order[rank]!] = 1;
  }
}

/** Blame is shared in proportion to squared strength, as squared deviations add up; rankedSums never rise. */
function squaredSum({ rankedSums }: RowBlame, rank: number): number {
  const strength = Math.max(LEAST_SUM, rankedSums[rank]!);
  return strength * strength;
}

function blameTotal(blame: RowBlame): number {
  let total = 0;
  for (let rank = 0; rank < blame.order.length; rank++) total += squaredSum(blame, rank);
  return total;
}

/** Keeps every share above nothing, so that they always sum to 1. */
const LEAST_SUM = 1e-3;
