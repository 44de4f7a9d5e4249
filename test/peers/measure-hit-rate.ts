/**
 * Measures a peer's HitRate on sets of the pack: the first `cap` changed rows of each set, averaged over rows within a
 * set and over sets.
 *
 * Peers that ask a detector ask the one that flagged the row (`detector: "flagging"`): an autoencoder where the pack's
 * autoencoder flagged it, else an isolation forest, both trained here on the set's normal rows. This reproduces the
 * known figures; asking the isolation forest about every row (`"isolation-forest"`) lowers KernelSHAP far below them.
 */
import { type Detector, trainDetector } from "../../src/detectors/detector.js";
import { matrixRow } from "../../src/detectors/matrix.js";
import { toMatrix } from "../../src/detectors/matrix-view.js";
import { hitRate } from "../../src/peers/hit-rate.js";
import { createPeerContext, type Peer } from "../../src/peers/peer.js";
import { type PackSet, packColumn } from "./pack.js";

export interface RowRates {
  readonly mode: string;
  readonly at100: number;
  readonly at150: number;
}

export interface SetRates {
  readonly set: string;
  readonly rows: readonly RowRates[];
  readonly at100: number;
  readonly at150: number;
}

export interface MeasureOptions {
  readonly cap: number;
  readonly seed?: number;
  readonly detector?: "isolation-forest" | "flagging";
}

export async function measureHitRate(peer: Peer, set: PackSet, options: MeasureOptions): Promise<SetRates> {
  const { cap, seed = 1, detector = "flagging" } = options;
  const forest = trainDetector(set.train, set.features, { kind: "isolation-forest", seed });
  const other =
    detector === "flagging" ? trainDetector(set.train, set.features, { kind: "autoencoder", seed }) : forest;
  const contextOf = (own: Detector) => createPeerContext(own, set.train, seed);
  const contexts = [contextOf(forest), contextOf(other)] as const;
  const flags = packColumn(set.perturbed, "ae_flag");
  const matrix = toMatrix(forest.view, set.perturbed);
  const rows: RowRates[] = [];
  for (let row = 0; row < Math.min(cap, set.truth.length); row++) {
    const { features } = await peer.explain(contexts[flags[row] === 1 ? 1 : 0], matrixRow(matrix, row));
    const suspects = features.map(({ column }) => column);
    const { features: truth, mode } = set.truth[row]!;
    rows.push({ mode, at100: hitRate(suspects, truth, 100), at150: hitRate(suspects, truth, 150) });
  }
  return { set: set.name, rows, at100: mean(rows.map((row) => row.at100)), at150: mean(rows.map((row) => row.at150)) };
}

export function meanOverSets(sets: readonly SetRates[]): { at100: number; at150: number } {
  return { at100: mean(sets.map((set) => set.at100)), at150: mean(sets.map((set) => set.at150)) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
