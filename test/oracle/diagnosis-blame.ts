/**
 * Blame by definition: leaving out a wrong reading makes all the others fit normal behaviour better.
 *
 * Every sum is taken anew for every feature and every step; nothing is updated. Marginal densities of the mixture come
 * from sub-matrices of its covariances, inverted one by one.
 */
import { againstSensor, hiddenBy, likeliest, lostByOthers } from "./conditional-blame.js";
import { contradictions, doubtedBy } from "./dependency-blame.js";
import {
  asWritten,
  bentCell,
  type Cell,
  classOfEach,
  goesLeft,
  newnessOf,
  type Parts,
  rarity,
  shareOf,
  standardCell,
} from "./diagnosis-cells.js";
import { determinant, inverse, quadraticForm, subMatrix } from "./diagnosis-matrix.js";
import { networkDoubts } from "./network-blame.js";

/** All that one row tells, feature by feature. */
export interface Evidence {
  readonly parts: Parts;
  readonly row: readonly Cell[];
  /** Surprise of each value by itself: in deviations or by rarity, and by how few rows are as extreme. */
  readonly marginal: readonly number[];
  readonly tail: readonly number[];
  /** What each tree that has something to say finds. */
  readonly trees: readonly TreeFinding[];
  /** Numbers of the nearest kept rows, at most 8, nearest first, and how far each value is from each of theirs. */
  readonly nearest: readonly number[];
  readonly deviations: readonly (readonly number[])[];
  /** How far apart near rows usually are in each feature. */
  readonly widths: readonly number[];
  /** The row on the scale of the mixture; null where it does not look. */
  readonly scores: readonly (number | null)[];
}

interface TreeFinding {
  readonly target: number;
  readonly path: readonly number[];
  readonly surprise: number;
  readonly weight: number;
}

/** What the fast code found, where rounding decides between equals. */
export interface Witness {
  readonly nearest: readonly number[];
  readonly widths: readonly number[];
}

export function evidenceOf(parts: Parts, cells: readonly Cell[], witness: Witness | null = null): Evidence {
  const row = asWritten(parts, cells);
  const features = parts.features.map((_, j) => j);
  const nearest = witness?.nearest ?? nearestRows(parts, row, 3).slice(0, 8);
  return {
    parts,
    row,
    marginal: features.map((j) => marginalOf(parts, j, row[j]!)),
    tail: features.map((j) => tailOf(parts, j, row[j]!)),
    trees: treeFindings(parts, row),
    nearest,
    deviations: nearest.map((number) => deviationsFrom(parts, row, number)),
    widths: witness?.widths ?? densityWidths(parts),
    scores: features.map((j) => mixtureScore(parts, j, row[j]!)),
  };
}

export interface BlameFound {
  readonly order: readonly number[];
  readonly rankedSums: readonly number[];
  readonly blamedCount: number;
  readonly strangeness: number;
}

/**
 * Four steps; once a suspect after the first is below 8, those after it are taken by the sums it was found by.
 * `prefer` chooses between features whose sums are equal but for rounding.
 */
export function blameByDefinition(
  evidence: Evidence,
  prefer: (equals: readonly number[], step: number) => number,
): BlameFound {
  const { marginal, tail, parts } = evidence;
  const all = parts.features.map((_, j) => j);
  const blamed: number[] = [];
  const gains: number[] = [];
  let strangeness = 0;
  let leftOut: readonly number[] = [];
  const steps = Math.min(all.length, Math.max(1, Math.min(4, all.length - 1)));
  for (let step = 0; step < steps; step++) {
    const sums = allSums(evidence, leftOut).map((sum, j) => (blamed.includes(j) ? Number.NEGATIVE_INFINITY : sum));
    if (step === 0) {
      const doubts = weighedDoubts(evidence, []);
      const withoutDoubts = sums.map((sum, j) => sum - doubts[j]!);
      const largest = withoutDoubts.sort((a, b) => b - a).slice(0, 3);
      const squares = largest.map((value) => Math.max(0, value) ** 2);
      strangeness = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / largest.length);
    }
    const best = Math.max(...sums);
    const chosen = prefer(
      all.filter((j) => sums[j]! >= best - 1e-7 * Math.max(1, Math.abs(best))),
      step,
    );
    blamed.push(chosen);
    gains.push(sums[chosen]!);
    const isSettled = step > 0 && Math.min(...gains) < 8;
    if (!isSettled) leftOut = [...blamed];
  }
  const rest = all.filter((j) => !blamed.includes(j));
  rest.sort((a, b) => tail[b]! - tail[a]! || marginal[b]! - marginal[a]! || a - b);
  const values = [...gains, ...rest.map((j) => 0.2 * tail[j]!)];
  const rankedSums = values.map((_, i) => Math.min(...values.slice(0, i + 1)));
  return { order: [...blamed, ...rest], rankedSums, blamedCount: blamed.length, strangeness };
}

/** The largest sum of all other features in the step after this one was blamed. */
export function largestSumWithout(evidence: Evidence, feature: number): number {
  return Math.max(...allSums(evidence, [feature]).filter((_, j) => j !== feature));
}

/** In proportion to squared strength, each at least a thousandth. */
export function blameShares(rankedSums: readonly number[]): number[] {
  const squares = rankedSums.map((strength) => Math.max(0.001, strength) ** 2);
  const total = squares.reduce((sum, square) => sum + square, 0);
  return squares.map((square) => square / total);
}

/**
 * 4 for a number beyond all of learning, for another that is new as much as for a category so rare; else ¾ of what
 * usually speaks against the feature less.
 */
function offsetOf(parts: Parts, j: number, cell: Cell): number {
  const profile = parts.profiles[j]!;
  if (profile.kind === "numeric" && (Number(cell) < profile.min || Number(cell) > profile.max)) return 4;
  const chance = newnessOf(parts, j, cell);
  return chance < 1 ? rarity(chance) : -0.75 * (parts.calibration.usualSums?.[j] ?? 0);
}

const foundByNetwork = new WeakMap<readonly Cell[], number[]>();

/**
 * What a density of whole rows says: that of a network, whatever has been blamed, or of a mixture that doubts; nothing
 * where there is neither.
 */
function weighedDoubts(evidence: Evidence, blamed: readonly number[]): number[] {
  const { parts, row } = evidence;
  const { network, mixture, profiles, rowCount, conditionals } = parts;
  if (network === null && (parts.dependencies ?? []).length > 0) {
    const none = row.map(() => 0);
    return doubtedBy(parts, row, none).map((doubt) => (conditionals?.weight ?? 1) * doubt);
  }
  if (network === null) {
    const weight = mixture?.doubtWeight ?? 0;
    return weight === 0 ? row.map(() => 0) : mixtureDoubts(evidence, blamed).map((doubt) => weight * doubt);
  }
  const values = row.map((cell) => (cell === "missing" ? Number.NaN : cell === "unseen" ? -1 : cell));
  const found = foundByNetwork.get(row) ?? networkDoubts({ network, profiles, rowCount }, values);
  foundByNetwork.set(row, found);
  return doubtedBy(parts, row, found).map((doubt) => network.weight * doubt);
}

/** Of all features; what boosted trees say of the others is added for the likeliest. */
function allSums(evidence: Evidence, blamed: readonly number[]): number[] {
  const { parts, row } = evidence;
  const doubts = weighedDoubts(evidence, blamed);
  const sums = parts.features.map((_, j) => sumFor(evidence, blamed, j) + doubts[j]!);
  const broken = contradictions(parts, row).filter(({ pair }) => !pair.some((j) => blamed.includes(j)));
  const byPairs = sums.map((_, j) => {
    const own = broken.filter(({ pair }) => pair.includes(j)).reduce((sum, { surprise }) => sum + surprise, 0);
    return (parts.conditionals?.weight ?? 1) * own;
  });
  return byTrees(
    evidence,
    blamed,
    sums.map((sum, j) => sum + byPairs[j]!),
  );
}

/** With what boosted trees say. */
function byTrees({ parts, row }: Evidence, blamed: readonly number[], sums: number[]): number[] {
  if (parts.conditionals === null) return sums;
  const { weight } = parts.conditionals;
  const hidden = hiddenBy(parts, blamed);
  const alone = sums.map((sum, j) => sum + weight * againstSensor(parts, row, hidden, j));
  const asked = likeliest(parts, alone, { row, hidden });
  return alone.map((sum, j) => (asked.includes(j) ? sum + weight * lostByOthers(parts, row, hidden, j) : sum));
}

/** ½ own + drop + ½ near + 1¼ density + mixture by its weight, 1¼ where there is none + 0.2 · 2^step · tail + offset. */
function sumFor(evidence: Evidence, blamed: readonly number[], j: number): number {
  const { parts, row, marginal, tail, nearest } = evidence;
  const own = ownSurprise(evidence, blamed, j);
  const isNumeric = parts.features[j]!.kind === "numeric";
  let near = nearest.length === 0 ? marginal[j]! : nearDistance(evidence, j);
  let density = nearest.length === 0 ? own : densityGain(evidence, blamed, j);
  let mixture = parts.mixture !== null && isNumeric ? mixtureGain(evidence, blamed, j) : own;
  if (row[j] === "missing") near = density = mixture = marginal[j]!;
  return (
    own / 2 +
    surpriseDrop(evidence, blamed, j) +
    near / 2 +
    1.25 * density +
    (parts.mixture?.weight ?? 1.25) * mixture +
    0.2 * 2 ** blamed.length * tail[j]! +
    offsetOf(parts, j, row[j]!)
  );
}

// The value by itself.

function marginalOf(parts: Parts, j: number, cell: Cell): number {
  const profile = parts.profiles[j]!;
  if (typeof cell === "string" || profile.kind === "categorical") return rarity(shareOf(parts, j, cell));
  const distance = bentCell(cell, profile.scale.unit) - profile.scale.mean;
  if (profile.scale.deviation === 0) return distance === 0 ? 0 : 10;
  return Math.min(10, Math.abs(distance / profile.scale.deviation));
}

/** Twice the share of rows at least as extreme, counting half a row more; beyond all rows none is. */
function tailOf(parts: Parts, j: number, cell: Cell): number {
  const profile = parts.profiles[j]!;
  if (typeof cell === "string" || profile.kind === "categorical") return marginalOf(parts, j, cell);
  const values = bentKnots(parts, j);
  if (values.length === 0) return 0;
  const rows = parts.rowCount - profile.missingCount;
  const value = bentCell(cell, profile.scale.unit);
  const isBeyond = value < values[0]! || value > values[values.length - 1]!;
  const below = isBeyond ? 0 : curveAt(values, [...parts.quantiles[j]!.shares], value);
  return rarity(Math.min(1, (2 * (Math.min(below, 1 - below) * rows + 0.5)) / (rows + 1)));
}

/** The known values of a feature on its scale. */
function bentKnots({ profiles, quantiles }: Parts, j: number): number[] {
  const profile = profiles[j]!;
  return Array.from(quantiles[j]!.values, (value) =>
    profile.kind === "numeric" ? bentCell(value, profile.scale.unit) : value,
  );
}

/** The straight lines through (xs, ys) at x, which lies between the first and the last. */
function curveAt(xs: readonly number[], ys: readonly number[], x: number): number {
  const exact = xs.indexOf(x);
  if (exact >= 0) return ys[exact]!;
  const right = xs.findIndex((other) => other > x);
  const left = right - 1;
  const isWide = xs[right]! - xs[left]! === Infinity;
  const scale = isWide ? 0.5 : 1; // of the greatest numbers only half can be subtracted
  const part = (scale * x - scale * xs[left]!) / (scale * xs[right]! - scale * xs[left]!);
  return ys[left]! + part * (ys[right]! - ys[left]!);
}

// Trees.

function treeFindings(parts: Parts, row: readonly Cell[]): TreeFinding[] {
  return [...parts.forest.targets.keys()].flatMap((tree) => {
    const target = parts.forest.targets[tree]!;
    if (row[target] === "missing") return [];
    const path: number[] = [];
    let node = parts.forest.roots[tree]!;
    while (parts.forest.splitFeatures[node]! >= 0) {
      const asked = parts.forest.splitFeatures[node]!;
      const isLeft = goesLeft(parts.features[asked]!, row[asked]!, parts.forest.splitValues[node]!);
      if (isLeft === null) return [];
      path.push(asked);
      node = isLeft ? node + 1 : parts.forest.right[node]!;
    }
    return [{ target, path, ...leafFinding(parts, target, node, row[target]!) }];
  });
}

function leafFinding(parts: Parts, target: number, leaf: number, cell: Cell): Pick<TreeFinding, "surprise" | "weight"> {
  const { forest } = parts;
  const profile = parts.profiles[target]!;
  if (profile.kind === "numeric") {
    const spread = Math.sqrt(forest.deviations[leaf]! ** 2 + 0.08 ** 2);
    const distance = Math.abs((standardCell(profile, cell) as number) - forest.means[leaf]!);
    return { surprise: Math.min(10, distance / spread), weight: 1 / spread };
  }
  const counts = [...forest.classCounts.slice(forest.classOffsets[leaf]!, forest.classOffsets[leaf + 1]!)];
  const total = forest.antecedentCounts[leaf]!;
  const own = typeof cell === "number" ? counts[classOfEach(profile.counts)[cell]!]! : 0;
  const bits = counts.map((count) => (count === 0 ? 0 : -(count / total) * Math.log2(count / total)));
  const entropy = bits.reduce((sum, value) => sum + value, 0);
  return {
    surprise: rarity((own + 2 * shareOf(parts, target, cell)) / (total + 2)),
    weight: 1 / Math.max(0.3, entropy),
  };
}

/** Mean surprise by trees that lean on none of the features left out; by itself where there is no such tree. */
function ownSurprise({ trees, marginal }: Evidence, leftOut: readonly number[], j: number): number {
  const said = trees.filter(({ target, path }) => target === j && !path.some((asked) => leftOut.includes(asked)));
  if (said.length === 0) return marginal[j]!;
  const weight = said.reduce((sum, tree) => sum + tree.weight, 0);
  return said.reduce((sum, tree) => sum + tree.weight * tree.surprise, 0) / weight;
}

/** How much surprise all others lose when trees that lean on j are left out. */
function surpriseDrop(evidence: Evidence, blamed: readonly number[], j: number): number {
  let drop = 0;
  evidence.parts.features.forEach((_, other) => {
    if (blamed.includes(other)) return;
    drop += ownSurprise(evidence, blamed, other) - ownSurprise(evidence, [...blamed, j], other);
  });
  return drop;
}

// The nearest normal rows.

function keptRow({ neighbours, profiles }: Parts, number: number): Cell[] {
  return neighbours.columns.map((column, j) => {
    const value = column[number]!;
    return Number.isNaN(value) ? "missing" : standardCell(profiles[j]!, value);
  });
}

function deviationBetween(parts: Parts, j: number, a: Cell, b: Cell): number {
  if (a === "missing" || b === "missing") return 0;
  if (parts.features[j]!.kind === "categorical") return a === b ? 0 : 2;
  return Math.min(6, Math.abs((a as number) - (b as number)));
}

/** Sum of squared deviations without the largest ones. */
export function distanceBetween(parts: Parts, a: readonly Cell[], b: readonly Cell[], ignored: number): number {
  const squares = a.map((_, j) => deviationBetween(parts, j, a[j]!, b[j]!) ** 2).sort((x, y) => x - y);
  return squares
    .slice(0, squares.length - Math.min(ignored, (squares.length - 1) >> 1))
    .reduce((sum, square) => sum + square, 0);
}

/** All kept rows but the first that is the same in everything, nearest first, of equal ones the first. */
function nearestRows(parts: Parts, row: readonly Cell[], ignored: number): number[] {
  return candidates(parts, row, ignored)
    .sort((a, b) => a.distance - b.distance || a.number - b.number)
    .map(({ number }) => number);
}

/** The kept rows that may be neighbours, and their distances. */
export function candidates(
  parts: Parts,
  row: readonly Cell[],
  ignored: number,
): { number: number; distance: number }[] {
  const own = row.map((cell, j) => standardCell(parts.profiles[j]!, cell));
  const numbers = Array.from({ length: parts.neighbours.rowCount }, (_, number) => number);
  const itself = numbers.find((number) => keptRow(parts, number).every((cell, j) => cell === own[j]));
  return numbers
    .map((number) => ({ number, other: keptRow(parts, number) }))
    .filter(({ number }) => number !== itself)
    .map(({ number, other }) => ({ number, distance: distanceBetween(parts, own, other, ignored) }));
}

/** Root mean squared deviation between the first 150 kept rows and their three nearest others, at least 0.08. */
function densityWidths(parts: Parts): number[] {
  const raw = (number: number): Cell[] =>
    parts.neighbours.columns.map((column) => (Number.isNaN(column[number]!) ? "missing" : column[number]!));
  const pairs: { a: Cell[]; b: Cell[] }[] = [];
  for (let number = 0; number < Math.min(150, parts.neighbours.rowCount); number++) {
    for (const other of nearestRows(parts, raw(number), 0).slice(0, 3)) {
      pairs.push({ a: keptRow(parts, number), b: keptRow(parts, other) });
    }
  }
  return parts.features.map((_, j) => {
    const squares = pairs.map(({ a, b }) => deviationBetween(parts, j, a[j]!, b[j]!) ** 2);
    const mean = squares.reduce((sum, square) => sum + square, 0) / Math.max(1, pairs.length);
    return Math.max(0.08, Math.sqrt(mean));
  });
}

function deviationsFrom(parts: Parts, row: readonly Cell[], number: number): number[] {
  const other = keptRow(parts, number);
  return row.map((cell, j) => deviationBetween(parts, j, standardCell(parts.profiles[j]!, cell), other[j]!));
}

function nearDistance({ deviations }: Evidence, j: number): number {
  const three = deviations.slice(0, 3);
  return three.reduce((sum, own) => sum + own[j]!, 0) / three.length;
}

/** √(2 · gain in log density among the nearest rows) when j is left out as well. */
function densityGain({ deviations, widths }: Evidence, blamed: readonly number[], j: number): number {
  const density = (leftOut: readonly number[]): number => {
    const costs = deviations.map((own) =>
      own.reduce((sum, value, i) => (leftOut.includes(i) ? sum : sum + Math.min(8, (value / widths[i]!) ** 2 / 2)), 0),
    );
    return costs.reduce((sum, cost) => sum + Math.exp(-cost), 0);
  };
  return Math.sqrt(2 * Math.max(0, Math.log(density([...blamed, j]) / density(blamed))));
}

// The mixture.

/** Standardised normal score: bent to a normal distribution, one more for each deviation beyond the learning rows. */
function mixtureScore(parts: Parts, j: number, cell: Cell): number | null {
  if (typeof cell === "string" || parts.mixture === null) return null;
  const clip = (value: number): number => Math.max(-10, Math.min(10, value));
  return clip((clip(normalScore(parts, j, cell)) - parts.mixture.centres[j]!) / parts.mixture.scales[j]!);
}

function normalScore(parts: Parts, j: number, cell: number): number {
  const xs = bentKnots(parts, j);
  if (xs.length === 0) return 0;
  const ys = [...parts.quantiles[j]!.shares].map(quantileOfNormal);
  const last = xs.length - 1;
  const profile = parts.profiles[j]!;
  const value = profile.kind === "numeric" ? bentCell(cell, profile.scale.unit) : cell;
  const beyond = (distance: number): number => {
    if (profile.kind === "categorical") return distance;
    return profile.scale.deviation === 0 ? Math.sign(distance) : distance / profile.scale.deviation;
  };
  if (value > xs[last]!) return ys[last]! + beyond(value - xs[last]!);
  if (value < xs[0]!) return ys[0]! + beyond(value - xs[0]!);
  return curveAt(xs, ys, value);
}

/** By bisection of the distribution function. */
export function quantileOfNormal(share: number): number {
  let low = -6;
  let high = 6;
  for (let middle = 0; middle > low && middle < high; middle = (low + high) / 2) {
    if (shareOfNormal(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}

/** Share of a standard normal variable below x, |x| ≤ 6: the density's power series, integrated term by term. */
export function shareOfNormal(x: number): number {
  let power = x; // (−1)^k x^(2k + 1) / (2^k k!)
  let area = 0;
  for (let k = 0; Math.abs(power) > 1e-18; k++) {
    area += power / (2 * k + 1);
    power *= (-x * x) / (2 * (k + 1));
  }
  return 0.5 + area / Math.sqrt(2 * Math.PI);
}

/** √(2 · gain in log density when j is left out as well, less what a value at the centre gains). */
function mixtureGain(evidence: Evidence, blamed: readonly number[], j: number): number {
  const seen = evidence.parts.features.flatMap((_, i) =>
    evidence.scores[i] === null || blamed.includes(i) ? [] : [i],
  );
  const without = seen.filter((i) => i !== j);
  const gain = logDensity(evidence, without) - logDensity(evidence, seen);
  return Math.sqrt(2 * Math.min(50, Math.max(0, gain - 0.9)));
}

/**
 * How probable it is that each feature is wrong, alone or with one other of the eight likeliest, as a logarithm less that
 * of the most probable; 8 less at most. 0 for features that are blamed, or that the mixture does not look at.
 */
function mixtureDoubts(evidence: Evidence, blamed: readonly number[]): number[] {
  const all = evidence.parts.features.map((_, j) => j);
  const seen = all.filter((j) => evidence.scores[j] !== null && !blamed.includes(j));
  const withAll = logDensity(evidence, seen);
  const wrongly = (j: number): number => {
    const square = evidence.scores[j]! ** 2;
    return Math.log((0.5 * Math.exp(-square / 2)) / Math.sqrt(2 * Math.PI) + 0.5 / 6 / Math.max(1, square / 9));
  };
  const scoreOf = (hidden: readonly number[]): number => {
    const left = seen.filter((j) => !hidden.includes(j));
    return logDensity(evidence, left) - withAll + hidden.reduce((sum, j) => sum + wrongly(j), 0);
  };
  const alone = new Map(seen.map((j) => [j, scoreOf([j])]));
  const likely = [...seen].sort((a, b) => alone.get(b)! - alone.get(a)! || a - b).slice(0, 8);
  const count = seen.length;
  const pair = Math.log(0.35 / ((count * (count - 1)) / 2)) - Math.log(0.65 / count);
  const totals = new Map(
    seen.map((j) => {
      const others = likely.includes(j) ? likely.filter((other) => other !== j) : [];
      const scores = [alone.get(j)!, ...others.map((other) => pair + scoreOf([j, other]))];
      const most = Math.max(...scores);
      return [j, most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0))];
    }),
  );
  const most = Math.max(...totals.values());
  return all.map((j) => (totals.has(j) ? Math.max(-8, totals.get(j)! - most) : 0));
}

/** ln Σ π N(x_A; μ_A, Σ_AA) over the components, for the features A. */
export function logDensity({ parts, scores }: Pick<Evidence, "parts" | "scores">, features: readonly number[]): number {
  const d = parts.features.length;
  const others = parts.features.flatMap((_, i) => (features.includes(i) ? [] : [i]));
  const logs = parts.mixture!.components.map(({ logWeight, mean, precision, logDeterminant }) => {
    const covariance = subMatrix(inverse(square([...precision], d)), features);
    const centred = features.map((i) => scores[i]! - mean[i]!);
    const distance = quadraticForm(inverse(covariance), centred);
    // det Σ_AA = det Σ · det P_BB, P being the inverse of Σ and B all features outside of A.
    const spread = logDeterminant + Math.log(determinant(subMatrix(square([...precision], d), others)));
    return logWeight - (distance + spread + features.length * Math.log(2 * Math.PI)) / 2;
  });
  const largest = Math.max(...logs);
  return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0));
}

function square(values: readonly number[], size: number): number[][] {
  return Array.from({ length: size }, (_, i) => values.slice(i * size, (i + 1) * size));
}
