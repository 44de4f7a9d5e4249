/**
 * Algorithm 1 of the paper, line by line: predicates for categorical features. Features are walked in the order of
 * their names (the paper leaves their order open); sup(p) is counted over all rows, a missing value never counts.
 */
import type { Category, Feature } from "../../src/core/table/index.js";
import { byName } from "./name-order.js";
import type { Meaning } from "./raw-values.js";

/** One or more "feature = value", joined by "or". */
export type Choice = readonly { readonly feature: string; readonly value: Category }[];

export function algorithm1(features: readonly Feature[], rows: readonly Meaning[][], theta: number): Choice[] {
  const sup = (p: Choice): number => {
    const holds = rows.filter((row) =>
      p.some(({ feature, value }) => row[features.findIndex((f) => f.name === feature)] === value),
    );
    return holds.length / rows.length;
  };
  const P: Choice[] = [];
  const L: Choice[] = [];
  const ordered = [...features].sort((a, b) => byName(a.name, b.name));
  for (const feature of ordered) {
    if (feature.kind !== "categorical") continue;
    const T: Choice[] = [];
    for (const value of feature.categories) {
      const p = [{ feature: feature.name, value }];
      if (sup(p) > theta) P.push(p);
      else T.push(p);
    }
    if (T.length > 1) {
      const p = T.flat();
      if (sup(p) > theta) P.push(p);
      else L.push(p);
    } else if (T.length === 1) {
      L.push(T[0]!);
    }
  }
  let k = 1;
  for (let j = 2; j <= L.length; j++) {
    if (!(sup(L.slice(k - 1, j).flat()) > theta)) continue;
    if (sup(L.slice(j).flat()) > theta) {
      P.push(L.slice(k - 1, j).flat());
      k = j + 1;
    } else {
      P.push(L.slice(k - 1).flat());
      break;
    }
  }
  return P;
}
