/**
 * Mining: depth-first over antecedents, wholly in memory laid out beforehand (fields.ts).
 *
 * Antecedents of all but the last two items are nodes: rows, and items that are frequent with them. From such a node,
 * the prefix, the last two levels are mined at once (last-two-levels.ts). For antecedents of up to two items the prefix
 * is empty: the node of all rows. A node's rows are a set of bits in the projection of the node above, or a projection
 * of its own (projections.ts).
 *
 * The walk keeps its place in memory: it returns when the room for rules or its budget of work is used up, and goes on
 * when called again. What finds the same by plainer means is test/reference/miner.ts.
 */
import { Level, Mining } from "../generated";
import { int32At, pointerTo, setInt32 } from "../memory";
import { countCommon, countRows, intersect } from "../row-sets";
import { levelOf, rowOf, setOf, prefixLength, projectionSet } from "./fields";
import { fillPrefixPairs, startPrefix, walkPairs } from "./last-two-levels";
import { emitRules, isNothingNew } from "./rules";
import { openProjection, projectionPays } from "./projections";

/** Makes the node of all rows, once all pairs are counted. */
export function startMining(pointer: usize, rowCount: i32): void {
  const m = changetype<Mining>(pointer);
  const root = levelOf(m, 0);
  for (let item = 0; item < m.itemCount; item++) {
    setInt32(root.items, item, item);
    setInt32(root.counts, item, int32At(m.itemCounts, item));
    setInt32(root.grouped, item, int32At(m.groupOf, item) < 0 ? 0 : -1);
  }
  root.length = m.itemCount;
  root.count = rowCount;
  root.sets = m.sets;
  root.setBytes = m.setBytes;
  root.rows = 0;
  root.set = 0;
  for (let group = 0; group < m.groupCount; group++) {
    setInt32(root.groupCounts, group, countRows(setOf(m, m.itemCount + group), m.setBytes));
  }
}

/** Begins the walk of all antecedents whose first item this is. */
export function startItem(pointer: usize, item: i32): void {
  const m = changetype<Mining>(pointer);
  const root = levelOf(m, 0);
  m.depth = -1;
  if (int32At(m.itemCounts, item) < m.leastCount) return;
  m.depth = 0;
  root.isEmitted = 1;
  if (prefixLength(m) === 0) startPrefix(m, item, item + 1);
  else if (openNode(m, 0, root, item)) m.depth = 1;
  else m.depth = -1;
}

/**
 * Goes on until the walk is over, `budget` is used up, or fewer than a node's rules would fit into `room` numbers.
 * Returns how many numbers were written: for each rule the length of its antecedent, its items, the consequent, the
 * rows with both, the rows with the antecedent. The walk is over when m.depth is -1.
 */
export function walk(pointer: usize, out: usize, room: i32, budget: i32): i32 {
  const m = changetype<Mining>(pointer);
  const most = m.itemCount * (m.maxAntecedent + 4);
  let written = 0;
  m.work = 0;
  m.ruleCount = 0;
  while (m.depth >= 0 && m.work < <i64>budget && written + most <= room) {
    const depth = m.depth;
    const level = levelOf(m, depth);
    if (level.isEmitted === 0) {
      written = emitRules(m, depth, level, pointerTo(level.counts), pointerTo(level.groupCounts), level.count, out, written);
      level.isEmitted = 1;
    }
    if (depth === prefixLength(m)) {
      if (m.first < m.firstEnd) written = walkPairs(m, depth, level, out, written, <i64>budget, room - most);
      else m.depth = depth - 1;
    } else if (openNext(m, depth, level)) m.depth = depth + 1;
    else m.depth = depth - 1;
    // The walk of one first item does not go on with the others.
    if (m.depth === 0 && prefixLength(m) > 0) m.depth = -1;
  }
  return written;
}

/** Opens the next child of a node; false when there is none left. */
function openNext(m: Mining, depth: i32, level: Level): bool {
  const last = int32At(m.path, depth - 1);
  while (level.cursor < level.length) {
    const place = level.cursor++;
    const item = int32At(level.items, place);
    if (item > last && openNode(m, depth, level, place)) return true;
  }
  return false;
}

/** Makes the child of a node at `depth` by the item at a place; false when nothing can follow from it or below it. */
function openNode(m: Mining, depth: i32, level: Level, place: i32): bool {
  const item = int32At(level.items, place);
  const count = int32At(level.counts, place);
  if (count < m.leastCount) return false;
  if (m.isProductive !== 0 && depth > 0 && isNothingNew(m, depth, level, item, count)) return false;
  setInt32(m.path, depth, item);
  const child = levelOf(m, depth + 1);
  listCandidates(m, level, item, child);
  if (child.length === 0) return false;
  child.count = count;
  child.sets = level.sets;
  child.setBytes = level.setBytes;
  child.rows = level.rows;
  if (level.set === 0) child.set = projectionSet(level, item);
  else {
    child.set = child.setRoom;
    intersect(level.set, projectionSet(level, item), child.set, level.setBytes);
  }
  if (projectionPays(m, child, depth + 1)) {
    openProjection(m, child);
    takeTally(m, child, depth + 1);
  } else countCandidates(m, child, depth + 1);
  child.cursor = 0;
  child.isEmitted = 0;
  if (depth + 1 === prefixLength(m)) {
    fillPrefixPairs(m, child);
    startPrefix(m, 0, child.length);
  }
  return true;
}

/**
 * Items that may be frequent with the rows of a child, and their bounds: how often they are with the item it is made
 * by.
 */
function listCandidates(m: Mining, level: Level, item: i32, child: Level): void {
  const pairs = rowOf(m, pointerTo(m.pairCounts), item);
  let length = 0;
  for (let i = 0; i < level.length; i++) {
    const other = int32At(level.items, i);
    const pair = int32At(pairs, other);
    if (min(int32At(level.counts, i), pair) < m.leastCount) continue;
    setInt32(child.items, length, other);
    setInt32(child.counts, length, pair);
    setInt32(child.grouped, length, int32At(level.grouped, i));
    length++;
  }
  child.length = length;
}

/**
 * Counts the candidates and groups of a node in the projection it lives in. With one item they are those of the pairs.
 */
function countCandidates(m: Mining, node: Level, depth: i32): void {
  const bytes = node.setBytes;
  m.work += <i64>(node.length + m.groupCount + 1) * <i64>(bytes >> 4);
  if (depth > 1) {
    for (let i = 0; i < node.length; i++) {
      setInt32(node.counts, i, countCommon(node.set, projectionSet(node, int32At(node.items, i)), bytes));
    }
    dropRare(m, node);
  }
  for (let group = 0; group < m.groupCount; group++) {
    setInt32(node.groupCounts, group, countCommon(node.set, projectionSet(node, m.itemCount + group), bytes));
  }
}

/** The same, counted while the node's projection was made. */
function takeTally(m: Mining, node: Level, depth: i32): void {
  if (depth > 1) {
    for (let i = 0; i < node.length; i++) setInt32(node.counts, i, int32At(m.tally, int32At(node.items, i)));
    dropRare(m, node);
  }
  for (let group = 0; group < m.groupCount; group++) {
    setInt32(node.groupCounts, group, int32At(m.tally, m.itemCount + group));
  }
}

/** Keeps the frequent items of a node. */
function dropRare(m: Mining, level: Level): void {
  let length = 0;
  for (let i = 0; i < level.length; i++) {
    if (int32At(level.counts, i) < m.leastCount) continue;
    setInt32(level.items, length, int32At(level.items, i));
    setInt32(level.counts, length, int32At(level.counts, i));
    setInt32(level.grouped, length, int32At(level.grouped, i));
    length++;
  }
  level.length = length;
}
