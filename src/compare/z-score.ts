/**
 * The simplest baseline: how many deviations each value lies from the mean of the normal rows.
 *
 * A constant column counts its distance from the constant as it is. A text category has no distance: its weight is
 * sqrt(-2 ln f) of its share f among the normal rows, which is what |z| is to a normal density; a value never seen has
 * the share of half a row.
 */
import { matrixColumn } from "../detectors/matrix.js";
import { meanAndDeviation } from "../detectors/numeric-inputs.js";
import { createColumnPeer, type Strangeness } from "./column-peer.js";
import type { Peer, PeerContext } from "./peer.js";

export function createZScore(): Peer {
  return createColumnPeer({
    name: "|z|",
    citation: "Standard score: distance from the mean in standard deviations (textbook baseline).",
    meaning: "the distance from the mean of normal rows, in deviations",
    says: "Farthest from normal, in standard deviations",
    measure: zScores,
  });
}

/** |z| for each column of the normal rows. */
export function zScores({ encoding, training }: PeerContext): Strangeness[] {
  return encoding.map((column, index) => {
    const values = matrixColumn(training, index);
    if (column.holds === "codes") return categoryStrangeness(values);
    const { offset, scale } = meanAndDeviation(values);
    return (value) => Math.abs(value - offset) / (scale || 1);
  });
}

function categoryStrangeness(values: Float64Array): Strangeness {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return (value) => Math.sqrt(-2 * Math.log((counts.get(value) ?? 0.5) / values.length));
}
