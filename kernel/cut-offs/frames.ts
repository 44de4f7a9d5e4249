/** Open nodes of a tree: a stack of frames, each of which says where the node's piece of every list starts and ends. */
import { CutOffTrees } from "../generated";

/**
 * An open node: the rows that lead to it are those of one input's list. Behind it stand, for each input, where its
 * piece starts and ends.
 */
@unmanaged
export class Frame {
  rowCount: i32;
  leader: i32;
}

export function cutOffFrameBytes(inputCount: i32): i32 {
  return <i32>frameBytes(inputCount);
}

// @ts-ignore: decorator
@inline
function frameBytes(inputCount: i32): usize {
  return offsetof<Frame>() + ((<usize>inputCount) << 3);
}

// @ts-ignore: decorator
@inline
export function frameAt(t: CutOffTrees, depth: i32): Frame {
  return changetype<Frame>(t.frames + <usize>depth * frameBytes(t.inputCount));
}

// @ts-ignore: decorator
@inline
function range(frame: Frame, slot: i32): usize {
  return changetype<usize>(frame) + offsetof<Frame>() + ((<usize>slot) << 3);
}

// @ts-ignore: decorator
@inline
export function startOf(frame: Frame, slot: i32): i32 {
  return load<i32>(range(frame, slot));
}

// @ts-ignore: decorator
@inline
export function endOf(frame: Frame, slot: i32): i32 {
  return load<i32>(range(frame, slot), 4);
}

// @ts-ignore: decorator
@inline
export function setRange(frame: Frame, slot: i32, start: i32, end: i32): void {
  store<i32>(range(frame, slot), start);
  store<i32>(range(frame, slot), end, 4);
}
