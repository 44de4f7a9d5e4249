import { featuresOf, type Predicate } from "../../predicates/index.js";
import { type Feature, sensorOf } from "../../table/index.js";

/**
 * Lists the items from `first` on (default: behind `item`) that share no feature with it: a pair of one feature is
 * never formed, nor one of a feature and what was made of its past.
 */
export function partners(
  predicates: readonly Predicate[],
  all: readonly Feature[],
): (item: number, others: Int32Array, first?: number) => number {
  const features = predicates.map((predicate) => featuresOf(predicate).map((feature) => sensorOf(all[feature]!)));
  return (item, others, first = item + 1) => {
    const itsFeatures = features[item]!;
    let length = 0;
    for (let other = first; other < predicates.length; other++) {
      if (!itsFeatures.some((feature) => features[other]!.includes(feature))) others[length++] = other;
    }
    return length;
  };
}
