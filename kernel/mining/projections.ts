/**
 * Worlds: where a node has few rows and much work below it, it gets sets that hold only its rows, made by walking the
 * items of each of them. All nodes below live in it, until one of them opens a smaller projection.
 */
import { Level, Mining } from "../generated";
import { addInt32, int32At, pointerTo, setInt32 } from "../memory";
import { WALK } from "./row-items";

/** One in so many consequents is counted, the others are ruled out by bounds. */
const COUNTED: f64 = 4;

/** Bytes of a set of so many rows: whole vectors of 128 bits. */
// @ts-ignore: decorator
@inline
function projectionBytes(rows: i32): usize {
  return ((<usize>rows + 127) >> 7) << 4;
}

/**
 * Whether walking the rows of a node costs less than what is saved below it: all pairs of its items are met, each with
 * some of the others, and so on for each further level.
 */
export function projectionPays(m: Mining, level: Level, depth: i32): bool {
  if (m.itemsPerRow === 0) return false;
  const bytes = projectionBytes(level.count);
  if (bytes > level.roomBytes) return false;
  const last = int32At(m.path, depth - 1);
  let joining: f64 = 0;
  for (let i = 0; i < level.length; i++) if (int32At(level.items, i) > last) joining += 1;
  let nodes: f64 = 1;
  let below: f64 = 0;
  for (let further = depth + 1; further <= m.maxAntecedent; further++) {
    nodes *= joining / <f64>(further - depth);
    below += nodes;
  }
  const saved = (below * <f64>level.length * <f64>((level.setBytes - bytes) >> 4)) / COUNTED;
  return saved > <f64>level.count * <f64>m.itemsPerRow * <f64>WALK;
}

/** Makes sets of the node's rows alone; counts its items and groups on the way (m.tally). */
export function openProjection(m: Mining, level: Level): void {
  const bytes = projectionBytes(level.count);
  const all = <usize>(m.itemCount + m.groupCount);
  const sets = level.projectionRoom;
  const tally = pointerTo(m.tally);
  const rowStarts = m.rowStarts;
  const rowItems = m.rowItems;
  const outerRows = level.rows;
  memory.fill(sets, 0, all * bytes);
  memory.fill(tally, 0, all << 2);
  let place: usize = 0;
  for (let byte: usize = 0; byte < level.setBytes; byte += 8) {
    let word = load<u64>(level.set + byte);
    while (word !== 0) {
      let row = (byte << 3) + <usize>ctz(word);
      if (outerRows !== 0) row = <usize>int32At(outerRows, row);
      setInt32(level.rowsRoom, place, <i32>row);
      const start = rowStarts + (row << 2);
      const end = rowItems + ((<usize>load<i32>(start + 4)) << 1);
      const target = sets + (place >> 3);
      const bit = <u8>((<i32>1) << (<i32>place & 7));
      for (let item = rowItems + ((<usize>load<i32>(start)) << 1); item < end; item += 2) {
        const number = <usize>load<u16>(item);
        addInt32(tally, number, 1);
        const place = target + number * bytes;
        store<u8>(place, load<u8>(place) | bit);
      }
      place++;
      word &= word - 1;
    }
  }
  m.work += <i64>level.count * <i64>m.itemsPerRow * WALK;
  level.sets = sets;
  level.setBytes = bytes;
  level.rows = pointerTo(level.rowsRoom);
  level.set = 0;
}
