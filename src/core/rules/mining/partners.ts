import { featuresOf, type Predicate } from "../../predicates/predicate.js";

/** Lists the items behind `item` that share no feature with it: a pair of one feature is never formed. */
export function partners(predicates: readonly Predicate[]): (item: number, others: Int32Array) => number {
  const features = predicates.map(featuresOf);
  return (item, others) => {
    const itsFeatures = features[item]!;
    let length = 0;
    for (let other = item + 1; other < predicates.length; other++) {
      if (!itsFeatures.some((feature) => features[other]!.includes(feature))) others[length++] = other;
    }
    return length;
  };
}
