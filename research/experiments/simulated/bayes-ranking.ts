/**
 * The best ranking that there is: cells by how probable it is that they were changed, where the density of true rows,
 * that of wrong values and the odds of one or two wrong cells are all known.
 */
import { logOfSum, logWeighedDensity } from "./density.js";
import { TWO_SHARE, type WrongValues } from "./faults.js";
import { type Network, shownPlaces } from "./network.js";

/** Pairs are tried among so many places that are likeliest by themselves. */
const PAIRED = 12;

/** Places, the likeliest first. */
export function bayesRanking(network: Network, wrong: WrongValues, row: Float64Array): number[] {
  const places = shownPlaces(network);
  const scoreOf = (hidden: readonly number[]): number =>
    logWeighedDensity(network, { row, hidden }, (truth) =>
      hidden.reduce((sum, place) => sum + wrong.logDensity(place, row[place]!, truth[place]!), 0),
    );
  const pairCount = (places.length * (places.length - 1)) / 2;
  const alone = Math.log((1 - TWO_SHARE) / places.length);
  const together = Math.log(TWO_SHARE / pairCount);
  const scores = new Map(places.map((place) => [place, [alone + scoreOf([place])]]));
  const likely = [...places].sort((a, b) => scores.get(b)![0]! - scores.get(a)![0]!).slice(0, PAIRED);
  for (const a of likely) {
    for (const b of places) {
      if (a === b || (likely.includes(b) && b < a)) continue;
      const score = together + scoreOf([a, b]);
      scores.get(a)!.push(score);
      scores.get(b)!.push(score);
    }
  }
  const totals = new Map([...scores].map(([place, each]) => [place, logOfSum(each)]));
  return places.sort((a, b) => totals.get(b)! - totals.get(a)!);
}
