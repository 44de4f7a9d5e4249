/**
 * How many rows some of several predicates hold in, for any stretch of them. Of each row it is enough to know which
 * predicates hold in it one after the other: the first that holds at or behind a place is in a stretch that begins
 * there, or none is.
 *
 * Cost: O(rows × predicates); a state has as many numbers as there are pairs that follow one another in some row.
 */
import { codeBlocks, type EncodedTable, foldRows, type RowFold } from "../table/index.js";
import type { CategoryPredicate } from "./predicate.js";

/** Rows by the pairs of predicates that follow one another in them; pairs ascend. */
interface FollowingPairs {
  /** (place of the one before + 1) × predicates + place; none before: 0. */
  readonly pairs: Float64Array;
  readonly counts: Float64Array;
}

/** Rows in which one of the predicates from `first` to `last` holds. */
export function unionCounts(
  table: EncodedTable,
  predicates: readonly CategoryPredicate[],
): (first: number, last: number) => number {
  const { pairs, counts } = foldRows(table, unionCountsFold, predicates);
  let known: { first: number; upTo: Float64Array } = { first: -1, upTo: new Float64Array() };
  return (first, last) => {
    if (known.first !== first) known = { first, upTo: countFrom(first) };
    return known.upTo[last]!;
  };

  function countFrom(first: number): Float64Array {
    const upTo = new Float64Array(predicates.length);
    pairs.forEach((pair, at) => {
      const before = Math.floor(pair / predicates.length) - 1;
      const place = pair % predicates.length;
      if (before < first && place >= first) upTo[place]! += counts[at]!;
    });
    for (let place = first + 1; place < upTo.length; place++) upTo[place]! += upTo[place - 1]!;
    return upTo;
  }
}

export const unionCountsFold: RowFold<readonly CategoryPredicate[], FollowingPairs> = {
  name: "union-counts",
  fold(table, predicates) {
    const rowsOf = new Map<number, number>();
    const before = new Int32Array(table.rowCount); // place of the last that holds in each row, + 1
    predicates.forEach(({ feature, codes: wanted }, place) => {
      const column = table.columns[feature]!;
      if (column.kind !== "categorical") return;
      const isWanted = new Set(wanted);
      for (const { start, values: codes } of codeBlocks(column)) {
        for (let row = 0; row < codes.length; row++) {
          if (!isWanted.has(codes[row]!)) continue;
          const pair = before[start + row]! * predicates.length + place;
          rowsOf.set(pair, (rowsOf.get(pair) ?? 0) + 1);
          before[start + row] = place + 1;
        }
      }
    });
    return ascending(rowsOf);
  },
  merge(one, other) {
    const rowsOf = new Map<number, number>();
    for (const { pairs, counts } of [one, other]) {
      pairs.forEach((pair, at) => {
        rowsOf.set(pair, (rowsOf.get(pair) ?? 0) + counts[at]!);
      });
    }
    return ascending(rowsOf);
  },
};

function ascending(rowsOf: ReadonlyMap<number, number>): FollowingPairs {
  const pairs = Float64Array.from(rowsOf.keys()).sort();
  return { pairs, counts: pairs.map((pair) => rowsOf.get(pair)!) };
}
