/**
 * The items of each row, listed one row after the other: what a node with few rows is walked by, instead of meeting its
 * set with that of every item. They are made from the sets, and only where they are not too long (see miner.ts).
 */
import { Mining } from "../generated";
import { addInt32, int32At, setInt32, setUint16 } from "../memory";
import { setOf } from "./fields";

/** An item walked takes about as long as this many vectors met. */
export const WALK: i64 = 2;

/** Adds up how many items and groups each row has; rowStarts must be zero. */
export function startRowItems(pointer: usize, rowCount: i32): void {
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
  for (let row = 0; row < rowCount; row++) addInt32(m.rowStarts, row + 1, int32At(m.rowStarts, row));
}

/** Lists the items and groups of each row, ascending. */
export function fillRowItems(pointer: usize, rowCount: i32): void {
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

/** Adds the items and groups of each row of a set of all rows to the tally. */
export function tallyRows(m: Mining, set: usize): void {
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
