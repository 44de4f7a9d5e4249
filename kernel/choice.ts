/**
 * The choice of the rule to show about an accused feature: the states of intervals in the row, the rules of the list
 * that it breaks, and the best of them and of the nodes of trees. Asked by src/core/explaining/choice/choose-rule.ts.
 */
import {
  Choice,
  CLEAR_ENOUGH,
  EXPECTED_DEVIATIONS,
  EXPECTED_PART,
  f64s,
  FAILS,
  HOLDS,
  NODE_PARTS,
  NodeNumbers,
  SURE_ENOUGH,
  TREE_SOURCE,
  u8s,
  WAY_NUMBERS,
} from "./generated";
import { float64At, int32At, int8At, setFloat64, setInt32, setInt8, setUint8, uint8At } from "./memory";

/** States of intervals, then what follows from all states, and what trees may not ask for. */
export function startChoosing(pointer: usize): void {
  const c = changetype<Choice>(pointer);
  for (let i = 0; i < c.intervalCount; i++) {
    const value = float64At(c.values, int32At(c.features, i));
    const isInside = <i32>(value >= float64At(c.lows, i)) & <i32>(value <= float64At(c.highs, i));
    setInt8(c.states, int32At(c.items, i), <i8>(isInside - <i32>isNaN(value)));
  }
  for (let item = 0; item < c.predicateCount; item++) {
    const holds = <u8>(int8At(c.states, item) === HOLDS);
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
    if (int8At(c.states, consequent) !== FAILS) continue;
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
 * Offers the nodes of a feature's trees that the row breaks; returns the best, or -1 where none is better than before.
 * Of a category `classBit` is the bit of its class, 0 for one never seen.
 */
export function considerNodes(pointer: usize, feature: i32, isCategory: bool, classBit: i32): i32 {
  const c = changetype<Choice>(pointer);
  const value = float64At(c.values, feature);
  const end = int32At(c.firstTrees, feature + 1);
  let best = -1;
  for (let tree = int32At(c.firstTrees, feature); tree < end; tree++) {
    const way = c.ways + (<usize>int32At(c.treeLeaves, tree) * (4 * WAY_NUMBERS));
    const count = load<i32>(way);
    for (let i = 1; i <= count; i++) {
      const node = int32At(way, i);
      const numbers = changetype<NodeNumbers>(c.numbers + <usize>node * offsetof<NodeNumbers>());
      if (isBeyondReach(c.measures, numbers.antecedentCount)) break;
      const parts = c.parts + <usize>node * (4 * NODE_PARTS);
      const isBroken = isCategory
        ? (int32At(parts, EXPECTED_PART) & classBit) === 0
        : <i32>(value < numbers.least) | <i32>(value > numbers.greatest);
      if (!isBroken || asksForBarred(parts, c.isBarred)) continue;
      if (takeIfBetter(c.measures, numbers, value)) best = node;
    }
  }
  return best;
}

// @ts-ignore: decorator
@inline
function asksForBarred(parts: usize, isBarred: u8s): bool {
  let found: u8 = 0;
  for (let part = 0; part < EXPECTED_PART; part++) found |= uint8At(isBarred, int32At(parts, part));
  return found !== 0;
}

// @ts-ignore: decorator
@inline
function isBeyondReach(measures: f64s, antecedentCount: f64): bool {
  if (antecedentCount >= float64At(measures, 3)) return false;
  return float64At(measures, 0) >= SURE_ENOUGH && float64At(measures, 1) === 1 && float64At(measures, 2) >= CLEAR_ENOUGH;
}

/** NaN is none either. */
// @ts-ignore: decorator
@inline
function isNone(difference: f64): bool {
  return !(difference > 0 || difference < 0);
}

/** If it is better, its measures become those of the best. */
function takeIfBetter(measures: f64s, numbers: NodeNumbers, value: f64): bool {
  const spread = numbers.spread;
  const rarity = numbers.rarity;
  const outside = max(numbers.least - value, value - numbers.greatest);
  const clarity =
    spread < 0 ? abs(rarity) : min(CLEAR_ENOUGH, EXPECTED_DEVIATIONS + (spread > 0 ? outside / spread : CLEAR_ENOUGH));
  const sureness = numbers.sureness;
  const precision: f64 = rarity < 0 ? 0 : 1;
  const antecedentCount = numbers.antecedentCount;
  const length = numbers.length;
  const supportCount = numbers.supportCount;
  let difference = sureness - float64At(measures, 0);
  if (isNone(difference)) difference = precision - float64At(measures, 1);
  if (isNone(difference)) difference = clarity - float64At(measures, 2);
  if (isNone(difference)) difference = antecedentCount - float64At(measures, 3);
  if (isNone(difference)) difference = -length - float64At(measures, 4);
  if (isNone(difference)) difference = -<f64>TREE_SOURCE - float64At(measures, 5);
  if (isNone(difference)) difference = supportCount - float64At(measures, 6);
  if (!(difference > 0)) return false;
  setFloat64(measures, 0, sureness);
  setFloat64(measures, 1, precision);
  setFloat64(measures, 2, clarity);
  setFloat64(measures, 3, antecedentCount);
  setFloat64(measures, 4, -length);
  setFloat64(measures, 5, -<f64>TREE_SOURCE);
  setFloat64(measures, 6, supportCount);
  return true;
}
