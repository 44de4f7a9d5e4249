/**
 * Cut-off trees: one call grows the whole tree of a target feature. What a tree is, stands in
 * src/core/predicates.
 *
 * A node is a piece of every input's list (fields.ts); splitting it regroups each piece, stable, in place.
 */
import { CUT_PROPOSAL_FLOATS, CutOffTrees } from "../generated";
import { int32At, pointerTo, setFloat64 } from "../memory";
import { ENTRY, listOf, rankAt, rowAt } from "./fields";
import { endOf, Frame, frameAt, setRange, startOf } from "./frames";
import { copyList, LEFT, listKnown, markSides, regroup, RIGHT } from "./lists";
import { fillValues, isPure, measureNode } from "./node-measures";
import { scan } from "./scans";

/** Three numbers of 32 bits, a gap, and a float; cut-off-grower.ts reads them. */
const PROPOSAL_BYTES: usize = 8 * CUT_PROPOSAL_FLOATS;

/** Grows a tree; returns the number of proposals, in the order in which nodes are split: right before left. */
export function growCutOffTree(pointer: usize): i32 {
  const t = changetype<CutOffTrees>(pointer);
  fillValues(t);
  let proposals = 0;
  let depth = openRoot(t);
  while (depth >= 0) {
    if (findSplit(t, frameAt(t, depth))) {
      writeProposal(t, frameAt(t, depth), proposals++);
      depth = splitNode(t, depth);
    } else depth--;
  }
  return proposals;
}

/** For each input of the tree the decrease of its best cut of all rows, 0 without one. */
export function rankCutOffInputs(pointer: usize): void {
  const t = changetype<CutOffTrees>(pointer);
  fillValues(t);
  listKnown(t, pointerTo(t.spare));
  const total = measureNode(t, pointerTo(t.spare), t.knownCount);
  for (let slot = 0; slot < t.inputCount; slot++) {
    const list = pointerTo(t.work);
    const length = copyList(t, slot, list);
    t.best = -Infinity;
    t.floor = -Infinity;
    t.bestPosition = 0;
    if (length >= 2 * t.minLeaf) scan(t, list, length, length === t.knownCount, total);
    setFloat64(t.out, slot, t.bestPosition === 0 ? 0 : t.best / t.unit);
  }
}

/** Depth of the open node, 0; or -1 where there are too few rows for a split. */
function openRoot(t: CutOffTrees): i32 {
  if (t.knownCount < 2 * t.minLeaf) return -1;
  const frame = frameAt(t, 0);
  frame.rowCount = t.knownCount;
  frame.leader = t.inputCount;
  for (let slot = 0; slot < t.inputCount; slot++) setRange(frame, slot, 0, copyList(t, slot, listOf(t, slot)));
  listKnown(t, listOf(t, t.inputCount));
  return 0;
}

/**
 * Finds the best split of a node; false where none gains anything. Of equal gains the first input, then the lower cut:
 * an input's cuts need only be looked at as far as they beat what was found before.
 */
function findSplit(t: CutOffTrees, frame: Frame): bool {
  const leader = frame.leader;
  const first = leader === t.inputCount ? 0 : startOf(frame, leader);
  const rows = listOf(t, leader) + <usize>first * ENTRY;
  const total = measureNode(t, rows, frame.rowCount);
  if (isPure(t, rows, frame.rowCount)) return false;
  t.best = -Infinity;
  t.floor = t.leastDecrease;
  t.bestSlot = -1;
  t.bestGain = t.leastGain;
  for (let slot = 0; slot < t.inputCount; slot++) {
    const length = endOf(frame, slot) - startOf(frame, slot);
    if (length < 2 * t.minLeaf) continue;
    const list = listOf(t, slot) + (<usize>startOf(frame, slot)) * ENTRY;
    if (rankAt(list) === rankAt(list + (<usize>(length - 1)) * ENTRY)) continue;
    const bestBefore = t.best;
    const positionBefore = t.bestPosition;
    t.bestPosition = 0;
    // Rows of an input are among the node's: as many are the same.
    scan(t, list, length, length === frame.rowCount, total);
    const gain = t.best / t.unit / <f64>t.rowCount;
    if (t.bestPosition > 0 && gain > t.bestGain) {
      t.bestGain = gain;
      t.bestSlot = slot;
    } else {
      t.best = bestBefore;
      t.bestPosition = positionBefore;
    }
  }
  return t.bestSlot >= 0;
}

/** A proposal: the input, a row with its value on each side of the cut, and the gain as a 64-bit float. */
function writeProposal(t: CutOffTrees, frame: Frame, index: i32): void {
  const into = t.out + <usize>index * PROPOSAL_BYTES;
  const cut = listOf(t, t.bestSlot) + (<usize>(startOf(frame, t.bestSlot) + t.bestPosition)) * ENTRY;
  store<i32>(into, int32At(t.inputs, t.bestSlot));
  store<i32>(into, <i32>rowAt(cut - ENTRY), 4);
  store<i32>(into, <i32>rowAt(cut), 8);
  store<f64>(into, t.bestGain, 16);
}

/**
 * Puts the children in the place of a node, the right one on top; a child too small for a split is not kept. Rows that
 * lack the split input fall out. Returns the depth of the topmost open node.
 */
function splitNode(t: CutOffTrees, depth: i32): i32 {
  const frame = frameAt(t, depth);
  const split = t.bestSlot;
  const start = startOf(frame, split);
  const middle = start + t.bestPosition;
  const end = endOf(frame, split);
  const isLeftOpen = middle - start >= 2 * t.minLeaf;
  const isRightOpen = end - middle >= 2 * t.minLeaf;
  if (!isLeftOpen && !isRightOpen) return depth - 1;
  const list = listOf(t, split);
  markSides(t, list, start, middle, isLeftOpen ? LEFT : 0);
  markSides(t, list, middle, end, isRightOpen ? RIGHT : 0);
  const right = frameAt(t, isLeftOpen ? depth + 1 : depth);
  for (let slot = 0; slot < t.inputCount; slot++) {
    if (slot === split) continue;
    const start = startOf(frame, slot);
    const ends = regroup(t, listOf(t, slot), start, endOf(frame, slot));
    const leftEnd = <i32>(ends >> 32);
    if (isRightOpen) setRange(right, slot, leftEnd, <i32>ends);
    if (isLeftOpen) setRange(frame, slot, start, leftEnd);
  }
  if (isRightOpen) setRange(right, split, middle, end);
  if (isLeftOpen) setRange(frame, split, start, middle);
  markSides(t, list, start, end, 0);
  if (isRightOpen) {
    right.rowCount = end - middle;
    right.leader = split;
  }
  if (isLeftOpen) {
    frame.rowCount = middle - start;
    frame.leader = split;
  }
  return isLeftOpen && isRightOpen ? depth + 1 : depth;
}
