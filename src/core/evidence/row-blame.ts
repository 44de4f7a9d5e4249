/**
 * Blame for rows of a table: gathers the evidence of trees, nearest normal rows, mixture and single values, then
 * blames.
 *
 * Prepared once; each row reuses the buffers. Learning uses it too, to see how strange normal rows look.
 */

import { fillTables, type Kernel, type Laid, type Layout, layOut, tableLayout } from "../compute/index.js";
import {
  type Conditionals,
  type KnownValues,
  type Mixture,
  type Network,
  newChanceOf,
  type Quantiles,
  roundToKnown,
} from "../densities/index.js";
import type { Calibration, FeatureProfile, NumericProfile, ReferenceRows } from "../model/index.js";
import type { CountedDependency, Forest } from "../rules/index.js";
import { type EncodedTable, type Feature, fillRow, isDuration, isOfClock } from "../table/index.js";
import { type Blame, blameFeatures, blameLayout, type GatheredEvidence, prepareBlame } from "./blame.js";
import { conditionalLayout, prepareConditionals, startConditionals } from "./conditional-evidence.js";
import { planConditionals } from "./conditional-trees.js";
import {
  dependencyLayout,
  planDependencies,
  prepareDependencies,
  roundToFixed,
  weighDependencies,
} from "./dependency-evidence.js";
import { mixtureLayout, prepareMixtureEvidence, startMixture } from "./mixture-evidence.js";
import { densityLayout, prepareNearDensity, startDensity } from "./near-density.js";
import { findNear, type Neighbours, neighbourLayout, prepareNeighbours } from "./neighbours.js";
import {
  type NetworkEvidence,
  networkLayout,
  planNetwork,
  prepareNetwork,
  weighByNetwork,
} from "./network-evidence.js";
import { prepareStandard, type Standard } from "./standard-row.js";
import { describeValues, prepareValues, type RowValues, valueLayout } from "./standard-values.js";
import { raritySurprise } from "./surprise.js";
import { planTrees, prepareTreeEvidence, startTrees, type TreePlan, treeLayout } from "./tree-evidence.js";

export interface BlameParts {
  readonly rowCount: number;
  readonly features: readonly Feature[];
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  readonly forest: Forest;
  readonly neighbours: ReferenceRows;
  /** Of categories, among more rows than `neighbours` (see widthsAmong); absent, null: among these. */
  readonly categoryWidths?: Float64Array | null;
  readonly mixture: Mixture | null;
  readonly knownValues: readonly (KnownValues | null)[];
  readonly conditionals: Conditionals | null;
  readonly network: Network | null;
  /** What categories fix (see dependenciesOf); absent: nothing. */
  readonly dependencies?: readonly CountedDependency[];
  /** Only what these turns of them learnt is asked; none: all. */
  readonly turns?: readonly number[];
  readonly calibration: Pick<Calibration, "usualSums">;
}

export interface RowBlamer extends GatheredEvidence {
  /** Null where there is no network. */
  readonly network: NetworkEvidence | null;
  readonly standard: Standard;
  readonly neighbours: Neighbours;
  /** The row at hand: values or codes. On the common scale it is neighbours.row. */
  readonly values: Float64Array<ArrayBuffer>;
  readonly described: RowValues;
  /** Least and greatest value of numeric features in learning rows; null for others. */
  readonly ranges: readonly (Pick<NumericProfile, "min" | "max"> | null)[];
  readonly knownValues: readonly (KnownValues | null)[];
  /** Of the row at hand: chance that a normal row has a value as new as that; 1 where it is not new, or unknown. */
  readonly newChances: Float64Array;
  /** See Calibration; 0 where that is not known. Calibration fills it. */
  readonly usualSums: Float64Array;
  /** Features of the clock, which is never wrong, and durations of states, which are only where they are too long. */
  readonly ofClock: Int32Array;
  readonly durations: Int32Array;
  readonly blame: RowBlame;
}

/** Filled anew for each row. */
export interface RowBlame extends Blame {
  /** Numbers of the nearest reference rows, nearest first: [0, nearestCount) in use. */
  readonly nearest: Int32Array;
  nearestCount: number;
}

/** Nearest rows shown. */
const SHOWN_NEAREST = 3;

/** `kernel`: one that serves nothing else. */
export function prepareRowBlamer(parts: BlameParts, kernel: Kernel): RowBlamer {
  return layOutRowBlamer(parts, planTrees(parts), { beside: {}, kernel }).blamer;
}

/** With arrays `beside` it in one piece of memory. */
export function layOutRowBlamer<Beside extends Layout>(
  parts: BlameParts,
  plan: TreePlan,
  { beside, kernel }: { readonly beside: Beside; readonly kernel: Kernel },
): { readonly blamer: RowBlamer; readonly beside: Laid<Beside> } {
  const standard = prepareStandard(parts);
  const count = parts.features.length;
  const newChances = new Float64Array(count);
  const byOthers = planConditionals(parts.conditionals, parts.features, parts.turns ?? null);
  const ofRows = planNetwork(parts);
  const fixed = planDependencies(parts.dependencies ?? [], parts.profiles);
  const laid = layOut(kernel, {
    tables: tableLayout(),
    values: valueLayout(parts, plan.flat),
    neighbours: neighbourLayout(parts.neighbours),
    density: densityLayout(count),
    mixture: mixtureLayout(parts.mixture),
    trees: treeLayout(plan),
    conditionals: conditionalLayout(byOthers),
    network: networkLayout(ofRows),
    dependencies: dependencyLayout(fixed),
    blame: blameLayout(count),
    beside,
  });
  const { tables, ...arrays } = laid;
  fillTables(tables);
  const neighbours = prepareNeighbours(parts.neighbours, arrays.neighbours, {
    standard,
    kernel,
    categoryWidths: parts.categoryWidths ?? null,
  });
  const evidence: GatheredEvidence = {
    trees: prepareTreeEvidence(plan, arrays.trees, { standard, row: neighbours.row, tables, kernel }),
    density: prepareNearDensity(neighbours, arrays.density, tables),
    mixture: parts.mixture === null ? null : prepareMixtureEvidence(parts.mixture, arrays.mixture, { tables, kernel }),
    conditionals:
      byOthers === null
        ? null
        : prepareConditionals(
            { plan: byOthers, newChances, profiles: parts.profiles, tables, kernel },
            arrays.conditionals,
          ),
    dependencies: prepareDependencies(fixed, arrays.dependencies),
  };
  const { network } = parts;
  const blame = prepareBlame(evidence, arrays.blame, { isCategorical: standard.isCategorical, network, kernel });
  const { marginal, answers } = evidence.trees;
  const { tail, isMissing, isLeftOut } = blame;
  const scores = evidence.mixture?.scores ?? null;
  const described = prepareValues(parts, arrays.values, {
    standard,
    flat: plan.flat,
    evidence: { standardised: neighbours.row, marginal, tail, isMissing, isLeftOut, answers, scores },
    tables,
    kernel,
  });
  const blamer: RowBlamer = {
    ...evidence,
    network: ofRows === null ? null : prepareNetwork(ofRows, arrays.network, { doubts: blame.doubts, tables, kernel }),
    standard,
    neighbours,
    values: arrays.values.values,
    described,
    ranges: parts.profiles.map((profile) => (profile.kind === "numeric" ? profile : null)),
    knownValues: parts.knownValues,
    newChances,
    usualSums: Float64Array.from(parts.calibration.usualSums ?? new Float64Array(count)),
    ofClock: Int32Array.from(parts.features.keys()).filter((feature) => isOfClock(parts.features[feature]!)),
    durations: Int32Array.from(parts.features.keys()).filter((feature) => isDuration(parts.features[feature]!)),
    blame: { ...blame, nearest: neighbours.nearest, nearestCount: 0 },
  };
  return { blamer, beside: arrays.beside };
}

/** What is returned belongs to the blamer, and is good until the next row. */
export function blameRow(blamer: RowBlamer, table: EncodedTable, row: number): RowBlame {
  gatherEvidence(blamer, table, row);
  blameFeatures(blamer.blame, blamer.blame.blamedCount);
  return blamer.blame;
}

export interface Judgement {
  /** How strange the row is, and how strongly its first suspect is suspected; 0 where there are no features. */
  readonly strangeness: number;
  readonly strength: number;
}

/** What blameRow finds in its first step. */
export function judgeRow(blamer: RowBlamer, table: EncodedTable, row: number): Judgement {
  const { blame } = blamer;
  gatherEvidence(blamer, table, row);
  blameFeatures(blame, Math.min(1, blame.blamedCount));
  return { strangeness: blame.strangeness[0]!, strength: blame.rankedSums[0] ?? 0 };
}

/** Numbers of the nearest reference rows that are shown, nearest first. */
export function nearestReferenceRows(blamer: RowBlamer, table: EncodedTable, row: number): Int32Array {
  const { neighbours } = blamer;
  const nearCount = placeRow(blamer, table, row);
  return neighbours.nearest.slice(0, Math.min(SHOWN_NEAREST, nearCount));
}

function gatherEvidence(blamer: RowBlamer, table: EncodedTable, row: number): void {
  const { values, trees, density, mixture, conditionals, network, dependencies, blame } = blamer;
  const nearCount = placeRow(blamer, table, row);
  blame.nearestCount = Math.min(SHOWN_NEAREST, nearCount);
  startTrees(trees, values, blame.isLeftOut);
  startDensity(density, nearCount);
  if (mixture !== null) startMixture(mixture, blame.isLeftOut);
  if (conditionals !== null) startConditionals(conditionals, values);
  if (network !== null) weighByNetwork(network, values);
  else blame.doubts.fill(0);
  weighDependencies(dependencies, values, blame.doubts);
}

/**
 * Added to what speaks against a number beyond all that learning rows have: about as much as against a category never
 * seen. Against a new one among those that they have (see known-values.ts) as much as against a category so rare.
 */
const BEYOND_ALL = 4;
/** Of what usually speaks against a category so much is taken off. */
const USUAL_PART = 0.75;

/** Whatever speaks against such a feature counts for nothing. */
const NEVER = -1e6;

function fillOffsets(blamer: RowBlamer): void {
  const { values, ranges, knownValues, newChances, usualSums, ofClock, durations, blame } = blamer;
  const { offsets } = blame;
  for (let j = 0; j < values.length; j++) {
    const range = ranges[j]!;
    const known = knownValues[j]!;
    const isBeyond = range !== null && (values[j]! < range.min || values[j]! > range.max);
    newChances[j] = known === null || isBeyond || Number.isNaN(values[j]!) ? 1 : newChanceOf(known, values[j]!);
    if (isBeyond) offsets[j] = BEYOND_ALL;
    else offsets[j] = newChances[j]! < 1 ? raritySurprise(newChances[j]!) : -USUAL_PART * usualSums[j]!;
  }
  for (let i = 0; i < ofClock.length; i++) offsets[ofClock[i]!] = NEVER;
  for (const j of durations) if (!(values[j]! > ranges[j]!.max)) offsets[j] = NEVER;
}

/** Looks at the row's values by themselves, then for the nearest reference rows; returns how many were found. */
function placeRow(blamer: RowBlamer, table: EncodedTable, row: number): number {
  const { values, described, neighbours } = blamer;
  fillRow(table, row, values);
  roundToKnown(blamer.knownValues, values);
  roundToFixed(blamer.dependencies, values);
  fillOffsets(blamer);
  describeValues(described);
  return findNear(neighbours);
}
