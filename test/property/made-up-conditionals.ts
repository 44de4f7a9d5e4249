/** Made-up boosted trees: any features, bins and numbers. */

import { type Random, randomInteger, randomNormal } from "../../src/core/base/index.js";
import {
  type BoostedTrees,
  type Conditional,
  type Conditionals,
  type KnownValues,
  LEAF,
} from "../../src/core/densities/index.js";
import type { FeatureProfile } from "../../src/core/model/index.js";

interface Learnt {
  readonly profiles: readonly FeatureProfile[];
  readonly knownValues: readonly (KnownValues | null)[];
  readonly rowCount: number;
}

export function makeConditionals(random: Random, { profiles, knownValues: known, rowCount }: Learnt): Conditionals {
  const turns = 1 + randomInteger(random, 3);
  const cuts = profiles.map((profile) => (profile.kind === "categorical" ? null : makeCuts(random)));
  const features = profiles.map((profile, feature): Conditional | null => {
    if (random() < 0.15) return null;
    const treesOf = (width: number) =>
      Array.from({ length: turns }, () => makeTrees(random, { count: profiles.length, target: feature, width }));
    if (profile.kind === "categorical") {
      const { counts } = profile;
      return {
        kind: "categorical",
        counts,
        values: null,
        blend: random(),
        trees: [treesOf(Math.min(24, counts.length))],
      };
    }
    if (!(profile.scale.deviation > 0)) return null;
    const values = known[feature]?.values ?? null;
    if (values !== null && values.length > 1) {
      const counts = Array.from(values, () => randomInteger(random, rowCount));
      return { kind: "categorical", counts, values, blend: random(), trees: [treesOf(values.length)] };
    }
    const atom = random() < 0.5 ? null : Math.round(4 * randomNormal(random)) / 8;
    return {
      kind: "numeric",
      scale: profile.scale,
      atom,
      starts: Float64Array.from({ length: 3 }, () => randomNormal(random)),
      trees: [treesOf(1), treesOf(1), atom === null ? [] : treesOf(1)],
      curve: Float64Array.from({ length: 81 }, (_, knot) => knot / 4 + random()),
    };
  });
  return { rowCount, weight: 3 * random(), turns, cuts, features };
}

function makeCuts(random: Random): Float64Array {
  const cuts = Array.from({ length: randomInteger(random, 62) }, () => Math.round(16 * randomNormal(random)) / 8);
  return Float64Array.from(new Set(cuts)).sort();
}

interface TreeKind {
  readonly count: number;
  readonly target: number;
  readonly width: number;
}

function makeTrees(random: Random, { count, target, width }: TreeKind): BoostedTrees {
  const nodes: { feature: number; low: number; high: number }[] = [];
  const leaves: number[] = [];
  const bits = (): number => Math.floor(random() * 2 ** 32);
  const add = (depth: number): void => {
    const feature = randomInteger(random, count);
    if (depth === 0 || feature === target || random() < 0.2) {
      nodes.push({ feature: LEAF, low: 0, high: 0 });
      for (let k = 0; k < width; k++) leaves.push(randomNormal(random) / 4);
      return;
    }
    nodes.push({ feature, low: bits(), high: bits() });
    add(depth - 1);
    add(depth - 1);
  };
  for (let tree = randomInteger(random, 5); tree > 0; tree--) add(4);
  return {
    features: Int32Array.from(nodes, ({ feature }) => feature),
    low: Uint32Array.from(nodes, ({ low }) => low),
    high: Uint32Array.from(nodes, ({ high }) => high),
    leaves: Float64Array.from(leaves),
  };
}
