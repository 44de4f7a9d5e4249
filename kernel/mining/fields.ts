/**
 * The memory of mining: one record of all that is given, found and used on the way, and a Level for each depth.
 *
 * The caller lays everything out before the first rule is looked for (src/core/rules/mining/miner.ts). Sets of rows are
 * bits (row-sets.ts), all of the same length, side by side: those of the items, then those of the groups. An item is a
 * predicate's number; a group is the rows in which predicates with missing values are known.
 *
 * Bounds: one bit for each row and each item or group, which with all else must stay below 2^32 bytes, or nothing is
 * laid out; items and groups together at most 65,536, since the items of rows are listed in 16 bits (at most 11,000
 * items are mined); all items of all rows, where they are listed, at most 2^28 (miner.ts).
 */
import { Level, Mining } from "../generated";

// @ts-ignore: decorator
@inline
export function levelOf(m: Mining, depth: i32): Level {
  return changetype<Level>(m.levels + <usize>depth * offsetof<Level>());
}

/** An item's rows among all. */
// @ts-ignore: decorator
@inline
export function setOf(m: Mining, item: i32): usize {
  return m.sets + <usize>item * m.setBytes;
}

/** An item's rows in the projection of a node. */
// @ts-ignore: decorator
@inline
export function projectionSet(level: Level, item: i32): usize {
  return level.sets + <usize>item * level.setBytes;
}

/** Row of a table of pairs. */
// @ts-ignore: decorator
@inline
export function rowOf(m: Mining, table: usize, row: i32): usize {
  return table + (((<usize>row) * (<usize>m.stride)) << 2);
}

/** Items of a prefix. */
// @ts-ignore: decorator
@inline
export function prefixLength(m: Mining): i32 {
  return max(0, m.maxAntecedent - 2);
}
