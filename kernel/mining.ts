/**
 * Mining: depth-first over antecedents, wholly in memory laid out beforehand.
 *
 * Antecedents of all but the last two items are nodes: rows, and items that are frequent with them. From such a node,
 * the stem, the last two levels are mined at once: a table of counts for all pairs of its items gives the rules of stem
 * and one item, and bounds for stem and two items, |stem ∧ b ∧ c ∧ p| ≤ min(|stem ∧ b ∧ p|, |stem ∧ c ∧ p|). Only what may
 * still follow is counted, and a count is given up as soon as the rows left cannot bring it to what is needed.
 * For antecedents of up to two items the stem is empty and the table is that of all pairs.
 *
 * Where a node has few rows and much work below it, it opens a world of its own: sets that hold only its rows, made by
 * walking the items of each of them. Otherwise its rows are a set of bits in the world of the node above.
 * The walk keeps its place in memory: it returns when the room for rules or its budget of work is used up, and goes on
 * when called again.
 */
import { addInt32, int32At, isMarked, setInt32, setUint16 } from "./memory";
import { countCommon, countRows, intersect } from "./row-sets";

/** Filled by the caller, in this order. Pointers lead to arrays of 32-bit numbers unless said otherwise. */
@unmanaged
class Mining {
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
  occurrences: i32;
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

/** The first eight fields are filled by the caller. */
@unmanaged
class Level {
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

// @ts-ignore: decorator
@inline
function levelOf(m: Mining, depth: i32): Level {
  return changetype<Level>(m.levels + <usize>depth * offsetof<Level>());
}

/** An item's rows among all. */
// @ts-ignore: decorator
@inline
function setOf(m: Mining, item: i32): usize {
  return m.sets + <usize>item * m.setBytes;
}

/** An item's rows in the world of a node. */
// @ts-ignore: decorator
@inline
function worldSet(level: Level, item: i32): usize {
  return level.sets + <usize>item * level.setBytes;
}

/** Row of a table of pairs. */
// @ts-ignore: decorator
@inline
function rowOf(m: Mining, table: usize, row: i32): usize {
  return table + (((<usize>row) * (<usize>m.stride)) << 2);
}

/** Items of a stem. */
// @ts-ignore: decorator
@inline
function stemLength(m: Mining): i32 {
  return max(0, m.maxAntecedent - 2);
}

export function miningBytes(): i32 {
  return <i32>offsetof<Mining>();
}

export function levelBytes(): i32 {
  return <i32>offsetof<Level>();
}

/** Adds up how many items and groups each row has; rowStarts must be zero. */
export function startOccurrences(pointer: usize, rowCount: i32): void {
  const m = changetype<Mining>(pointer);
  for (let item = 0; item < m.itemCount + m.groupCount; item++) {
    const set = setOf(m, item);
    for (let byte: usize = 0; byte < m.setBytes; byte += 8) {
      let word = load<u64>(set + byte);
      while (word !== 0) {
        addInt32(m.rowStarts, (byte << 3) + <usize>ctz(word) + 1, 1);
        word &= word - 1;
      }
    }
  }
  for (let row = 0; row < rowCount; row++) setInt32(m.rowStarts, row + 1, int32At(m.rowStarts, row) + int32At(m.rowStarts, row + 1));
}

/** Lists the items and groups of each row, ascending. */
export function fillOccurrences(pointer: usize, rowCount: i32): void {
  const m = changetype<Mining>(pointer);
  for (let item = 0; item < m.itemCount + m.groupCount; item++) {
    const set = setOf(m, item);
    for (let byte: usize = 0; byte < m.setBytes; byte += 8) {
      let word = load<u64>(set + byte);
      while (word !== 0) {
        const row = (byte << 3) + <usize>ctz(word);
        const next = int32At(m.rowStarts, row);
        setUint16(m.rowItems, next, <u16>item);
        setInt32(m.rowStarts, row, next + 1);
        word &= word - 1;
      }
    }
  }
  // Each start has moved to the next one's place.
  for (let row = rowCount; row > 0; row--) setInt32(m.rowStarts, row, int32At(m.rowStarts, row - 1));
  setInt32(m.rowStarts, 0, 0);
}

export function countItems(pointer: usize): void {
  const m = changetype<Mining>(pointer);
  for (let item = 0; item < m.itemCount; item++) setInt32(m.itemCounts, item, countRows(setOf(m, item), m.setBytes));
}

/** Counts item a with the first `length` items of the level of all rows and with every group; the caller has listed them there. */
export function countPairsOf(pointer: usize, a: i32, length: i32): void {
  const m = changetype<Mining>(pointer);
  const others = levelOf(m, 0).items;
  const set = setOf(m, a);
  const rows = int32At(m.itemCounts, a);
  const sets = length + m.groupCount;
  if (m.occurrences > 0 && <i64>rows * <i64>m.occurrences * WALK < <i64>sets * <i64>(m.setBytes >> 4)) {
    memory.fill(m.tally, 0, (<usize>(m.itemCount + m.groupCount)) << 2);
    tallyRows(m, set);
    for (let i = 0; i < length; i++) putPair(m, a, int32At(others, i), int32At(m.tally, int32At(others, i)));
    for (let group = 0; group < m.groupCount; group++) {
      setInt32(m.groupPairs, a * m.groupCount + group, int32At(m.tally, m.itemCount + group));
    }
    return;
  }
  for (let i = 0; i < length; i++) {
    const b = int32At(others, i);
    putPair(m, a, b, countCommon(set, setOf(m, b), m.setBytes));
  }
  for (let group = 0; group < m.groupCount; group++) {
    setInt32(m.groupPairs, a * m.groupCount + group, countCommon(set, setOf(m, m.itemCount + group), m.setBytes));
  }
}

/** An item walked takes about as long as this many vectors met. */
const WALK: i64 = 2;

// @ts-ignore: decorator
@inline
function putPair(m: Mining, a: i32, b: i32, count: i32): void {
  setInt32(rowOf(m, m.pairCounts, a), b, count);
  setInt32(rowOf(m, m.pairCounts, b), a, count);
}

/** Adds the items and groups of each row of a set of all rows to the tally. */
function tallyRows(m: Mining, set: usize): void {
  for (let byte: usize = 0; byte < m.setBytes; byte += 8) {
    let word = load<u64>(set + byte);
    while (word !== 0) {
      const start = m.rowStarts + (((byte << 3) + <usize>ctz(word)) << 2);
      const end = m.rowItems + ((<usize>load<i32>(start + 4)) << 1);
      for (let item = m.rowItems + ((<usize>load<i32>(start)) << 1); item < end; item += 2) {
        addInt32(m.tally, load<u16>(item), 1);
      }
      word &= word - 1;
    }
  }
}

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
  if (stemLength(m) === 0) startStem(m, item, item + 1);
  else if (openNode(m, 0, root, item)) m.depth = 1;
  else m.depth = -1;
}

// @ts-ignore: decorator
@inline
function worldBytes(rows: i32): usize {
  return ((<usize>rows + 127) >> 7) << 4;
}

/**
 * Whether walking the rows of a node costs less than what is saved below it: all pairs of its items are met, each with
 * some of the others, and so on for each further level.
 */
function worldPays(m: Mining, level: Level, depth: i32): bool {
  if (m.occurrences === 0) return false;
  const bytes = worldBytes(level.count);
  if (bytes > level.ownBytes) return false;
  const last = int32At(m.path, depth - 1);
  let joining: f64 = 0;
  for (let i = 0; i < level.length; i++) if (int32At(level.items, i) > last) joining += 1;
  let nodes: f64 = 1;
  let below: f64 = 0;
  for (let further = depth + 1; further <= m.maxAntecedent; further++) {
    nodes *= joining / <f64>(further - depth);
    below += nodes;
  }
  const saved = (below * <f64>level.length * <f64>((level.setBytes - bytes) >> 4)) / 4;
  return saved > <f64>level.count * <f64>m.occurrences * <f64>WALK;
}

/** Makes sets of the node's own rows; counts its items and groups on the way (m.tally). */
function openWorld(m: Mining, level: Level): void {
  const bytes = worldBytes(level.count);
  const all = <usize>(m.itemCount + m.groupCount);
  const sets = level.ownWorld;
  const tally = m.tally;
  const rowStarts = m.rowStarts;
  const rowItems = m.rowItems;
  const outerRows = level.rows;
  memory.fill(sets, 0, all * bytes);
  memory.fill(tally, 0, all << 2);
  let own: usize = 0;
  for (let byte: usize = 0; byte < level.setBytes; byte += 8) {
    let word = load<u64>(level.set + byte);
    while (word !== 0) {
      let row = (byte << 3) + <usize>ctz(word);
      if (outerRows !== 0) row = <usize>int32At(outerRows, row);
      setInt32(level.ownRows, own, <i32>row);
      const start = rowStarts + (row << 2);
      const end = rowItems + ((<usize>load<i32>(start + 4)) << 1);
      const target = sets + (own >> 3);
      const bit = <u8>((<i32>1) << (<i32>own & 7));
      for (let item = rowItems + ((<usize>load<i32>(start)) << 1); item < end; item += 2) {
        const number = <usize>load<u16>(item);
        addInt32(tally, number, 1);
        const place = target + number * bytes;
        store<u8>(place, load<u8>(place) | bit);
      }
      own++;
      word &= word - 1;
    }
  }
  m.work += <i64>level.count * <i64>m.occurrences * WALK;
  level.sets = sets;
  level.setBytes = bytes;
  level.rows = level.ownRows;
  level.set = 0;
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
      written = emitRules(m, depth, level, level.counts, level.groupCounts, level.count, out, written);
      level.isEmitted = 1;
    }
    if (depth === stemLength(m)) {
      if (m.first < m.firstEnd) written = walkPairs(m, depth, level, out, written, <i64>budget, room - most);
      else m.depth = depth - 1;
    } else if (openNext(m, depth, level)) m.depth = depth + 1;
    else m.depth = depth - 1;
    // The walk of one first item does not go on with the others.
    if (m.depth === 0 && stemLength(m) > 0) m.depth = -1;
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
  const pairs = rowOf(m, m.pairCounts, item);
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
  if (length === 0) return false;
  child.length = length;
  child.count = count;
  child.sets = level.sets;
  child.setBytes = level.setBytes;
  child.rows = level.rows;
  if (level.set === 0) child.set = worldSet(level, item);
  else {
    child.set = child.ownSet;
    intersect(level.set, worldSet(level, item), child.set, level.setBytes);
  }
  const pays = worldPays(m, child, depth + 1);
  const base = child.set;
  if (pays) openWorld(m, child);
  // The counts of one item are those of the pairs.
  if (depth > 0) {
    for (let i = 0; i < length; i++) {
      const other = int32At(child.items, i);
      setInt32(child.counts, i, pays ? int32At(m.tally, other) : countCommon(base, worldSet(level, other), level.setBytes));
    }
    dropRare(m, child);
  }
  for (let group = 0; group < m.groupCount; group++) {
    const set = m.itemCount + group;
    setInt32(child.groupCounts, group, pays ? int32At(m.tally, set) : countCommon(base, worldSet(level, set), level.setBytes));
  }
  if (!pays) m.work += <i64>(length + m.groupCount + 1) * <i64>(level.setBytes >> 4);
  child.cursor = 0;
  child.isEmitted = 0;
  if (depth + 1 === stemLength(m)) {
    fillStemPairs(m, child);
    startStem(m, 0, child.length);
  }
  return true;
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

/** Counts each pair of a stem's items of which at least one may join it, and each item with each group. */
function fillStemPairs(m: Mining, stem: Level): void {
  const last = int32At(m.path, stemLength(m) - 1);
  const bytes = stem.setBytes;
  const length = stem.length;
  memory.fill(m.stemPairs, 0, (<usize>(length * m.stride)) << 2);
  let sets: i64 = 0;
  for (let i = 0; i < length; i++) {
    const item = int32At(stem.items, i);
    const own = int32At(stem.counts, i);
    const pairs = rowOf(m, m.pairCounts, item);
    let set = worldSet(stem, item);
    if (stem.set !== 0) {
      intersect(stem.set, set, m.oneSet, bytes);
      set = m.oneSet;
    }
    const row = rowOf(m, m.stemPairs, i);
    for (let j = i + 1; j < length; j++) {
      const other = int32At(stem.items, j);
      if (other <= last || min(min(own, int32At(stem.counts, j)), int32At(pairs, other)) < m.leastCount) continue;
      const count = countCommon(set, worldSet(stem, other), bytes);
      setInt32(row, j, count);
      setInt32(rowOf(m, m.stemPairs, j), i, count);
      sets++;
    }
    for (let group = 0; group < m.groupCount; group++) {
      setInt32(m.stemGroups, i * m.groupCount + group, countCommon(set, worldSet(stem, m.itemCount + group), bytes));
    }
  }
  m.work += (sets + <i64>length * <i64>m.groupCount) * <i64>(bytes >> 4);
}

/** Begins the last two levels below the stem with first items at places [first, end). */
function startStem(m: Mining, first: i32, end: i32): void {
  m.first = first;
  m.firstEnd = end;
  m.isOpen = 0;
}

/** The rules of stem and b, then of stem, b and c; returns when the budget or the room is used up. */
function walkPairs(m: Mining, depth: i32, stem: Level, out: usize, start: i32, budget: i64, room: i32): i32 {
  const last = depth === 0 ? -1 : int32At(m.path, depth - 1);
  let written = start;
  while (m.first < m.firstEnd) {
    if (written > room) return written;
    const b = m.first;
    const item = int32At(stem.items, b);
    const count = int32At(stem.counts, b);
    const row = rowOf(m, m.stemPairs, b);
    if (m.isOpen === 0) {
      if (item <= last || count < m.leastCount || isOneNothingNew(m, depth, stem, item, count)) {
        m.first++;
        continue;
      }
      setInt32(m.path, depth, item);
      const groups = m.stemGroups + ((<usize>(b * m.groupCount)) << 2);
      written = emitRules(m, depth + 1, stem, row, groups, count, out, written);
      m.second = b + 1;
      m.isOpen = 1;
      if (m.maxAntecedent < depth + 2) m.second = stem.length;
      else if (stem.set !== 0) intersect(stem.set, worldSet(stem, item), m.oneSet, stem.setBytes);
    }
    while (m.second < stem.length) {
      if (written > room || m.work >= budget) return written;
      const c = m.second++;
      const both = int32At(row, c);
      if (both >= m.leastCount) written = openTwo(m, depth, stem, b, c, both, out, written);
    }
    m.first++;
    m.isOpen = 0;
  }
  return written;
}

function isOneNothingNew(m: Mining, depth: i32, stem: Level, item: i32, count: i32): bool {
  return depth > 0 && m.isProductive !== 0 && isNothingNew(m, depth, stem, item, count);
}

/** Vectors of a set after which it is asked whether a count can still get large enough. */
const STRETCH: usize = 8 * 16;

/** Stem, b and c: counts what may follow from them, and writes down what does. */
function openTwo(m: Mining, depth: i32, stem: Level, b: i32, c: i32, count: i32, out: usize, start: i32): i32 {
  const isProductive = m.isProductive !== 0;
  const itemB = int32At(stem.items, b);
  const itemC = int32At(stem.items, c);
  const countB = int32At(stem.counts, b);
  const countC = int32At(stem.counts, c);
  // Then both together have the rows of one of them.
  if (isProductive && (count === countB || count === countC || isInPath(m, depth, itemC))) return start;
  const rowB = rowOf(m, m.stemPairs, b);
  const rowC = rowOf(m, m.stemPairs, c);
  const needed = max(m.leastCount, <i32>(<f64>count * m.minConfidence));
  const open = collectOpen(m, stem, rowB, rowC, needed);
  if (open === 0) return start;
  const bytes = stem.setBytes;
  const base = m.twoSet;
  intersect(stem.set === 0 ? worldSet(stem, itemB) : m.oneSet, worldSet(stem, itemC), base, bytes);
  const isLong = bytes > STRETCH;
  if (isLong) fillRowsBehind(m, base, bytes, count);
  for (let group = 0; group < m.groupCount; group++) setInt32(m.groupCounts, group, -1);
  let written = start;
  let hasParts = false;
  m.work += <i64>(stem.length >> 2);
  for (let i = 0; i < open; i++) {
    const place = int32At(m.open, i);
    const item = int32At(stem.items, place);
    const group = int32At(m.groupOf, item);
    const onlyB = int32At(rowB, place);
    const onlyC = int32At(rowC, place);
    if (isProductive) {
      // All rows of a part have it, or all in which it is known.
      if (onlyB === knownCount(m, m.stemGroups, b, group, countB)) continue;
      if (onlyC === knownCount(m, m.stemGroups, c, group, countC)) continue;
    }
    let known = count;
    let least = needed;
    if (group >= 0) {
      known = int32At(m.groupCounts, group);
      if (known < 0) {
        known = countCommon(base, worldSet(stem, m.itemCount + group), bytes);
        m.work += <i64>(bytes >> 4);
        setInt32(m.groupCounts, group, known);
      }
      least = max(m.leastCount, <i32>(<f64>known * m.minConfidence));
    }
    const set = worldSet(stem, item);
    const support = isLong ? countNeeded(m, base, set, bytes, least) : countCommon(base, set, bytes);
    if (support < least || <f64>support / <f64>known <= m.minConfidence) continue;
    setInt32(m.path, depth + 1, itemC);
    if (isProductive) {
      // Of the parts, stem and b and stem and c are known already.
      if (isAsConfident(onlyB, knownCount(m, m.stemGroups, b, group, countB), support, known)) continue;
      if (isAsConfident(onlyC, knownCount(m, m.stemGroups, c, group, countC), support, known)) continue;
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

// @ts-ignore: decorator
@inline
function knownCount(m: Mining, groups: usize, place: i32, group: i32, count: i32): i32 {
  return group < 0 ? count : int32At(groups, place * m.groupCount + group);
}

/** Places of items that may follow from stem, b and c: those with a group need only be frequent. */
function collectOpen(m: Mining, stem: Level, rowB: usize, rowC: usize, needed: i32): i32 {
  const bounds = i32x4.splat(needed);
  const least = i32x4.splat(m.leastCount);
  const hasGroups = m.groupCount > 0;
  const bytes = (<usize>stem.length) << 2;
  let open = m.open;
  for (let from: usize = 0; from < bytes; from += 16) {
    const counts = i32x4.min_s(v128.load(rowB + from), v128.load(rowC + from));
    const bound = hasGroups ? v128.bitselect(least, bounds, v128.load(stem.grouped + from)) : bounds;
    let mask = i32x4.bitmask(i32x4.ge_s(counts, bound));
    while (mask !== 0) {
      store<i32>(open, <i32>(from >> 2) + ctz(mask));
      open += 4;
      mask &= mask - 1;
    }
  }
  return <i32>((open - m.open) >> 2);
}

/** rowsBehind[s]: rows of the base behind stretch s. */
function fillRowsBehind(m: Mining, base: usize, bytes: usize, count: i32): void {
  let behind = count;
  let stretch = 0;
  for (let from: usize = 0; from < bytes; from += STRETCH) {
    behind -= countRows(base + from, min(STRETCH, bytes - from));
    setInt32(m.rowsBehind, stretch++, behind);
  }
  m.work += <i64>(bytes >> 4);
}

/** |base ∩ set|, or -1 as soon as it cannot be `needed` or more. */
function countNeeded(m: Mining, base: usize, set: usize, bytes: usize, needed: i32): i32 {
  let count = 0;
  let stretch = 0;
  for (let from: usize = 0; from < bytes; from += STRETCH) {
    const length = min(STRETCH, bytes - from);
    count += countCommon(base + from, set + from, length);
    m.work += <i64>(length >> 4);
    if (count + int32At(m.rowsBehind, stretch++) < needed) return -1;
  }
  return count;
}

/**
 * Whether the path and `item` together have the rows of a part of them: then every rule of both follows from that part
 * with the same confidence.
 */
function isNothingNew(m: Mining, depth: i32, level: Level, item: i32, count: i32): bool {
  return count === level.count || isInPath(m, depth, item);
}

/** Whether all rows of `item` have some item of the path. */
function isInPath(m: Mining, depth: i32, item: i32): bool {
  const own = int32At(m.itemCounts, item);
  const pairs = rowOf(m, m.pairCounts, item);
  for (let place = 0; place < depth; place++) if (int32At(pairs, int32At(m.path, place)) === own) return true;
  return false;
}

/** The rules of an antecedent, given its rows with each item of a level and with each group. */
function emitRules(
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
function writeRule(m: Mining, depth: i32, consequent: i32, support: i32, known: i32, out: usize, start: i32): i32 {
  let written = start;
  setInt32(out, written++, depth);
  for (let place = 0; place < depth; place++) setInt32(out, written++, int32At(m.path, place));
  setInt32(out, written++, consequent);
  setInt32(out, written++, support);
  setInt32(out, written++, known);
  m.ruleCount++;
  return written;
}

function forgetParts(m: Mining, depth: i32): void {
  for (let part = 0; part < 1 << depth; part++) setInt32(m.partCounts, part, -1);
}

/**
 * No non-empty proper part of the antecedent gives the consequent with at least the same confidence. The parts that lack
 * one of the last `compared` items are known not to.
 */
function isProductiveRule(
  m: Mining,
  depth: i32,
  consequent: i32,
  group: i32,
  support: i32,
  known: i32,
  compared: i32,
): bool {
  if (isMarked(m.isAlwaysTrue, consequent)) return false;
  if (depth === 1) return true;
  for (let place = 0; place < depth; place++) {
    const item = int32At(m.path, place);
    const ownSupport = int32At(rowOf(m, m.pairCounts, item), consequent);
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
function isAsConfident(partSupport: i32, partKnown: i32, support: i32, known: i32): bool {
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
