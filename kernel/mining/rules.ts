/** Which rules follow from an antecedent, and which of them are kept: written down one behind the other. */
import { Level, Mining } from "../generated";
import { int32At, isMarked, pointerTo, setInt32 } from "../memory";
import { countCommon, countRows, intersect } from "../row-sets";
import { rowOf, setOf } from "./fields";

/** The rules of an antecedent, given its rows with each item of a level and with each group. */
export function emitRules(
  m: Mining,
  depth: i32,
  level: Level,
  counts: usize,
  groups: usize,
  count: i32,
  out: usize,
  start: i32,
): i32 {
  let written = start;
  let hasParts = false;
  for (let i = 0; i < level.length; i++) {
    const support = int32At(counts, i);
    if (support < m.leastCount) continue;
    const item = int32At(level.items, i);
    const group = int32At(m.groupOf, item);
    const known = group < 0 ? count : int32At(groups, group);
    if (<f64>support / <f64>known <= m.minConfidence) continue;
    if (m.isProductive !== 0) {
      if (depth > 2 && !hasParts) {
        forgetParts(m, depth);
        hasParts = true;
      }
      if (!isProductiveRule(m, depth, item, group, support, known, 0)) continue;
    }
    written = writeRule(m, depth, item, support, known, out, written);
  }
  return written;
}

// @ts-ignore: decorator
@inline
export function writeRule(
  m: Mining,
  depth: i32,
  consequent: i32,
  support: i32,
  known: i32,
  out: usize,
  start: i32,
): i32 {
  let written = start;
  setInt32(out, written++, depth);
  for (let place = 0; place < depth; place++) setInt32(out, written++, int32At(m.path, place));
  setInt32(out, written++, consequent);
  setInt32(out, written++, support);
  setInt32(out, written++, known);
  m.ruleCount++;
  return written;
}

export function forgetParts(m: Mining, depth: i32): void {
  for (let part = 0; part < 1 << depth; part++) setInt32(m.partCounts, part, -1);
}

/**
 * No non-empty proper part of the antecedent gives the consequent with at least the same confidence. The parts that
 * lack one of the last `compared` items are known not to.
 */
export function isProductiveRule(
  m: Mining,
  depth: i32,
  consequent: i32,
  group: i32,
  support: i32,
  known: i32,
  compared: i32,
): bool {
  if (isMarked(m.alwaysTrue, consequent)) return false;
  if (depth === 1) return true;
  for (let place = 0; place < depth; place++) {
    const item = int32At(m.path, place);
    const ownSupport = int32At(rowOf(m, pointerTo(m.pairCounts), item), consequent);
    const ownKnown = group < 0 ? int32At(m.itemCounts, item) : int32At(m.groupPairs, item * m.groupCount + group);
    if (isAsConfident(ownSupport, ownKnown, support, known)) return false;
  }
  const whole = (1 << depth) - 1;
  for (let part = 3; part < whole; part++) {
    if ((part & (part - 1)) === 0) continue;
    const lacking = whole ^ part;
    if ((lacking & (lacking - 1)) === 0 && lacking >= 1 << (depth - compared)) continue;
    const set = partSet(m, part);
    const ownSupport = countCommon(set, setOf(m, consequent), m.setBytes);
    const ownKnown =
      group < 0 ? int32At(m.partCounts, part) : countCommon(set, setOf(m, m.itemCount + group), m.setBytes);
    m.work += <i64>(m.setBytes >> 4);
    if (isAsConfident(ownSupport, ownKnown, support, known)) return false;
  }
  return true;
}

/** Confidences compared exactly, as products of integers. */
// @ts-ignore: decorator
@inline
export function isAsConfident(partSupport: i32, partKnown: i32, support: i32, known: i32): bool {
  return <i64>partSupport * <i64>known >= <i64>support * <i64>partKnown;
}

/** The rows of the items whose places are bits of `part`, two or more; made once for an antecedent. */
function partSet(m: Mining, part: i32): usize {
  const set = m.partSets + <usize>part * m.setBytes;
  if (int32At(m.partCounts, part) >= 0) return set;
  const rest = part & (part - 1);
  const item = setOf(m, int32At(m.path, ctz(part)));
  const other = (rest & (rest - 1)) === 0 ? setOf(m, int32At(m.path, ctz(rest))) : partSet(m, rest);
  intersect(item, other, set, m.setBytes);
  setInt32(m.partCounts, part, countRows(set, m.setBytes));
  m.work += <i64>(m.setBytes >> 4);
  return set;
}

/**
 * Whether the path and `item` together have the rows of a part of them: then every rule of both follows from that part
 * with the same confidence.
 */
export function isNothingNew(m: Mining, depth: i32, level: Level, item: i32, count: i32): bool {
  return count === level.count || isInPath(m, depth, item);
}

/** Whether all rows of `item` have some item of the path. */
export function isInPath(m: Mining, depth: i32, item: i32): bool {
  const itemCount = int32At(m.itemCounts, item);
  const pairs = rowOf(m, pointerTo(m.pairCounts), item);
  for (let place = 0; place < depth; place++) if (int32At(pairs, int32At(m.path, place)) === itemCount) return true;
  return false;
}
