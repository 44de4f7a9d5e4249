/** Made-up networks: nothing was learnt, so what depends on what, and how, is drawn by lot. */
import { type Random, randomInteger, randomPart } from "../../src/core/base/index.js";
import type { Factor, Network } from "../../src/core/densities/index.js";
import type { FeatureProfile } from "../../src/core/model/index.js";
import { classCount } from "../oracle/network-blame.js";

/** Draws the numbers of one state: of a category with so many classes, or of a number (0) with so many causes. */
type StateMaker = (random: Random, classes: number, causes: number) => number[];

/** A feature depends on such that come before it in an order drawn by lot. */
export function makeNetwork(random: Random, profiles: readonly FeatureProfile[], makeState: StateMaker): Network {
  const order = randomPart([...profiles.keys()], profiles.length, random);
  const factors = profiles.map((profile, j): Factor => {
    const before = order.slice(0, order.indexOf(j));
    const categories = before.filter((other) => profiles[other]!.kind === "categorical");
    const numbers = before.filter((other) => profiles[other]!.kind === "numeric");
    const some = (list: number[], most: number): number[] =>
      randomPart(list, Math.min(list.length, randomInteger(random, most + 1)), random);
    const causes = profile.kind === "numeric" ? some(numbers, 3) : [];
    const parents = [...some(categories, 2), ...causes];
    const states = parents.reduce((product, parent) => product * Math.max(1, classCount(profiles[parent]!)), 1);
    const ofStates = Array.from({ length: states }, () => makeState(random, classCount(profile), causes.length));
    return { parents, numbers: Float64Array.from(ofStates.flat()) };
  });
  return { weight: 3 * random(), factors };
}

/** Logarithms of chances that sum to 1. */
export function logShares(chances: readonly number[]): number[] {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => Math.log(chance / total));
}
