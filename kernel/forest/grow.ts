/**
 * The trees of one target of a Forest, grown in one call. What they mean, stands in src/core/rules.
 *
 * Inputs are cut into bins, so the split of a node is found in a short histogram for each input (histograms.ts,
 * splits.ts). A node's rows are a piece of one list, regrouped as nodes are split; all trees share the histograms of
 * the root.
 */
import { Forest, FOREST_NODE_FLOATS, GrownNode, MAX_BINS } from "../generated";
import { int32At, isMarked, pointerTo, setUint32 } from "../memory";
import { histogramAt } from "./fields";
import { addInput, fillChildren, fillEntries, fillHistogram } from "./histograms";
import { measureNode } from "./node-measures";
import { findClassSplit, findSumSplit } from "./splits";

/** Grows all trees of the target; returns the number of nodes, those of one tree behind those of another. */
export function growForestTrees(pointer: usize): i32 {
  const f = changetype<Forest>(pointer);
  f.nodeCount = 0;
  fillShortlist(f);
  fillEntries(f);
  f.inputCount = 0;
  for (let place = 0; place < f.shortlistCount; place++) addInput(f, place, place);
  const root = histogramAt(f, 0, 0);
  memory.copy(pointerTo(f.rows), pointerTo(f.known), (<usize>f.knownCount) << 1);
  fillHistogram(f, root, 0, f.knownCount);
  for (let tree = 0; tree < f.treeCount; tree++) {
    const first = int32At(f.treeStarts, tree);
    const last = int32At(f.treeStarts, tree + 1);
    setTreeInputs(f, first, last);
    memory.copy(pointerTo(f.rows), pointerTo(f.known), (<usize>f.knownCount) << 1);
    growNode(f, 0, f.knownCount, 0, root);
    setUint32(f.treeEnds, tree, f.nodeCount);
  }
  return f.nodeCount;
}

/** Bins of the shortlist beside one another, row by row. */
function fillShortlist(f: Forest): void {
  f.matrix = pointerTo(f.shortlistBins);
  f.width = <usize>f.shortlistCount;
  let into = pointerTo(f.shortlistBins);
  for (let row = 0; row < f.rowCount; row++) {
    const bins = f.bins + <usize>row * <usize>f.featureCount;
    for (let place = 0; place < f.shortlistCount; place++, into++) {
      store<u8>(into, load<u8>(bins + <usize>int32At(f.shortlist, place)));
    }
  }
}

function setTreeInputs(f: Forest, first: i32, last: i32): void {
  f.inputCount = 0;
  for (let i = first; i < last; i++) {
    const place = int32At(f.treeInputs, i);
    addInput(f, place, place);
  }
}

function growNode(f: Forest, start: i32, end: i32, depth: i32, histogram: usize): void {
  const nodeNumber = f.nodeCount++;
  const node = changetype<GrownNode>(f.out + <usize>nodeNumber * (8 * FOREST_NODE_FLOATS));
  node.input = -1;
  node.right = 0;
  const total = measureNode(f, node, start, end);
  if (depth === f.depth || end - start < 2 * f.minLeaf) return;
  if (f.classCount === 0) findSumSplit(f, node, total, histogram);
  else findClassSplit(f, node, histogram);
  if (f.bestInput < 0) return;
  node.input = f.bestInput;
  node.bin = f.bestBin;
  const ends = regroup(f, start, end);
  const leftEnd = <i32>(ends >> 32);
  const rightEnd = <i32>ends;
  if (depth + 1 < f.depth) fillChildren(f, depth + 1, start, leftEnd, rightEnd, end, histogram);
  growNode(f, start, leftEnd, depth + 1, histogramAt(f, depth + 1, 0));
  node.right = f.nodeCount;
  growNode(f, leftEnd, rightEnd, depth + 1, histogramAt(f, depth + 1, 1));
}

/**
 * Rows that go left, then those that go right, then those without a value; both ends, the left one in the upper half.
 */
function regroup(f: Forest, start: i32, end: i32): i64 {
  const feature = <usize>int32At(f.shortlist, f.bestInput);
  const isEqual = isMarked(f.isEqual, feature);
  const bins = f.shortlistBins + <usize>f.bestInput;
  const width = <usize>f.shortlistCount;
  const split = f.bestBin;
  const stop = f.rows + ((<usize>end) << 1);
  const lastSpare = f.spare + ((<usize>f.rowCount) << 1);
  let left = f.rows + ((<usize>start) << 1);
  let right = pointerTo(f.spare);
  let lost = lastSpare;
  // Every row is written to the end of each list, and one of the ends moves on: no branch to be guessed.
  for (let entry = left; entry < stop; entry += 2) {
    const row = load<u16>(entry);
    const bin = <i32>load<u8>(bins + <usize>row * width);
    const isLost = <usize>(bin === MAX_BINS);
    const isLeft = <usize>(isEqual ? bin === split : bin <= split);
    store<u16>(left, row);
    store<u16>(right, row);
    store<u16>(lost - 2, row);
    left += isLeft << 1;
    right += (1 - isLeft - isLost) << 1;
    lost -= isLost << 1;
  }
  const rightBytes = right - pointerTo(f.spare);
  memory.copy(left, pointerTo(f.spare), rightBytes);
  memory.copy(left + rightBytes, lost, lastSpare - lost);
  return (<i64>((left - pointerTo(f.rows)) >> 1) << 32) | <i64>((left + rightBytes - pointerTo(f.rows)) >> 1);
}
