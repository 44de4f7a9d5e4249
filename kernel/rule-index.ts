/**
 * The best violated rules by bitmaps, 128 rules at a time.
 */
import { RuleSearch } from "./generated";

import { int32At, pointerTo, VECTOR } from "./memory";

/** Pointers to eight bitmaps, which are met between two looks at whether anything is left. */
const BLOCK: usize = 8 << 2;
/** Bytes of the numbers of 64 rules, those of half a vector of bits. */
const HALF: usize = 64 << 2;

/** `count` rules have been found before; returns how many there are now, `wanted` at most. */
export function findViolatedRules(pointer: usize, mapCount: i32, listCount: i32, count: i32, wanted: i32): i32 {
  const s = changetype<RuleSearch>(pointer);
  const mapsEnd = s.rowMaps + ((<usize>mapCount) << 2);
  const last = s.found + ((<usize>(wanted - 1)) << 2);
  let active = (<usize>listCount) << 2;
  // One vector of each list in turn: good rules found early in one spare the end of the others.
  while (active > 0) {
    for (let list: usize = 0; list < active; ) {
      const at = <usize>load<i32>(s.starts + list);
      const rules = s.filed + (at << 5);
      if (at >= <usize>load<i32>(s.ends + list) || (count === wanted && load<i32>(rules) > load<i32>(last))) {
        active -= 4;
        store<i32>(s.starts + list, load<i32>(s.starts + active));
        store<i32>(s.ends + list, load<i32>(s.ends + active));
        continue;
      }
      const left = meet(pointerTo(s.rowMaps), mapsEnd, at);
      if (v128.any_true(left)) {
        count = take(pointerTo(s.found), rules, i64x2.extract_lane(left, 0), count, wanted);
        count = take(pointerTo(s.found), rules + HALF, i64x2.extract_lane(left, 1), count, wanted);
      }
      store<i32>(s.starts + list, <i32>at + <i32>VECTOR);
      list += 4;
    }
  }
  return count;
}

// @ts-ignore: decorator
@inline
function meet(maps: usize, end: usize, at: usize): v128 {
  let left = i64x2.splat(-1);
  while (maps < end && v128.any_true(left)) {
    const stop = min(end, maps + BLOCK);
    for (; maps < stop; maps += 4) left = v128.and(left, v128.load(<usize>load<u32>(maps) + at));
  }
  return left;
}

/** Takes the rules whose bits are set, in their order, as long as they are among the best. */
function take(found: usize, rules: usize, bits: i64, count: i32, wanted: i32): i32 {
  while (bits !== 0) {
    const rule = int32At(rules, <usize>ctz(bits));
    bits &= bits - 1;
    let at = found + ((<usize>count) << 2);
    if (count < wanted) count++;
    else {
      at -= 4;
      if (rule > load<i32>(at)) return count;
    }
    for (; at > found && load<i32>(at - 4) > rule; at -= 4) store<i32>(at, load<i32>(at - 4));
    store<i32>(at, rule);
  }
  return count;
}
