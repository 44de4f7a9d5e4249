/**
 * A baseline: how rare it is among normal rows to lie as far out as each value does, on its side.
 *
 * The tail of a value is the smaller of the shares of normal rows at or below and at or above it, doubled; its weight
 * is -ln of that. A value beyond all normal rows has the tail of half a row, and among such values the farther one, by
 * |z|, comes first. A text category counts by its share.
 */
import { countBelow } from "../core/base/index.js";
import { matrixColumn } from "../detectors/matrix.js";
import { createColumnPeer, type Strangeness } from "./column-peer.js";
import type { Peer, PeerContext } from "./peer.js";
import { zScores } from "./z-score.js";

export function createTailProbability(): Peer {
  return createColumnPeer({
    name: "tail",
    citation: "Two-sided empirical tail probability of each feature by itself (textbook baseline).",
    meaning: "minus the logarithm of the share of normal rows that lie as far out",
    says: "Rarest by themselves among normal rows (-ln of the share as far out)",
    measure: tails,
  });
}

function tails(context: PeerContext): Strangeness[] {
  const distances = zScores(context);
  return context.encoding.map((column, index) => {
    const distance = distances[index]!;
    const sorted = matrixColumn(context.training, index).sort();
    const share = column.holds === "codes" ? equalShare(sorted) : tailShare(sorted);
    // |z| only decides between values of equal tail: it adds less than half a row does.
    return (value) => -Math.log(share(value)) + distance(value) / (1 + distance(value)) / (2 * sorted.length);
  });
}

function tailShare(sorted: Float64Array): Strangeness {
  return (value) => {
    const below = countBelow(sorted, value);
    const atOrBelow = below + countEqual(sorted, value, below);
    const rows = Math.max(0.5, Math.min(atOrBelow, sorted.length - below));
    return Math.min(1, (2 * rows) / sorted.length);
  };
}

function equalShare(sorted: Float64Array): Strangeness {
  return (value) => Math.max(0.5, countEqual(sorted, value, countBelow(sorted, value))) / sorted.length;
}

function countEqual(sorted: Float64Array, value: number, below: number): number {
  let end = below;
  while (end < sorted.length && sorted[end] === value) end++;
  return end - below;
}
