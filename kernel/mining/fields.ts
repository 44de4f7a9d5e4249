/**
 * The memory of mining: one record of all that is given, found and used on the way, and a Level for each depth.
 *
 * The caller lays everything out before the first rule is looked for (src/core/rules/miner-compiled.ts). Sets of rows are
 * bits (row-sets.ts), all of the same length, side by side: those of the items, then those of the groups. An item is a
 * predicate's number; a group is the rows in which predicates with missing values are known.
 *
 * Bounds: one bit for each row and each item or group, which with all else must stay below 2^32 bytes, or nothing is laid out;
 * items and groups together at most 65,536, since the items of rows are listed in 16 bits (at most 11,000 items are mined);
 * all items of all rows, where they are listed, at most 2^28 (miner-compiled.ts).
 */

/** Laid out by the caller, in this order. Pointers lead to arrays of 32-bit numbers unless said otherwise. */
@unmanaged
export class Mining {
  minConfidence: f64;
  /** Work done since the caller last looked, in vectors met or items walked. */
  work: i64;
  itemCount: i32;
  /** Numbers from one row of a table of pairs to the next: itemCount rounded up to a multiple of 4. */
  stride: i32;
  /** Sets of rows in which an item with missing values is known; their sets stand behind those of the items. */
  groupCount: i32;
  /** Bytes of a set of all rows, a multiple of 16. */
  setBytes: usize;
  leastCount: i32;
  maxAntecedent: i32;
  isProductive: i32;
  /** Mean number of items and groups of a row, rounded up; 0: rows cannot be walked, no node opens a world. */
  itemsPerRow: i32;
  sets: usize;
  /** Items and groups of row r: rowItems (16 bits each) from rowStarts[r] to rowStarts[r + 1]. */
  rowStarts: usize;
  rowItems: usize;
  itemCounts: usize;
  /** |a ∧ b| at a · stride + b; 0 where they share a feature. */
  pairCounts: usize;
  /** Group of each item, or -1. */
  groupOf: usize;
  /** |a ∧ group g| at a · groupCount + g. */
  groupPairs: usize;
  /** Bytes: 1 where the item's range rule says the same. */
  isAlwaysTrue: usize;
  path: usize;
  /** A Level for each depth from 0 (all rows) to the longest stem. */
  levels: usize;
  /** |stem ∧ i ∧ j| for items at places i and j of the stem, as pairCounts; the same array when the stem is empty. */
  stemPairs: usize;
  /** |stem ∧ i ∧ group g| at i · groupCount + g; likewise. */
  stemGroups: usize;
  /** Room for the rows of stem and one item, and of stem and two. */
  oneSet: usize;
  twoSet: usize;
  /** Scratch: places of items that may follow. */
  open: usize;
  /** Scratch: rows of stem and two items in each group, -1: not counted. */
  groupCounts: usize;
  /** Scratch: one counter for each item and group. */
  tally: usize;
  /** Scratch: rows left behind each stretch of a set. */
  rowsBehind: usize;
  /** Sets for parts of an antecedent, one for each subset of its places, and their sizes (-1: not made). */
  partSets: usize;
  partCounts: usize;
  /** Where the walk stands: depth of the node at hand, -1: over. */
  depth: i32;
  /** Rules written by the last walk. */
  ruleCount: i32;
  /** The last two levels: places of b and c, whether b is opened. */
  first: i32;
  firstEnd: i32;
  second: i32;
  isOpen: i32;
}

/** Laid out by the caller, in this order; from `sets` on the walk fills it. */
@unmanaged
export class Level {
  /** Room for the rows of the node as bits. */
  ownSet: usize;
  /** Room for a world's sets and for the numbers of its rows. */
  ownWorld: usize;
  ownRows: usize;
  /** Bytes of a set in that room. */
  ownBytes: usize;
  items: usize;
  counts: usize;
  groupCounts: usize;
  /** -1 where the item at a place has a group. */
  grouped: usize;
  /** The world the node lives in: its sets, bytes of each, and the rows of the table they stand for (0: all). */
  sets: usize;
  setBytes: usize;
  rows: usize;
  /** The rows of the node in that world; 0: all of them. */
  set: usize;
  length: i32;
  count: i32;
  cursor: i32;
  isEmitted: i32;
}

export function miningRecordBytes(): i32 {
  return <i32>offsetof<Mining>();
}

export function levelRecordBytes(): i32 {
  return <i32>offsetof<Level>();
}

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

/** An item's rows in the world of a node. */
// @ts-ignore: decorator
@inline
export function worldSet(level: Level, item: i32): usize {
  return level.sets + <usize>item * level.setBytes;
}

/** Row of a table of pairs. */
// @ts-ignore: decorator
@inline
export function rowOf(m: Mining, table: usize, row: i32): usize {
  return table + (((<usize>row) * (<usize>m.stride)) << 2);
}

/** Items of a stem. */
// @ts-ignore: decorator
@inline
export function stemLength(m: Mining): i32 {
  return max(0, m.maxAntecedent - 2);
}
