/**
 * Learns a network (see densities/network.ts). Edges are added, or turned round, one by one: always the one by which
 * the rows become likeliest, as long as that is more than chance would bring.
 */

import { compareNames } from "../base/index.js";
import type { Factor, Network } from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import type { EncodedTable } from "../table/index.js";
import { type FitFactor, prepareFit } from "./fit-factors.js";

/** By so much the logarithm of the likelihood must grow. */
const LEAST_GAIN = 4;

interface NetworkTask {
  /** The first of them are learnt from. */
  readonly rows: EncodedTable;
  readonly profiles: readonly FeatureProfile[];
  readonly weight: number;
}

export function learnNetwork(task: NetworkTask): Network {
  const fit = prepareFit(task.rows, task.profiles);
  const names = task.rows.features.map(({ name }) => name);
  const order = [...names.keys()].sort((a, b) => compareNames(names[a]!, names[b]!));
  return fitNetwork(task, findParents(order, fit), fit);
}

/** With the edges of another one. */
export function learnNetworkAgain(task: NetworkTask, { factors }: Network): Network {
  const parents = factors.map((factor) => factor.parents);
  return fitNetwork(task, parents, prepareFit(task.rows, task.profiles));
}

type Parents = readonly (readonly number[])[];

function fitNetwork({ weight }: NetworkTask, parents: Parents, fit: FitFactor): Network {
  const factors = parents.map((each, feature): Factor => {
    const { numbers } = fit(feature, each);
    return { parents: each, numbers: numbers.map(shorten) };
  });
  return { weight, factors };
}

/** Five digits: what a sample tells, and the same bytes after a file. */
function shorten(value: number): number {
  return Number(value.toPrecision(5));
}

/** New parents of some features. */
type Change = readonly (readonly [feature: number, parents: readonly number[]])[];

/** `order` decides between equals. */
function findParents(order: readonly number[], fit: FitFactor): Parents {
  const known = new Map<string, number>();
  const scoreOf = (feature: number, list: readonly number[]): number => {
    const key = `${feature}:${list}`;
    const score = known.get(key) ?? fit(feature, list).score;
    known.set(key, score);
    return score;
  };
  const parents: (readonly number[])[] = order.map(() => []);
  for (;;) {
    let most = LEAST_GAIN;
    let best: Change = [];
    for (const change of changesOf(parents, order)) {
      const gain = change.reduce((sum, [at, list]) => sum + scoreOf(at, list) - scoreOf(at, parents[at]!), 0);
      if (gain > most) [most, best] = [gain, change];
    }
    if (best.length === 0) return parents;
    for (const [at, list] of best) parents[at] = list;
  }
}

/** All edges that may be added or turned round without a way that leads back to where it began. */
function* changesOf(parents: Parents, order: readonly number[]): Iterable<Change> {
  const isAbove = (upper: number, lower: number): boolean =>
    upper === lower || parents[lower]!.some((parent) => isAbove(upper, parent));
  for (const lower of order) {
    for (const upper of order) {
      const list = parents[lower]!;
      if (!list.includes(upper)) {
        if (!isAbove(lower, upper)) yield [[lower, [...list, upper]]];
        continue;
      }
      const others = list.filter((each) => each !== upper);
      if (others.some((each) => isAbove(upper, each))) continue;
      const turned = [...parents[upper]!, lower];
      yield [
        [lower, others],
        [upper, turned],
      ];
    }
  }
}
