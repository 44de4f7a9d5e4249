/**
 * Digests of predicates: two numbers of 32 bits, the same for equal predicates. Different ones have the same by a chance of
 * 2⁻⁶⁴. The digest of several is the sum of theirs, in whatever order they come. Telling tens of thousands of rules apart
 * by texts of their predicates takes ten times as long.
 */
import type { Predicate } from "../predicates/predicate.js";

export interface PredicateDigests {
  /** Each sets `first` and `second`, anew. */
  interval(feature: number, min: number, max: number, upperEnd: "open" | "closed"): void;
  among(feature: number, codes: ArrayLike<number>): void;
  of(predicate: Predicate): void;
  readonly first: number;
  readonly second: number;
}

const KINDS = { open: 1, closed: 2, among: 3, present: 4, anyOf: 5 } as const;

export function createPredicateDigests(): PredicateDigests {
  const bits = new Float64Array(1);
  const halves = new Int32Array(bits.buffer);
  let first = 0;
  let second = 0;

  function begin(kind: number, feature: number): void {
    first = kind;
    second = Math.imul(kind, 0x27d4eb2f);
    add(feature);
  }

  function add(value: number): void {
    first = Math.imul(first ^ value, 0x9e3779b1);
    first ^= first >>> 15;
    second = Math.imul(second + value, 0x85ebca77);
    second ^= second >>> 13;
  }

  function addBound(bound: number): void {
    bits[0] = bound + 0; // −0 is 0
    add(halves[0]!);
    add(halves[1]!);
  }

  function of(predicate: Predicate): void {
    switch (predicate.kind) {
      case "interval":
        interval(predicate.feature, predicate.min, predicate.max, predicate.maxInclusive ? "closed" : "open");
        break;
      case "in":
        among(predicate.feature, predicate.codes);
        break;
      case "present":
        begin(KINDS.present, predicate.feature);
        break;
      case "anyOf":
        anyOf(predicate.parts);
        break;
    }
  }

  function anyOf(parts: readonly Predicate[]): void {
    const found = parts.flatMap((part) => {
      of(part);
      return [first, second];
    });
    begin(KINDS.anyOf, parts.length);
    found.forEach(add);
  }

  function interval(feature: number, min: number, max: number, upperEnd: "open" | "closed"): void {
    begin(KINDS[upperEnd], feature);
    addBound(min);
    addBound(max);
  }

  function among(feature: number, codes: ArrayLike<number>): void {
    begin(KINDS.among, feature);
    for (let i = 0; i < codes.length; i++) add(codes[i]!);
  }

  return {
    interval,
    among,
    of,
    get first() {
      return first;
    },
    get second() {
      return second;
    },
  };
}
