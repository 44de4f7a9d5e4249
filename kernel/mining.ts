/**
 * Mining: depth-first over antecedents, wholly in memory laid out beforehand.
 *
 * A node is an antecedent with its rows and its candidates: items that may still follow from it or join it. Rows are a
 * set of bits, or, once few are left, a list; candidates are then counted by walking the items of each listed row.
 * The walk keeps its place in memory: it returns when the room for rules or its budget of work is used up, and goes on
 * when called again.
 */
import { countCommon, countPlaces, countRows, hasRow, intersect, listCommon } from "./row-sets";

/** Filled by the caller, in this order. Pointers lead to arrays of 32-bit numbers unless said otherwise. */
@unmanaged
class Mining {
  minConfidence: f64;
  /** Work done since the caller last looked, in vectors met or items walked. */
  work: i64;
  itemCount: i32;
  /** Sets of rows in which an item with missing values is known; their sets stand behind those of the items. */
  groupCount: i32;
  /** Bytes of a set, a multiple of 16. */
  setBytes: usize;
  leastCount: i32;
  maxAntecedent: i32;
  isProductive: i32;
  /** Mean number of items and groups of a row, rounded up; 0: rows are not listed, every node has a set. */
  occurrences: i32;
  sets: usize;
  /** Items and groups of row r: rowItems (16 bits each) from rowStarts[r] to rowStarts[r + 1]. */
  rowStarts: usize;
  rowItems: usize;
  itemCounts: usize;
  /** |a ∧ b| at a · itemCount + b; 0 where they share a feature. */
  pairCounts: usize;
  /** Group of each item, or -1. */
  groupOf: usize;
  /** |a ∧ group g| at a · groupCount + g. */
  groupPairs: usize;
  /** Bytes: 1 where the item's range rule says the same. */
  isAlwaysTrue: usize;
  path: usize;
  /** maxAntecedent + 1 Levels. */
  levels: usize;
  /** Scratch: places of candidates to count. */
  places: usize;
  /** Scratch: one counter for each item and group. */
  tally: usize;
  /** Sets for parts of an antecedent, one for each subset of its places, and their sizes (-1: not made). */
  partSets: usize;
  partCounts: usize;
  depth: i32;
}

@unmanaged
class Level {
  set: usize;
  rows: usize;
  items: usize;
  /** Exact where isExact says so, else an upper bound. */
  counts: usize;
  isExact: usize;
  groupCounts: usize;
  length: i32;
  count: i32;
  cursor: i32;
  isList: i32;
  isEmitted: i32;
}

// @ts-ignore: decorator
@inline
function at(array: usize, index: i32): i32 {
  return load<i32>(array + ((<usize>index) << 2));
}

// @ts-ignore: decorator
@inline
function put(array: usize, index: i32, value: i32): void {
  store<i32>(array + ((<usize>index) << 2), value);
}

// @ts-ignore: decorator
@inline
function levelOf(m: Mining, depth: i32): Level {
  return changetype<Level>(m.levels + <usize>depth * offsetof<Level>());
}

// @ts-ignore: decorator
@inline
function setOf(m: Mining, item: i32): usize {
  return m.sets + <usize>item * m.setBytes;
}

export function miningBytes(): i32 {
  return <i32>offsetof<Mining>();
}

export function levelBytes(): i32 {
  return <i32>offsetof<Level>();
}

/** Adds up how many items and groups each row has; rowStarts must be zero. Returns their number. */
export function startOccurrences(pointer: usize, rowCount: i32): i32 {
  const m = changetype<Mining>(pointer);
  for (let item = 0; item < m.itemCount + m.groupCount; item++) {
    const set = setOf(m, item);
    for (let byte: usize = 0; byte < m.setBytes; byte += 8) {
      let word = load<u64>(set + byte);
      while (word !== 0) {
        const entry = m.rowStarts + ((byte << 3) + <usize>ctz(word)) * 4 + 4;
        store<i32>(entry, load<i32>(entry) + 1);
        word &= word - 1;
      }
    }
  }
  for (let row = 0; row < rowCount; row++) put(m.rowStarts, row + 1, at(m.rowStarts, row) + at(m.rowStarts, row + 1));
  return at(m.rowStarts, rowCount);
}

/** Lists the items and groups of each row, ascending. */
export function fillOccurrences(pointer: usize, rowCount: i32): void {
  const m = changetype<Mining>(pointer);
  for (let item = 0; item < m.itemCount + m.groupCount; item++) {
    const set = setOf(m, item);
    for (let byte: usize = 0; byte < m.setBytes; byte += 8) {
      let word = load<u64>(set + byte);
      while (word !== 0) {
        const entry = m.rowStarts + ((byte << 3) + <usize>ctz(word)) * 4;
        const next = load<i32>(entry);
        store<u16>(m.rowItems + ((<usize>next) << 1), <u16>item);
        store<i32>(entry, next + 1);
        word &= word - 1;
      }
    }
  }
  // Each start has moved to the next one's place.
  for (let row = rowCount; row > 0; row--) put(m.rowStarts, row, at(m.rowStarts, row - 1));
  put(m.rowStarts, 0, 0);
}

export function countItems(pointer: usize): void {
  const m = changetype<Mining>(pointer);
  for (let item = 0; item < m.itemCount; item++) put(m.itemCounts, item, countRows(setOf(m, item), m.setBytes));
}

/** Counts item a with the first `length` items of level 1 and with every group; the caller has listed them there. */
export function countPairsOf(pointer: usize, a: i32, length: i32): void {
  const m = changetype<Mining>(pointer);
  const level = levelOf(m, 1);
  level.length = length;
  for (let i = 0; i < length; i++) put(m.places, i, i);
  const set = setOf(m, a);
  const rows = at(m.itemCounts, a);
  level.isList = isListCheaper(m, rows, length) ? 1 : 0;
  if (level.isList) listCommon(set, set, m.setBytes, level.rows);
  countLevel(m, level, set, rows, length);
  for (let i = 0; i < length; i++) {
    const b = at(level.items, i);
    const count = at(level.counts, i);
    put(m.pairCounts, a * m.itemCount + b, count);
    put(m.pairCounts, b * m.itemCount + a, count);
  }
  for (let group = 0; group < m.groupCount; group++) {
    put(m.groupPairs, a * m.groupCount + group, at(level.groupCounts, group));
  }
}

/** Walking `rows` listed rows against meeting `sets` sets: an item walked takes about as long as two vectors met. */
// @ts-ignore: decorator
@inline
function isListCheaper(m: Mining, rows: i32, sets: i32): bool {
  if (m.occurrences === 0) return false;
  return <i64>rows * <i64>m.occurrences * 2 < <i64>(sets + m.groupCount) * <i64>(m.setBytes >> 4);
}

/** Counts the candidates of a level at the places listed in m.places, and its groups. */
function countLevel(m: Mining, level: Level, set: usize, rows: i32, todo: i32): void {
  if (level.isList) {
    if (todo + m.groupCount < m.occurrences) testRows(m, level, rows, todo);
    else walkRows(m, level, rows, todo);
    return;
  }
  m.work += <i64>(todo + m.groupCount) * <i64>(m.setBytes >> 4);
  countPlaces(set, m.sets, m.setBytes, level.items, m.places, todo, level.counts);
  for (let group = 0; group < m.groupCount; group++) {
    put(level.groupCounts, group, countCommon(set, setOf(m, m.itemCount + group), m.setBytes));
  }
}

/** Walks the items of each listed row. */
function walkRows(m: Mining, level: Level, rows: i32, todo: i32): void {
  const tally = m.tally;
  const rowStarts = m.rowStarts;
  const rowItems = m.rowItems;
  const places = m.places;
  m.work += <i64>rows * <i64>m.occurrences;
  for (let i = 0; i < todo; i++) put(tally, at(level.items, at(places, i)), 0);
  for (let group = 0; group < m.groupCount; group++) put(tally, m.itemCount + group, 0);
  for (let i = 0; i < rows; i++) {
    const row = at(level.rows, i);
    let item = rowItems + ((<usize>at(rowStarts, row)) << 1);
    const end = rowItems + ((<usize>at(rowStarts, row + 1)) << 1);
    for (; item < end; item += 2) {
      const entry = tally + ((<usize>load<u16>(item)) << 2);
      store<i32>(entry, load<i32>(entry) + 1);
    }
  }
  for (let i = 0; i < todo; i++) put(level.counts, at(places, i), at(tally, at(level.items, at(places, i))));
  for (let group = 0; group < m.groupCount; group++) put(level.groupCounts, group, at(tally, m.itemCount + group));
}

/** Asks each listed row for each of few candidates. */
function testRows(m: Mining, level: Level, rows: i32, todo: i32): void {
  m.work += <i64>rows * <i64>(todo + m.groupCount);
  for (let i = 0; i < todo; i++) {
    const place = at(m.places, i);
    put(level.counts, place, countListed(m, level, rows, at(level.items, place)));
  }
  for (let group = 0; group < m.groupCount; group++) {
    put(level.groupCounts, group, countListed(m, level, rows, m.itemCount + group));
  }
}

function countListed(m: Mining, level: Level, rows: i32, item: i32): i32 {
  const set = setOf(m, item);
  let count = 0;
  for (let i = 0; i < rows; i++) count += hasRow(set, at(level.rows, i));
  return count;
}

/** Begins the walk of all antecedents whose first item this is. */
export function startItem(pointer: usize, item: i32): void {
  const m = changetype<Mining>(pointer);
  m.depth = 0;
  const count = at(m.itemCounts, item);
  if (count < m.leastCount) return;
  const level = levelOf(m, 1);
  const pairs = m.pairCounts + ((<usize>(item * m.itemCount)) << 2);
  let length = 0;
  for (let other = 0; other < m.itemCount; other++) {
    const both = at(pairs, other);
    if (both < m.leastCount) continue;
    put(level.items, length, other);
    put(level.counts, length, both);
    store<u8>(level.isExact + <usize>length, 1);
    length++;
  }
  for (let group = 0; group < m.groupCount; group++) {
    put(level.groupCounts, group, at(m.groupPairs, item * m.groupCount + group));
  }
  level.set = setOf(m, item);
  level.length = length;
  level.count = count;
  level.isList = 0;
  level.isEmitted = 0;
  level.cursor = 0;
  put(m.path, 0, item);
  m.depth = 1;
}

/**
 * Goes on until the walk is over, `budget` is used up, or fewer than a node's rules would fit into `room` numbers.
 * Returns how many numbers were written: for each rule the length of its antecedent, its items, the consequent, the
 * rows with both, the rows with the antecedent. The walk is over when m.depth is 0.
 */
export function walk(pointer: usize, out: usize, room: i32, budget: i32): i32 {
  const m = changetype<Mining>(pointer);
  let written = 0;
  m.work = 0;
  while (m.depth > 0 && m.work < <i64>budget) {
    const depth = m.depth;
    const level = levelOf(m, depth);
    if (level.isEmitted === 0) {
      if (written + level.length * (depth + 4) > room) return written;
      written = emitRules(m, depth, level, out, written);
      level.isEmitted = 1;
    }
    if (depth === m.maxAntecedent || !openChild(m, depth, level)) m.depth = depth - 1;
  }
  return written;
}

/** Opens the next child of a node that has candidates of its own; false when there is none left. */
function openChild(m: Mining, depth: i32, level: Level): bool {
  const last = at(m.path, depth - 1);
  const child = levelOf(m, depth + 1);
  while (level.cursor < level.length) {
    const place = level.cursor++;
    const item = at(level.items, place);
    if (item <= last) continue;
    const count = at(level.counts, place);
    if (count < m.leastCount || (m.isProductive !== 0 && isNothingNew(m, depth, level, item, count))) continue;
    put(m.path, depth, item);
    const todo = collectCandidates(m, depth, level, child, item, count);
    if (todo === 0) continue;
    const set = setOf(m, item);
    child.isList = level.isList || isListCheaper(m, count, todo) ? 1 : 0;
    if (level.isList) keepListed(m, level, child, set);
    else if (child.isList) listCommon(level.set, set, m.setBytes, child.rows);
    else intersect(level.set, set, child.set, m.setBytes);
    m.work += level.isList ? <i64>level.count : <i64>(m.setBytes >> 4);
    countLevel(m, child, child.set, count, todo);
    child.count = count;
    child.cursor = 0;
    child.isEmitted = 0;
    m.depth = depth + 1;
    return true;
  }
  return false;
}

/** Rows of the child: those of the parent that are in a set. */
function keepListed(m: Mining, level: Level, child: Level, set: usize): void {
  let kept = child.rows;
  for (let i = 0; i < level.count; i++) {
    const row = at(level.rows, i);
    store<i32>(kept, row);
    kept += (<usize>hasRow(set, row)) << 2;
  }
}

/**
 * Whether X and `item` together have the rows of a part of them: then every rule of both follows from that part with
 * the same confidence.
 */
function isNothingNew(m: Mining, depth: i32, level: Level, item: i32, count: i32): bool {
  if (count === level.count) return true;
  const own = at(m.itemCounts, item);
  for (let place = 0; place < depth; place++) {
    if (at(m.pairCounts, item * m.itemCount + at(m.path, place)) === own) return true;
  }
  return false;
}

/**
 * Candidates of the child: items that may still be frequent with it; at the last level only possible consequents.
 * Lists in m.places those that must be counted: possible consequents, and items that may join the antecedent.
 */
function collectCandidates(m: Mining, depth: i32, level: Level, child: Level, item: i32, count: i32): i32 {
  const isLast = depth + 1 === m.maxAntecedent;
  const pairs = m.pairCounts + ((<usize>(item * m.itemCount)) << 2);
  const ownCount = at(m.itemCounts, item);
  const isProductive = m.isProductive !== 0;
  let length = 0;
  let todo = 0;
  for (let i = 0; i < level.length; i++) {
    const other = at(level.items, i);
    const before = at(level.counts, i);
    const pair = at(pairs, other);
    const bound = min(before, pair);
    if (bound < m.leastCount) continue;
    const isExact = load<u8>(level.isExact + <usize>i) !== 0;
    // All rows of a part have it: it neither follows productively nor adds anything.
    if (isProductive && ((isExact && before === level.count) || pair === ownCount)) continue;
    const mayFollow = mayConclude(m, level, item, other, bound, count, isExact ? before : -1, pair);
    if (isLast && !mayFollow) continue;
    const isNeeded = mayFollow || other > item;
    put(child.items, length, other);
    put(child.counts, length, bound);
    store<u8>(child.isExact + <usize>length, isNeeded ? 1 : 0);
    if (isNeeded) put(m.places, todo++, length);
    length++;
  }
  child.length = length;
  return todo;
}

/** Whether `other` may follow from X and `item`: `before` is its count with X, or -1; `pair` that with `item`. */
function mayConclude(
  m: Mining,
  level: Level,
  item: i32,
  other: i32,
  bound: i32,
  count: i32,
  before: i32,
  pair: i32,
): bool {
  const group = at(m.groupOf, other);
  if (group < 0) return <f64>bound / <f64>count > m.minConfidence;
  if (m.isProductive === 0) return true;
  // Where it is known it follows without exception from a part.
  return before !== at(level.groupCounts, group) && pair !== at(m.groupPairs, item * m.groupCount + group);
}

function emitRules(m: Mining, depth: i32, level: Level, out: usize, start: i32): i32 {
  let written = start;
  let hasParts = false;
  for (let i = 0; i < level.length; i++) {
    if (load<u8>(level.isExact + <usize>i) === 0) continue;
    const support = at(level.counts, i);
    if (support < m.leastCount) continue;
    const consequent = at(level.items, i);
    const group = at(m.groupOf, consequent);
    const known = group < 0 ? level.count : at(level.groupCounts, group);
    if (<f64>support / <f64>known <= m.minConfidence) continue;
    if (m.isProductive !== 0) {
      if (depth > 2 && !hasParts) {
        for (let part = 0; part < 1 << depth; part++) put(m.partCounts, part, -1);
        hasParts = true;
      }
      if (!isProductiveRule(m, depth, consequent, group, support, known)) continue;
    }
    put(out, written++, depth);
    for (let place = 0; place < depth; place++) put(out, written++, at(m.path, place));
    put(out, written++, consequent);
    put(out, written++, support);
    put(out, written++, known);
  }
  return written;
}

/** No non-empty proper part of the antecedent gives the consequent with at least the same confidence. */
function isProductiveRule(m: Mining, depth: i32, consequent: i32, group: i32, support: i32, known: i32): bool {
  if (load<u8>(m.isAlwaysTrue + <usize>consequent) !== 0) return false;
  if (depth === 1) return true;
  for (let place = 0; place < depth; place++) {
    const item = at(m.path, place);
    const ownSupport = at(m.pairCounts, item * m.itemCount + consequent);
    const ownKnown = group < 0 ? at(m.itemCounts, item) : at(m.groupPairs, item * m.groupCount + group);
    if (isAsConfident(ownSupport, ownKnown, support, known)) return false;
  }
  for (let part = 3; part < (1 << depth) - 1; part++) {
    if ((part & (part - 1)) === 0) continue;
    const set = partSet(m, part);
    const ownSupport = countCommon(set, setOf(m, consequent), m.setBytes);
    const ownKnown =
      group < 0 ? at(m.partCounts, part) : countCommon(set, setOf(m, m.itemCount + group), m.setBytes);
    m.work += <i64>(m.setBytes >> 4);
    if (isAsConfident(ownSupport, ownKnown, support, known)) return false;
  }
  return true;
}

/** Confidences compared exactly, as products of integers. */
// @ts-ignore: decorator
@inline
function isAsConfident(partSupport: i32, partKnown: i32, support: i32, known: i32): bool {
  return <i64>partSupport * <i64>known >= <i64>support * <i64>partKnown;
}

/** The rows of the items whose places are bits of `part`, two or more; made once for an antecedent. */
function partSet(m: Mining, part: i32): usize {
  const set = m.partSets + <usize>part * m.setBytes;
  if (at(m.partCounts, part) >= 0) return set;
  const rest = part & (part - 1);
  const item = setOf(m, at(m.path, ctz(part)));
  const other = (rest & (rest - 1)) === 0 ? setOf(m, at(m.path, ctz(rest))) : partSet(m, rest);
  intersect(item, other, set, m.setBytes);
  put(m.partCounts, part, countRows(set, m.setBytes));
  m.work += <i64>(m.setBytes >> 4);
  return set;
}
