/**
 * The coalitions of features that KernelSHAP evaluates, with the weights of its regression.
 *
 * A coalition of s among m features has the Shapley kernel's weight (m - 1) / (C(m, s) s (m - s)). Sizes are taken in
 * pairs (s and m - s), the heaviest first, in full as long as the budget allows; the rest of the budget is drawn at
 * random from the sizes left, each draw together with its complement, and shares their weight. Weights sum to 1.
 */
import { type Random, randomInteger } from "../core/base/index.js";
import { createMatrix, type Matrix } from "../detectors/matrix.js";

export interface Coalitions {
  /** 1 where the feature belongs to the coalition. */
  readonly members: Matrix;
  readonly weights: Float64Array;
  /** Whether these are all coalitions but the empty and the full one. */
  readonly complete: boolean;
}

/** `features` is at least 2. */
export function listCoalitions(features: number, budget: number, random: Random): Coalitions {
  const halves = sizePairs(features);
  const masks: Uint8Array[] = [];
  const weights: number[] = [];
  let weightLeft = 1;
  let next = 0;
  for (; next < halves.length; next++) {
    const { size, paired, weight, count } = halves[next]!;
    const left = budget - masks.length;
    // In full when drawing the rest at random would meet each of these at least once on average.
    if ((left * weight) / weightLeft < count * (1 - 1e-8) || count > left) break;
    forEachSubset(features, size, (mask) => {
      masks.push(mask);
      weights.push(weight / count);
      if (paired) {
        masks.push(complement(mask));
        weights.push(weight / count);
      }
    });
    weightLeft -= weight;
  }
  if (next < halves.length) drawRest(halves.slice(next), { features, budget, random, weightLeft }, { masks, weights });
  const members = createMatrix(masks.length, features);
  masks.forEach((mask, index) => {
    members.values.set(mask, index * features);
  });
  return { members, weights: Float64Array.from(weights), complete: next === halves.length };
}

interface SizePair {
  readonly size: number;
  /** False for the middle size of an even number of features, which is its own complement. */
  readonly paired: boolean;
  /** Of all coalitions of this size and of its complement; all pairs sum to 1. */
  readonly weight: number;
  readonly count: number;
}

function sizePairs(features: number): SizePair[] {
  const sizes = Array.from({ length: Math.floor(features / 2) }, (_, i) => i + 1);
  const raw = sizes.map((size) => {
    const paired = 2 * size !== features;
    const kernel = (features - 1) / (size * (features - size));
    return { size, paired, weight: paired ? 2 * kernel : kernel, count: binomial(features, size) * (paired ? 2 : 1) };
  });
  const total = raw.reduce((sum, { weight }) => sum + weight, 0);
  return raw.map((pair) => ({ ...pair, weight: pair.weight / total }));
}

function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return Math.round(result);
}

/** All masks with `size` ones, in lexicographic order of their positions. */
function forEachSubset(features: number, size: number, visit: (mask: Uint8Array) => void): void {
  const places = Array.from({ length: size }, (_, i) => i);
  for (;;) {
    const mask = new Uint8Array(features);
    for (const place of places) mask[place] = 1;
    visit(mask);
    let i = size - 1;
    while (i >= 0 && places[i] === features - size + i) i--;
    if (i < 0) return;
    places[i] = places[i]! + 1;
    for (let j = i + 1; j < size; j++) places[j] = places[j - 1]! + 1;
  }
}

interface Rest {
  readonly features: number;
  readonly budget: number;
  readonly random: Random;
  /** Shared by the coalitions that are drawn. */
  readonly weightLeft: number;
}

interface Drawn {
  readonly masks: Uint8Array[];
  readonly weights: number[];
}

/** A coalition drawn again gains weight instead of a second evaluation; at most four draws for each place left. */
function drawRest(pairs: readonly SizePair[], rest: Rest, drawn: Drawn): void {
  const { features, budget, random, weightLeft } = rest;
  const { masks, weights } = drawn;
  const first = masks.length;
  const placeOf = new Map<string, number>();
  const add = (mask: Uint8Array): void => {
    const key = mask.join("");
    const place = placeOf.get(key);
    if (place !== undefined) {
      weights[place] = weights[place]! + 1;
      return;
    }
    placeOf.set(key, masks.length);
    masks.push(mask);
    weights.push(1);
  };
  for (let draws = 4 * (budget - first); draws > 0 && masks.length < budget; draws--) {
    const { size, paired } = drawPair(pairs, weightLeft * random());
    const mask = drawSubset(features, size, random);
    add(mask);
    if (paired && masks.length < budget) add(complement(mask));
  }
  let total = 0;
  for (let i = first; i < weights.length; i++) total += weights[i]!;
  for (let i = first; i < weights.length; i++) weights[i] = (weights[i]! * weightLeft) / total;
}

function drawPair(pairs: readonly SizePair[], target: number): SizePair {
  let sum = 0;
  for (const pair of pairs) if ((sum += pair.weight) > target) return pair;
  return pairs[pairs.length - 1]!;
}

function drawSubset(features: number, size: number, random: Random): Uint8Array {
  const mask = new Uint8Array(features);
  for (let left = size; left > 0; ) {
    const place = randomInteger(random, features);
    if (mask[place] === 1) continue;
    mask[place] = 1;
    left--;
  }
  return mask;
}

function complement(mask: Uint8Array): Uint8Array {
  return mask.map((member) => 1 - member);
}
