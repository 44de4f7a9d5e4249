/**
 * Made-up knowledge of normal rows, and rows to be judged by it: nothing was learnt, so trees, kept rows, mixture and
 * network contradict each other freely. Numbers have few binary digits, so that equal distances are equal to the last
 * bit.
 */

import { createRandom, type Random, randomInteger, randomNormal } from "../../src/core/base/index.js";
import type { KnownValues, Mixture, Quantiles } from "../../src/core/densities/index.js";
import type { FeatureProfile } from "../../src/core/model/index.js";
import type { CountedDependency, Expected, Forest } from "../../src/core/rules/index.js";
import { type EncodedTable, type Feature, MISSING, UNSEEN } from "../../src/core/table/index.js";
import { type Cell, classOfEach, type Parts } from "../oracle/diagnosis-cells.js";
import { makeConditionals } from "./made-up-conditionals.js";
import { logShares, makeNetwork } from "./made-up-network.js";

export interface MadeUp {
  readonly parts: Parts;
  readonly rows: readonly (readonly Cell[])[];
}

export function makeUp(seed: number): MadeUp {
  const random = createRandom(seed);
  const ofNetwork = createRandom(seed + 1e6); // apart, so that all else is the same with a network and without
  const featureCount = 1 + randomInteger(random, 6);
  const rowCount = 5 + randomInteger(random, 200);
  const features = Array.from({ length: featureCount }, (_, j) => makeFeature(random, j));
  const profiles = features.map((feature) => makeProfile(random, feature, rowCount));
  const ofValues = createRandom(seed + 2e6);
  const knownValues = features.map((feature) => makeKnownValues(ofValues, feature));
  const parts: Parts = {
    rowCount,
    features,
    profiles,
    quantiles: profiles.map((profile) => makeQuantiles(random, profile)),
    forest: makeForest(random, features, profiles),
    knownValues,
    mixture: featureCount < 2 || chance(random, 0.2) ? null : makeMixture(random, featureCount),
    conditionals:
      featureCount < 2 || chance(random, 0.2) ? null : makeConditionals(random, { profiles, knownValues, rowCount }),
    network: chance(ofNetwork, 0.5) ? null : makeNetwork(ofNetwork, profiles, makeState),
    neighbours: makeNeighbours(random, features, chance(random, 0.15) ? 0 : randomInteger(random, 45)),
    calibration: { usualSums: chance(random, 0.3) ? null : Float64Array.from(features, () => 4 * random()) },
  };
  const rows = Array.from({ length: 4 }, () => makeRow(random, parts));
  const dependencies = makeDependencies(createRandom(seed + 2e6), profiles, rows);
  return { parts: { ...parts, dependencies }, rows };
}

/** Of some pairs of features; some of the rows break them, some keep them. */
function makeDependencies(
  random: Random,
  profiles: readonly FeatureProfile[],
  rows: readonly (readonly Cell[])[],
): CountedDependency[] {
  return profiles.flatMap((profile, from) =>
    profiles.flatMap((other, to): CountedDependency[] => {
      if (from === to || profile.kind !== "categorical" || chance(random, 0.6)) return [];
      const seen = rows.map((row) => row[to]!).filter((cell): cell is number => Number.isFinite(cell));
      const expected = profile.counts.map((): Expected | null => {
        const cell = seen[randomInteger(random, Math.max(1, seen.length))];
        if (cell === undefined || chance(random, 0.2)) return null;
        if (other.kind === "categorical") return { kind: "in", feature: to, codes: [cell] };
        return makeInterval(random, to, cell);
      });
      const counts = expected.map((wanted) => (wanted === null ? 0 : randomInteger(random, 50)));
      const asExpected = Float64Array.from(counts, (count) => Math.max(0, count - randomInteger(random, 3)));
      const codes = other.kind === "categorical" ? other.counts : [];
      const exceptions = Float64Array.from(codes, () => (chance(random, 0.5) ? 0 : randomInteger(random, 9)));
      return [{ from, to, expected, rows: Float64Array.from(counts), asExpected, exceptions }];
    }),
  );
}

/** One number, or a range that may be open and may overlap with others. */
function makeInterval(random: Random, feature: number, cell: number): Expected {
  if (chance(random, 0.5)) return { kind: "interval", feature, min: cell, max: cell, maxInclusive: true };
  const min = pick(random, [cell, cell - 1, cell - 4, Number.NEGATIVE_INFINITY]);
  const max = pick(random, [cell + 0.5, cell + 1, cell + 4, Number.POSITIVE_INFINITY]);
  return { kind: "interval", feature, min, max, maxInclusive: chance(random, 0.5) };
}

/** The rows as the fast code reads them. */
export function encodeCells(features: readonly Feature[], rows: readonly (readonly Cell[])[]): EncodedTable {
  return {
    rowCount: rows.length,
    features,
    columns: features.map((feature, j) =>
      feature.kind === "numeric"
        ? {
            kind: "numeric",
            values: Float64Array.from(rows, (row) => (row[j] === "missing" ? Number.NaN : Number(row[j]))),
          }
        : { kind: "categorical", codes: Int32Array.from(rows, (row) => codeOf(row[j]!)) },
    ),
  };
}

function codeOf(cell: Cell): number {
  return cell === "missing" ? MISSING : cell === "unseen" ? UNSEEN : cell;
}

function chance(random: Random, share: number): boolean {
  return random() < share;
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[randomInteger(random, list.length)]!;
}

/** A multiple of an eighth, most often near 0. */
function eighths(random: Random): number {
  return Math.round(randomNormal(random) * pick(random, [4, 16, 40])) / 8;
}

function makeFeature(random: Random, j: number): Feature {
  const name = `f${j}`;
  if (chance(random, 0.55)) return { name, kind: "numeric" };
  const type = pick(random, ["text", "number", "boolean"] as const);
  const count = type === "text" && chance(random, 0.1) ? 40 : 1 + randomInteger(random, 4);
  if (type === "text") {
    return { name, kind: "categorical", type, categories: Array.from({ length: count }, (_, code) => `c${code}`) };
  }
  if (type === "number") {
    return { name, kind: "categorical", type, categories: Array.from({ length: count }, (_, code) => code * 2) };
  }
  return { name, kind: "categorical", type, categories: [false, true] };
}

function makeProfile(random: Random, feature: Feature, rowCount: number): FeatureProfile {
  const missingCount = pick(random, [0, 0, 0, 1, 3, rowCount >> 1]);
  if (feature.kind === "categorical") {
    const counts = feature.categories.map(() => (chance(random, 0.15) ? 0 : randomInteger(random, rowCount)));
    return { kind: "categorical", counts, missingCount };
  }
  const deviation = pick(random, [0, 0.25, 1, 1, 2, 4]);
  const mean = pick(random, [0, 1.5, -4]);
  const scale = { unit: pick(random, [null, null, 0.5, 3]), mean, deviation };
  return { kind: "numeric", mean, deviation, min: -20, max: 20, missingCount, scale };
}

/** Values of which some rows have others, or whole numbers, or halves. */
function makeKnownValues(random: Random, feature: Feature): KnownValues | null {
  if (feature.kind === "categorical" || chance(random, 0.5)) return null;
  const values = new Set(Array.from({ length: randomInteger(random, 25) }, () => eighths(random)));
  const decimals = pick(random, [null, null, 0, 1, 3]);
  const rowCount = 5 + randomInteger(random, 200);
  if (values.size === 0) return { rowCount, values: null, newChance: 1, decimals };
  return { rowCount, values: Float64Array.from(values).sort(), newChance: pick(random, [0.05, 0.01, 1e-4]), decimals };
}

/** Shares on a coarse lattice, in order. */
function makeQuantiles(random: Random, profile: FeatureProfile): Quantiles {
  const codes =
    profile.kind === "categorical" ? profile.counts.flatMap((count, code) => (count > 0 ? [code] : [])) : [];
  const numbers = Array.from({ length: randomInteger(random, 9) }, () => eighths(random));
  const values = profile.kind === "categorical" ? codes : [...new Set(numbers)].sort((a, b) => a - b);
  const steps = values.map(() => 1 + randomInteger(random, 3));
  const total = steps.reduce((sum, step) => sum + step, 1);
  const shares = steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0) / total);
  return { values: Float64Array.from(values), shares: Float64Array.from(shares) };
}

interface Node {
  readonly splitFeature: number;
  readonly splitValue: number;
  right: number;
}

function makeForest(random: Random, features: readonly Feature[], profiles: readonly FeatureProfile[]): Forest {
  const nodes: Node[] = [];
  const targets: number[] = [];
  const roots = [0];
  const owners: number[] = [];
  features.forEach((_, target) => {
    for (let tree = chance(random, 0.2) ? 0 : randomInteger(random, 5); tree > 0; tree--) {
      makeTree(random, features, target, nodes);
      targets.push(target);
      roots.push(nodes.length);
      while (owners.length < nodes.length) owners.push(target);
    }
  });
  const classCounts: number[] = [];
  const classOffsets = [0];
  const antecedentCounts = owners.map((target) => {
    const profile = profiles[target]!;
    if (profile.kind === "numeric") {
      classOffsets.push(classCounts.length);
      return randomInteger(random, 100);
    }
    const classes = Math.max(...classOfEach(profile.counts)) + 1;
    const counts = Array.from({ length: classes }, () => (chance(random, 0.4) ? 0 : randomInteger(random, 30)));
    classCounts.push(...counts);
    classOffsets.push(classCounts.length);
    return counts.reduce((sum, count) => sum + count, 0);
  });
  const zeros = new Float64Array(nodes.length);
  return {
    targets: Int32Array.from(targets),
    roots: Uint32Array.from(roots),
    splitFeatures: Int32Array.from(nodes, (node) => node.splitFeature),
    splitValues: Float64Array.from(nodes, (node) => node.splitValue),
    right: Uint32Array.from(nodes, (node) => node.right),
    means: zeros.map(() => eighths(random) / 4),
    deviations: zeros.map(() => pick(random, [0, 0.1, 0.5, 1, 3])),
    lows: zeros.map(() => -20),
    highs: zeros.map(() => 20),
    classOffsets: Uint32Array.from(classOffsets),
    classCounts: Uint32Array.from(classCounts),
    antecedentCounts: Uint32Array.from(antecedentCounts),
    supportCounts: Uint32Array.from(antecedentCounts),
    checked: null,
  };
}

/** A bare root, or splits down to six levels, several of which may ask for the same feature. */
function makeTree(random: Random, features: readonly Feature[], target: number, nodes: Node[]): void {
  const inputs = [...features.keys()].filter((j) => j !== target);
  const grow = (depth: number): void => {
    const isLeaf = depth === 6 || inputs.length === 0 || chance(random, 0.35);
    const splitFeature = isLeaf ? -1 : pick(random, inputs);
    const feature = features[splitFeature];
    const splitValue =
      feature === undefined
        ? 0
        : feature.kind === "numeric"
          ? eighths(random)
          : randomInteger(random, feature.categories.length);
    const node: Node = { splitFeature, splitValue, right: 0 };
    nodes.push(node);
    if (isLeaf) return;
    grow(depth + 1);
    node.right = nodes.length;
    grow(depth + 1);
  };
  grow(0);
}

/** Precisions are A·Aᵀ + ½·I, so they are positive definite. */
function makeMixture(random: Random, featureCount: number): Mixture {
  const vector = (make: () => number): Float64Array => Float64Array.from({ length: featureCount }, make);
  return {
    featureCount,
    centres: vector(() => randomNormal(random) / 4),
    scales: vector(() => 0.5 + random()),
    components: Array.from({ length: 1 + randomInteger(random, 3) }, () => {
      const root = Array.from({ length: featureCount }, () => vector(() => randomNormal(random)));
      const precision = new Float64Array(featureCount * featureCount);
      root.forEach((a, i) => {
        root.forEach((b, j) => {
          precision[i * featureCount + j] = a.reduce((sum, value, k) => sum + value * b[k]!, i === j ? 0.5 : 0);
        });
      });
      return {
        logWeight: Math.log(0.1 + random()),
        mean: vector(() => randomNormal(random)),
        precision,
        logDeterminant: randomNormal(random),
      };
    }),
    ...(random() < 0.5 ? { weight: 1.25, doubtWeight: 0 } : { weight: 2.5, doubtWeight: 1.5 }),
  };
}

/** Categories that hardly ever occur, numbers that others leave little choice, or all; within what rounding allows. */
function makeState(random: Random, classes: number, causes: number): number[] {
  if (classes > 0)
    return logShares(Array.from({ length: classes }, () => pick(random, [1e-12, 0.01, 0.25, 1, 1, 3 * random()])));
  const slopes = Array.from({ length: causes }, () => (chance(random, 0.2) ? 0 : eighths(random) / 8));
  return [eighths(random), ...slopes, pick(random, [0.25, 0.5, 1, 1, 3])];
}

function makeNeighbours(random: Random, features: readonly Feature[], rowCount: number): Parts["neighbours"] {
  const missing = pick(random, [0, 0, 0.1, 0.4]);
  const columns = features.map((feature) =>
    Float64Array.from({ length: rowCount }, () => {
      if (chance(random, missing)) return Number.NaN;
      return feature.kind === "numeric" ? eighths(random) : randomInteger(random, feature.categories.length);
    }),
  );
  // Duplicates of earlier rows.
  for (let row = 1; row < rowCount; row++) {
    const other = randomInteger(random, row);
    if (chance(random, 0.2)) for (const column of columns) column[row] = column[other]!;
  }
  return { rowCount, columns };
}

/** A kept row or a row made up, with some cells missing, never seen, infinite, huge or on a cut-off. */
function makeRow(random: Random, { features, neighbours, forest }: Parts): Cell[] {
  const kept = neighbours.rowCount > 0 && chance(random, 0.6) ? randomInteger(random, neighbours.rowCount) : -1;
  const changes = pick(random, [0, 0.2, 0.6]);
  return features.map((feature, j) => {
    const value = kept < 0 ? Number.NaN : neighbours.columns[j]![kept]!;
    if (kept >= 0 && !chance(random, changes)) return Number.isNaN(value) ? "missing" : value;
    if (chance(random, 0.15)) return "missing";
    if (feature.kind === "categorical")
      return chance(random, 0.2) ? "unseen" : randomInteger(random, feature.categories.length);
    const cuts = [...forest.splitValues].filter((_, node) => forest.splitFeatures[node] === j);
    return pick(random, [eighths(random), eighths(random), Infinity, -Infinity, 1e300, cuts[0] ?? 0]);
  });
}
