/**
 * The choice of the rule to show about an accused feature: the states of intervals in the row, the rules of the list that it
 * breaks, and the best of them and of the nodes of trees.
 * The twins are in src/core/explanations: predicate-states.ts, listed-offers.ts, tree-offers.ts, best-rule.ts, choose-rule.ts.
 */
import { float64At, int32At, setFloat64, setInt32, setUint8, uint8At } from "./memory";

/** Filled by the caller, in this order. Measures are 64 bits, numbers of things 32 bits, states and marks are bytes. */
@unmanaged
class Choice {
  /** The row at hand. */
  values: usize;
  treeLeaves: usize;
  isLeftOut: usize;
  accused: usize;
  /** What is known of it; of the marks there is one more than there are predicates, or features. */
  states: usize;
  isUsable: usize;
  isBarred: usize;
  /** Intervals, and the feature of each predicate. */
  items: usize;
  features: usize;
  lows: usize;
  highs: usize;
  featureOf: usize;
  /** Rules of the list. */
  firstConsequents: usize;
  consequents: usize;
  firstRules: usize;
  rules: usize;
  lengths: usize;
  firstItems: usize;
  antecedents: usize;
  found: usize;
  /** Nodes of trees. */
  firstTrees: usize;
  ways: usize;
  numbers: usize;
  parts: usize;
  /** Those of the best rule so far. */
  measures: usize;
  intervalCount: i32;
  predicateCount: i32;
  featureCount: i32;
}

export function choiceRecordBytes(): i32 {
  return <i32>offsetof<Choice>();
}

/** As in the twins. */
const HOLDS: u8 = 1;
const FAILS: u8 = 0;
const SURE: f64 = 0.95;
const CLEAR: f64 = 6;
const EXPECTED_DEVIATIONS: f64 = 3;
const TREE_SOURCE: f64 = 2;

/** A node's numbers are 64 bytes, its parts 32 (with room for the six features of the longest path), and so is the way to a leaf. */
const NUMBER_BITS: usize = 6;
const PART_BITS: usize = 5;
const WAY_BITS: usize = 5;
/** Bytes from the first of the numbers and parts of a node. */
const SURENESS: usize = 0;
const ANTECEDENT_COUNT: usize = 8;
const SUPPORT_COUNT: usize = 16;
const LENGTH: usize = 24;
const LEAST: usize = 32;
const GREATEST: usize = 40;
const SPREAD: usize = 48;
const RARITY: usize = 56;
const EXPECTED: usize = 24;

/** States of intervals, then what follows from all states, and what trees may not ask for. */
export function startChoosing(pointer: usize): void {
  const c = changetype<Choice>(pointer);
  for (let i = 0; i < c.intervalCount; i++) {
    const value = float64At(c.values, int32At(c.features, i));
    const isInside = <i32>(value >= float64At(c.lows, i)) & <i32>(value <= float64At(c.highs, i));
    setUint8(c.states, int32At(c.items, i), <u8>(isInside - <i32>isNaN(value)));
  }
  for (let item = 0; item < c.predicateCount; item++) {
    const holds = <u8>(uint8At(c.states, item) === HOLDS);
    setUint8(c.isUsable, item, holds & (uint8At(c.accused, int32At(c.featureOf, item)) ^ 1));
  }
  for (let feature = 0; feature < c.featureCount; feature++) {
    setUint8(c.isBarred, feature, uint8At(c.accused, feature) | uint8At(c.isLeftOut, feature));
  }
}

/** The best rule of each consequent about the feature that the row breaks; returns their number. */
export function findListed(pointer: usize, feature: i32): i32 {
  const c = changetype<Choice>(pointer);
  const end = int32At(c.firstConsequents, feature + 1);
  let count = 0;
  for (let i = int32At(c.firstConsequents, feature); i < end; i++) {
    const consequent = int32At(c.consequents, i);
    if (uint8At(c.states, consequent) !== FAILS) continue;
    const rule = firstThatHolds(c, consequent);
    if (rule >= 0) setInt32(c.found, count++, rule);
  }
  return count;
}

function firstThatHolds(c: Choice, consequent: i32): i32 {
  const bytes = <usize>int32At(c.lengths, consequent) << 2;
  const isUsable = c.isUsable;
  const end = int32At(c.firstRules, consequent + 1);
  let at = c.antecedents + (<usize>int32At(c.firstItems, consequent) << 2);
  for (let i = int32At(c.firstRules, consequent); i < end; i++) {
    let holds: u8 = 1;
    for (const next = at + bytes; at < next; at += 4) holds &= uint8At(isUsable, load<i32>(at));
    if (holds !== 0) return int32At(c.rules, i);
  }
  return -1;
}

/**
 * Offers the nodes of a feature's trees that the row breaks; returns the best, or -1 where none is better than before. Of a
 * category `classBit` is the bit of its class, 0 for one never seen.
 */
export function offerNodes(pointer: usize, feature: i32, isCategory: bool, classBit: i32): i32 {
  const c = changetype<Choice>(pointer);
  const value = float64At(c.values, feature);
  const end = int32At(c.firstTrees, feature + 1);
  let best = -1;
  for (let tree = int32At(c.firstTrees, feature); tree < end; tree++) {
    const way = c.ways + (<usize>int32At(c.treeLeaves, tree) << WAY_BITS);
    const count = load<i32>(way);
    for (let i = 1; i <= count; i++) {
      const node = int32At(way, i);
      const numbers = c.numbers + (<usize>node << NUMBER_BITS);
      if (isBeyondReach(c.measures, load<f64>(numbers, ANTECEDENT_COUNT))) break;
      const parts = c.parts + (<usize>node << PART_BITS);
      const isBroken = isCategory
        ? (load<i32>(parts, EXPECTED) & classBit) === 0
        : <i32>(value < load<f64>(numbers, LEAST)) | <i32>(value > load<f64>(numbers, GREATEST));
      if (!isBroken || asksForBarred(parts, c.isBarred)) continue;
      if (takeIfBetter(c.measures, numbers, value)) best = node;
    }
  }
  return best;
}

// @ts-ignore: decorator
@inline
function asksForBarred(parts: usize, isBarred: usize): bool {
  let found: u8 = 0;
  for (let at: usize = 0; at < EXPECTED; at += 4) found |= uint8At(isBarred, load<i32>(parts + at));
  return found !== 0;
}

// @ts-ignore: decorator
@inline
function isBeyondReach(measures: usize, antecedentCount: f64): bool {
  if (antecedentCount >= float64At(measures, 3)) return false;
  return float64At(measures, 0) >= SURE && float64At(measures, 1) === 1 && float64At(measures, 2) >= CLEAR;
}

/** NaN is none either, as in the twin. */
// @ts-ignore: decorator
@inline
function isNone(difference: f64): bool {
  return !(difference > 0 || difference < 0);
}

/** If it is better, its measures become those of the best. */
function takeIfBetter(measures: usize, numbers: usize, value: f64): bool {
  const spread = load<f64>(numbers, SPREAD);
  const rarity = load<f64>(numbers, RARITY);
  const outside = max(load<f64>(numbers, LEAST) - value, value - load<f64>(numbers, GREATEST));
  const clarity =
    spread < 0 ? abs(rarity) : min(CLEAR, EXPECTED_DEVIATIONS + (spread > 0 ? outside / spread : CLEAR));
  const sureness = load<f64>(numbers, SURENESS);
  const precision: f64 = rarity < 0 ? 0 : 1;
  const antecedentCount = load<f64>(numbers, ANTECEDENT_COUNT);
  const length = load<f64>(numbers, LENGTH);
  const supportCount = load<f64>(numbers, SUPPORT_COUNT);
  let difference = sureness - float64At(measures, 0);
  if (isNone(difference)) difference = precision - float64At(measures, 1);
  if (isNone(difference)) difference = clarity - float64At(measures, 2);
  if (isNone(difference)) difference = antecedentCount - float64At(measures, 3);
  if (isNone(difference)) difference = -length - float64At(measures, 4);
  if (isNone(difference)) difference = -TREE_SOURCE - float64At(measures, 5);
  if (isNone(difference)) difference = supportCount - float64At(measures, 6);
  if (!(difference > 0)) return false;
  setFloat64(measures, 0, sureness);
  setFloat64(measures, 1, precision);
  setFloat64(measures, 2, clarity);
  setFloat64(measures, 3, antecedentCount);
  setFloat64(measures, 4, -length);
  setFloat64(measures, 5, -TREE_SOURCE);
  setFloat64(measures, 6, supportCount);
  return true;
}
