/**
 * Numbers for predicates and for lists of them: equal ones get the same number, others another. Telling tens of thousands
 * of rules apart by texts of their predicates takes most of the time of counting them.
 *
 * Everything is a chain of pairs of whole numbers, and each pair that was never seen gets the next number.
 */
import type { Predicate } from "../predicates/predicate.js";

export interface PredicateNumbers {
  interval(feature: number, min: number, max: number, upperEnd: "open" | "closed"): number;
  among(feature: number, codes: ArrayLike<number>): number;
  numberOf(predicate: Predicate): number;
}

/** A number for the first `length` numbers of a list. */
export interface ListNumbers {
  numberOf(list: ArrayLike<number>, length: number): number;
  /** Grows with every list that was never seen, and only then. */
  size(): number;
}

/** What a chain begins with; numbers of pairs are not negative. */
const STARTS = { list: -1, open: -2, closed: -3, among: -4, present: -5, anyOf: -6 } as const;

export function createPredicateNumbers(): PredicateNumbers {
  const pairs = createPairNumbers();
  const bounds = createPairNumbers();
  const bits = new Float64Array(1);
  const halves = new Int32Array(bits.buffer);
  const boundNumber = (bound: number): number => {
    bits[0] = bound + 0; // −0 is 0
    return bounds.numberOf(halves[0]!, halves[1]!);
  };
  const interval = (feature: number, min: number, max: number, upperEnd: "open" | "closed"): number =>
    pairs.numberOf(pairs.numberOf(pairs.numberOf(STARTS[upperEnd], feature), boundNumber(min)), boundNumber(max));
  const among = (feature: number, codes: ArrayLike<number>): number =>
    chainOf(pairs, pairs.numberOf(STARTS.among, feature), codes, codes.length);
  const numberOf = (predicate: Predicate): number => {
    switch (predicate.kind) {
      case "interval":
        return interval(predicate.feature, predicate.min, predicate.max, predicate.maxInclusive ? "closed" : "open");
      case "in":
        return among(predicate.feature, predicate.codes);
      case "present":
        return pairs.numberOf(STARTS.present, predicate.feature);
      case "anyOf":
        return chainOf(pairs, STARTS.anyOf, predicate.parts.map(numberOf), predicate.parts.length);
    }
  };
  return { interval, among, numberOf };
}

export function createListNumbers(): ListNumbers {
  const pairs = createPairNumbers();
  return { size: pairs.size, numberOf: (list, length) => chainOf(pairs, STARTS.list, list, length) };
}

/** The length comes first, so that no list begins like a shorter one. */
function chainOf(pairs: PairNumbers, start: number, list: ArrayLike<number>, length: number): number {
  let number = pairs.numberOf(start, length);
  for (let place = 0; place < length; place++) number = pairs.numberOf(number, list[place]!);
  return number;
}

interface PairNumbers {
  numberOf(a: number, b: number): number;
  size(): number;
}

/** Pairs of 32-bit numbers in an open table, at most half full. */
function createPairNumbers(): PairNumbers {
  let slots = new Int32Array(1024); // number of a pair and 1, or 0
  let pairs = new Int32Array(1024); // two for each number
  let count = 0;

  function slotOf(a: number, b: number): number {
    const last = slots.length - 1;
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
    hash ^= hash >>> 15;
    let slot = hash & last;
    for (let own = slots[slot]!; own !== 0; own = slots[slot]!) {
      if (pairs[2 * own - 2] === a && pairs[2 * own - 1] === b) return slot;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  function grow(): void {
    const smaller = pairs;
    slots = new Int32Array(4 * slots.length);
    pairs = new Int32Array(4 * smaller.length);
    pairs.set(smaller);
    for (let own = 0; own < count; own++) slots[slotOf(pairs[2 * own]!, pairs[2 * own + 1]!)] = own + 1;
  }

  return {
    size: () => count,
    numberOf(a, b) {
      const slot = slotOf(a, b);
      if (slots[slot] !== 0) return slots[slot]! - 1;
      pairs[2 * count] = a;
      pairs[2 * count + 1] = b;
      slots[slot] = ++count;
      if (2 * count >= slots.length) grow();
      return count - 1;
    },
  };
}
