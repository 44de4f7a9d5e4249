/**
 * What boosted trees say against a value, by definition: its own surprise, and what the surprise of all others falls by
 * where it is hidden as well, which is asked of the six likeliest only. Every row is looked at anew, every tree from
 * its root.
 */
import type { BoostedTrees, Conditional } from "../../src/core/densities/index.js";
import { bentCell, type Cell, newnessOf, type Parts } from "./diagnosis-cells.js";

/** A feature and all others that come from the same sensor. */
function ofSensor({ features }: Parts, j: number): number[] {
  const sensor = (m: number): string => features[m]!.past?.source ?? features[m]!.name;
  return features.map((_, m) => m).filter((m) => sensor(m) === sensor(j));
}

/** Those that have been blamed, and all that come from their sensors. */
export function hiddenBy(parts: Parts, blamed: readonly number[]): number[] {
  return blamed.flatMap((j) => ofSensor(parts, j));
}

/** What speaks against the values of a sensor by themselves; without any of the past that is one. */
export function againstSensor(parts: Parts, row: readonly Cell[], hidden: readonly number[], j: number): number {
  const own = parts.features.every(({ past }) => past === undefined)
    ? [j]
    : ofSensor(parts, j).filter((m) => !hidden.includes(m));
  return own.reduce((sum, m) => sum + againstAlone(parts, row, hidden, m), 0);
}

/** What speaks against a value by itself; `hidden`: features that have been blamed. */
function againstAlone(parts: Parts, row: readonly Cell[], hidden: readonly number[], j: number): number {
  const profile = parts.profiles[j]!;
  const cell = row[j]!;
  const isBeyond = profile.kind === "numeric" && typeof cell === "number" && (cell < profile.min || cell > profile.max);
  const isOfClasses = parts.conditionals!.features[j]?.kind === "categorical" && Number.isFinite(cell);
  const rarity = isBeyond ? Math.log(parts.conditionals!.rowCount) : -Math.log(newnessOf(parts, j, cell));
  return surpriseOf(parts, row, hidden, j) + (isOfClasses ? 0 : rarity);
}

/** What the surprise of all others loses. */
export function lostByOthers(parts: Parts, row: readonly Cell[], hidden: readonly number[], j: number): number {
  const own = ofSensor(parts, j);
  const others = parts.features.map((_, m) => m).filter((m) => !own.includes(m) && !hidden.includes(m));
  const losses = others.map((m) => surpriseOf(parts, row, hidden, m) - surpriseOf(parts, row, [...hidden, ...own], m));
  return losses.reduce((sum, loss) => sum + loss, 0);
}

/**
 * The six features with the largest sums, of those that have a value, are not hidden, and tell no other's past; and all
 * that come from their sensors.
 */
export function likeliest(
  parts: Parts,
  sums: readonly number[],
  { row, hidden }: { readonly row: readonly Cell[]; readonly hidden: readonly number[] },
): number[] {
  const tellsItself = (j: number): boolean => {
    const source = parts.features[j]!.past?.source;
    return parts.features.every(({ name }) => name !== source);
  };
  const isAsked = (j: number): boolean => !hidden.includes(j) && Number.isFinite(row[j]) && tellsItself(j);
  const features = sums.map((_, j) => j).filter(isAsked);
  const six = features.sort((a, b) => sums[b]! - sums[a]! || a - b).slice(0, 6);
  return six.flatMap((j) => ofSensor(parts, j));
}

/** What was found of a row, by the features that were hidden and that which was asked. */
const found = new WeakMap<readonly Cell[], Map<string, number>>();

/** Of the value of a feature by all that are not hidden. */
function surpriseOf(parts: Parts, row: readonly Cell[], hidden: readonly number[], m: number): number {
  const known = found.get(row) ?? new Map<string, number>();
  found.set(row, known);
  const key = `${[...hidden].sort().join()}:${m}`;
  const surprise = known.get(key) ?? findSurprise(parts, row, hidden, m);
  known.set(key, surprise);
  return surprise;
}

function findSurprise(parts: Parts, row: readonly Cell[], hidden: readonly number[], m: number): number {
  const { rowCount, features } = parts.conditionals!;
  const cell = row[m]!;
  if (cell === "missing" && parts.features.some(({ name }) => name === parts.features[m]!.past?.source)) return 0;
  if (cell === "missing") return -Math.log(Math.max(0.1, parts.profiles[m]!.missingCount) / rowCount);
  if (cell === "unseen") return -Math.log(0.1 / rowCount);
  if (Math.abs(cell) === Infinity) return 24;
  const conditional = features[m]!;
  if (conditional === null) return 0;
  const values = conditional.kind === "categorical" ? conditional.values : null;
  const code = values === null ? cell : values.indexOf(cell);
  if (code < 0 && values !== null) return -Math.log(0.1 / rowCount);
  if (values !== null && newnessOf(parts, m, cell) < 1) return -Math.log(0.1 / rowCount);
  const bins = row.map((other, i) => (i === m || hidden.includes(i) ? 63 : binOf(parts, i, other)));
  const sums = conditional.trees.map((turns) => meanOf(turns, bins, widthOf(conditional)));
  return conditional.kind === "numeric"
    ? numberSurprise(conditional, sums, cell, 0.3 / rowCount)
    : classSurprise(conditional, sums[0]!, code, 0.3 / rowCount);
}

/** Numbers: how many cuts are not above. Categories: the most frequent first, and no more than 63. */
function binOf(parts: Parts, feature: number, cell: Cell): number {
  if (typeof cell === "string" || Math.abs(cell) === Infinity) return 63;
  const cuts = parts.conditionals!.cuts[feature];
  if (cuts !== null && cuts !== undefined) return [...cuts].filter((cut) => cut <= cell).length;
  const profile = parts.profiles[feature]!;
  return profile.kind === "categorical" ? Math.min(62, rankOf(profile.counts, cell)) : 0;
}

function rankOf(counts: readonly number[], code: number): number {
  return counts.filter((count, other) => count > counts[code]! || (count === counts[code] && other < code)).length;
}

function widthOf(conditional: Conditional): number {
  return conditional.kind === "numeric" ? 1 : Math.min(24, conditional.counts.length);
}

/** Of what the turns say. */
function meanOf(turns: readonly BoostedTrees[], bins: readonly number[], width: number): number[] {
  const said = turns.map((trees) => sumOf(trees, bins, width));
  return Array.from(
    { length: width },
    (_, k) => said.reduce((sum, own) => sum + own[k]!, 0) / Math.max(1, said.length),
  );
}

function sumOf({ features, low, high, leaves }: BoostedTrees, bins: readonly number[], width: number): number[] {
  const sums = new Array<number>(width).fill(0);
  let leaf = 0;
  /** Walks the tree from a node on; returns the node behind it. */
  const walk = (node: number, isOnWay: boolean): number => {
    const feature = features[node]!;
    if (feature < 0) {
      if (isOnWay) for (let k = 0; k < width; k++) sums[k]! += leaves[leaf * width + k]!;
      leaf++;
      return node + 1;
    }
    const mask = BigInt(low[node]!) + (BigInt(high[node]!) << 32n);
    const isLeft = ((mask >> BigInt(bins[feature]!)) & 1n) === 1n;
    return walk(walk(node + 1, isOnWay && isLeft), isOnWay && !isLeft);
  };
  for (let node = 0; node < features.length; ) node = walk(node, true);
  return sums;
}

function numberSurprise(
  { starts, scale, atom, curve }: Extract<Conditional, { kind: "numeric" }>,
  [middles, spreads, atoms]: readonly number[][],
  value: number,
  least: number,
): number {
  let byAtom = 0;
  if (atom !== null) {
    const chance = 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, starts[2]! + atoms![0]!))));
    if (value === atom) return -Math.log(Math.max(least, chance));
    byAtom = -Math.log(Math.max(least, 1 - chance));
  }
  const spread = starts[1]! + spreads![0]!;
  const standard = (bentCell(value, scale.unit) - scale.mean) / scale.deviation;
  const limited = Math.max(-1e6, Math.min(1e6, standard));
  const at = Math.log(1 + Math.abs(limited - starts[0]! - middles![0]!) / Math.exp(spread)) / 0.125;
  const knot = Math.min(79, Math.floor(at));
  const byDistance = curve[knot]! + Math.min(1, at - knot) * (curve[knot + 1]! - curve[knot]!);
  return Math.min(24, byAtom + byDistance + spread / 2);
}

function classSurprise(
  { counts, blend }: Extract<Conditional, { kind: "categorical" }>,
  sums: readonly number[],
  code: number,
  least: number,
): number {
  const known = counts.map((count) => Math.max(0.3, count));
  const classOf = counts.map((_, other) => Math.min(23, rankOf(counts, other)));
  const total = known.reduce((sum, count) => sum + count, 0);
  const shares = sums.map(
    (_, k) => known.filter((_, other) => classOf[other] === k).reduce((a, b) => a + b, 0) / total,
  );
  const scores = sums.map((sum, k) => Math.log(shares[k]!) + sum);
  const top = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(Math.max(-50, score - top)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const chances = weights.map((weight, k) => (1 - blend) * (weight / all) + blend * shares[k]!);
  const chance = chances[classOf[code]!]!;
  // Equal chances may differ by rounding.
  const tail = chances.filter((other) => other <= chance * (1 + 1e-12)).reduce((sum, other) => sum + other, 0);
  // How much rarer it is among those that share its class than these usually are.
  const within = (other: number): number => known[other]! / (shares[classOf[code]!]! * total);
  const mates = [...known.keys()].filter((other) => classOf[other] === classOf[code]);
  const usual = mates.reduce((sum, other) => sum + within(other) * Math.log(within(other)), 0);
  const part = Math.min(1, within(code) / Math.exp(usual));
  return -(Math.log(Math.max(least, tail * part)) + Math.log(Math.max(least, chance * part))) / 2;
}
