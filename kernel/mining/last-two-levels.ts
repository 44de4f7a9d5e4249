/**
 * The last two levels of the walk, below a node that is called the prefix, mined at once.
 *
 * A table of counts for all pairs of the prefix's items gives the rules of prefix and one item b, and bounds for prefix
 * and two items, |prefix ∧ b ∧ c ∧ p| ≤ min(|prefix ∧ b ∧ p|, |prefix ∧ c ∧ p|). Only what may still follow is counted,
 * and a count is given up as soon as the rows left cannot bring it to what is needed. Where the prefix is empty, the
 * table is that of all pairs.
 */
import { Level, Mining, BLOCK_BYTES } from "../generated";
import { int32At, pointerTo, setInt32 } from "../memory";
import { countCommon, countRows, intersect } from "../row-sets";
import { rowOf, prefixLength, projectionSet } from "./fields";
import { emitRules, forgetParts, isAsConfident, isInPath, isNothingNew, isProductiveRule, writeRule } from "./rules";

/** Counts each pair of a prefix's items of which at least one may join it, and each item with each group. */
export function fillPrefixPairs(m: Mining, prefix: Level): void {
  const last = int32At(m.path, prefixLength(m) - 1);
  const bytes = prefix.setBytes;
  const length = prefix.length;
  memory.fill(pointerTo(m.prefixPairs), 0, (<usize>length * <usize>m.stride) << 2);
  let sets: i64 = 0;
  for (let i = 0; i < length; i++) {
    const item = int32At(prefix.items, i);
    const itemCount = int32At(prefix.counts, i);
    const pairs = rowOf(m, pointerTo(m.pairCounts), item);
    let set = projectionSet(prefix, item);
    if (prefix.set !== 0) {
      intersect(prefix.set, set, m.oneSet, bytes);
      set = m.oneSet;
    }
    const row = rowOf(m, pointerTo(m.prefixPairs), i);
    for (let j = i + 1; j < length; j++) {
      const other = int32At(prefix.items, j);
      if (other <= last || min(min(itemCount, int32At(prefix.counts, j)), int32At(pairs, other)) < m.leastCount) continue;
      const count = countCommon(set, projectionSet(prefix, other), bytes);
      setInt32(row, j, count);
      setInt32(rowOf(m, pointerTo(m.prefixPairs), j), i, count);
      sets++;
    }
    for (let group = 0; group < m.groupCount; group++) {
      setInt32(m.prefixGroups, i * m.groupCount + group, countCommon(set, projectionSet(prefix, m.itemCount + group), bytes));
    }
  }
  m.work += (sets + <i64>length * <i64>m.groupCount) * <i64>(bytes >> 4);
}

/** Begins the last two levels below the prefix with first items at places [first, end). */
export function startPrefix(m: Mining, first: i32, end: i32): void {
  m.first = first;
  m.firstEnd = end;
  m.isOpen = 0;
}

/** The rules of prefix and b, then of prefix, b and c; returns when the budget or the room is used up. */
export function walkPairs(m: Mining, depth: i32, prefix: Level, out: usize, start: i32, budget: i64, room: i32): i32 {
  const last = depth === 0 ? -1 : int32At(m.path, depth - 1);
  let written = start;
  while (m.first < m.firstEnd) {
    if (written > room) return written;
    const b = m.first;
    const item = int32At(prefix.items, b);
    const count = int32At(prefix.counts, b);
    const row = rowOf(m, pointerTo(m.prefixPairs), b);
    if (m.isOpen === 0) {
      if (item <= last || count < m.leastCount || isOneNothingNew(m, depth, prefix, item, count)) {
        m.first++;
        continue;
      }
      setInt32(m.path, depth, item);
      const groups = m.prefixGroups + ((<usize>(b * m.groupCount)) << 2);
      written = emitRules(m, depth + 1, prefix, row, groups, count, out, written);
      m.second = b + 1;
      m.isOpen = 1;
      if (m.maxAntecedent < depth + 2) m.second = prefix.length;
      else if (prefix.set !== 0) intersect(prefix.set, projectionSet(prefix, item), m.oneSet, prefix.setBytes);
    }
    while (m.second < prefix.length) {
      if (written > room || m.work >= budget) return written;
      const c = m.second++;
      const both = int32At(row, c);
      if (both >= m.leastCount) written = openTwo(m, depth, prefix, b, c, both, out, written);
    }
    m.first++;
    m.isOpen = 0;
  }
  return written;
}

function isOneNothingNew(m: Mining, depth: i32, prefix: Level, item: i32, count: i32): bool {
  return depth > 0 && m.isProductive !== 0 && isNothingNew(m, depth, prefix, item, count);
}

/** Stem, b and c: counts what may follow from them, and writes down what does. */
function openTwo(m: Mining, depth: i32, prefix: Level, b: i32, c: i32, count: i32, out: usize, start: i32): i32 {
  const isProductive = m.isProductive !== 0;
  const itemB = int32At(prefix.items, b);
  const itemC = int32At(prefix.items, c);
  const countB = int32At(prefix.counts, b);
  const countC = int32At(prefix.counts, c);
  // Then both together have the rows of one of them.
  if (isProductive && (count === countB || count === countC || isInPath(m, depth, itemC))) return start;
  const rowB = rowOf(m, pointerTo(m.prefixPairs), b);
  const rowC = rowOf(m, pointerTo(m.prefixPairs), c);
  const needed = neededOf(m, count);
  const open = collectOpen(m, prefix, rowB, rowC, needed);
  if (open === 0) return start;
  const bytes = prefix.setBytes;
  const base = m.twoSet;
  intersect(prefix.set === 0 ? projectionSet(prefix, itemB) : m.oneSet, projectionSet(prefix, itemC), base, bytes);
  const isLong = bytes > BLOCK_BYTES;
  if (isLong) fillRowsBehind(m, base, bytes, count);
  for (let group = 0; group < m.groupCount; group++) setInt32(m.groupCounts, group, -1);
  let written = start;
  let hasParts = false;
  m.work += <i64>(prefix.length >> 2);
  for (let i = 0; i < open; i++) {
    const place = int32At(m.open, i);
    const item = int32At(prefix.items, place);
    const group = int32At(m.groupOf, item);
    const onlyB = int32At(rowB, place);
    const onlyC = int32At(rowC, place);
    if (isProductive) {
      // All rows of a part have it, or all in which it is known.
      if (onlyB === knownCount(m, b, group, countB)) continue;
      if (onlyC === knownCount(m, c, group, countC)) continue;
    }
    const known = group < 0 ? count : knownWithTwo(m, prefix, group);
    const least = group < 0 ? needed : neededOf(m, known);
    const set = projectionSet(prefix, item);
    const support = isLong ? countNeeded(m, base, set, bytes, least) : countCommon(base, set, bytes);
    if (support < least || <f64>support / <f64>known <= m.minConfidence) continue;
    setInt32(m.path, depth + 1, itemC);
    if (isProductive) {
      // Of the parts, prefix and b and prefix and c are known already.
      if (isAsConfident(onlyB, knownCount(m, b, group, countB), support, known)) continue;
      if (isAsConfident(onlyC, knownCount(m, c, group, countC), support, known)) continue;
      if (depth > 0 && !hasParts) {
        forgetParts(m, depth + 2);
        hasParts = true;
      }
      if (!isProductiveRule(m, depth + 2, item, group, support, known, 2)) continue;
    }
    written = writeRule(m, depth + 2, item, support, known, out, written);
  }
  if (!isLong) m.work += <i64>open * <i64>(bytes >> 4);
  return written;
}

/**
 * Rows that a rule must have at least, of so many with its antecedent. Rounded down: what it lets pass is divided
 * later.
 */
// @ts-ignore: decorator
@inline
function neededOf(m: Mining, known: i32): i32 {
  return max(m.leastCount, <i32>(<f64>known * m.minConfidence));
}

/** Rows of prefix, b and c (m.twoSet) that are in a group: counted when they are first asked for. */
// @ts-ignore: decorator
@inline
function knownWithTwo(m: Mining, prefix: Level, group: i32): i32 {
  let known = int32At(m.groupCounts, group);
  if (known < 0) {
    known = countCommon(m.twoSet, projectionSet(prefix, m.itemCount + group), prefix.setBytes);
    m.work += <i64>(prefix.setBytes >> 4);
    setInt32(m.groupCounts, group, known);
  }
  return known;
}

/**
 * Of `count` rows of prefix and the item at a place, those in which items of a group are known; -1: no group, all of
 * them.
 */
// @ts-ignore: decorator
@inline
function knownCount(m: Mining, place: i32, group: i32, count: i32): i32 {
  return group < 0 ? count : int32At(m.prefixGroups, place * m.groupCount + group);
}

/** Places of items that may follow from prefix, b and c: those with a group need only be frequent. */
function collectOpen(m: Mining, prefix: Level, rowB: usize, rowC: usize, needed: i32): i32 {
  const bounds = i32x4.splat(needed);
  const least = i32x4.splat(m.leastCount);
  const hasGroups = m.groupCount > 0;
  const bytes = (<usize>prefix.length) << 2;
  let open = pointerTo(m.open);
  for (let from: usize = 0; from < bytes; from += 16) {
    const counts = i32x4.min_s(v128.load(rowB + from), v128.load(rowC + from));
    const bound = hasGroups ? v128.bitselect(least, bounds, v128.load(prefix.grouped + from)) : bounds;
    let mask = i32x4.bitmask(i32x4.ge_s(counts, bound));
    while (mask !== 0) {
      store<i32>(open, <i32>(from >> 2) + ctz(mask));
      open += 4;
      mask &= mask - 1;
    }
  }
  return <i32>((open - pointerTo(m.open)) >> 2);
}

/** rowsBehind[b]: rows of the base behind block b. */
function fillRowsBehind(m: Mining, base: usize, bytes: usize, count: i32): void {
  let behind = count;
  let block = 0;
  for (let from: usize = 0; from < bytes; from += BLOCK_BYTES) {
    behind -= countRows(base + from, min(BLOCK_BYTES, bytes - from));
    setInt32(m.rowsBehind, block++, behind);
  }
  m.work += <i64>(bytes >> 4);
}

/** |base ∩ set|, or -1 as soon as it cannot be `needed` or more. */
function countNeeded(m: Mining, base: usize, set: usize, bytes: usize, needed: i32): i32 {
  let count = 0;
  let block = 0;
  for (let from: usize = 0; from < bytes; from += BLOCK_BYTES) {
    const length = min(BLOCK_BYTES, bytes - from);
    count += countCommon(base + from, set + from, length);
    m.work += <i64>(length >> 4);
    if (count + int32At(m.rowsBehind, block++) < needed) return -1;
  }
  return count;
}
