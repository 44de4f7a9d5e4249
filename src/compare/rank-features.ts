/**
 * Ranks features by weight, the greatest first, ties by column; and says a ranking in words.
 */
import { quoted } from "../core/presenting/index.js";
import type { MatrixEncoding } from "../detectors/matrix-encoding.js";
import type { RankedFeature } from "./peer.js";

/** One weight for each column. A weight that is not a number counts as least. */
export function rankFeatures(encoding: MatrixEncoding, weights: ArrayLike<number>): RankedFeature[] {
  const ranked = encoding.map((column, index) => ({
    column: index,
    feature: column.feature.name,
    weight: weights[index]!,
  }));
  for (const entry of ranked) if (Number.isNaN(entry.weight)) entry.weight = Number.NEGATIVE_INFINITY;
  return ranked.sort((a, b) => b.weight - a.weight || a.column - b.column);
}

/** For methods that give an order and no weights: the share of features at or behind each place. */
export function rankByOrder(encoding: MatrixEncoding, order: readonly number[]): RankedFeature[] {
  const weights = new Float64Array(encoding.length);
  order.forEach((column, place) => {
    weights[column] = (order.length - place) / order.length;
  });
  return rankFeatures(encoding, weights);
}

/** "Level 0.41, Pump 0.3, Valve 0.12": the first few. */
export function formatRanking(features: readonly RankedFeature[], limit = 3): string {
  return features
    .slice(0, limit)
    .map(({ feature, weight }) => `${quoted(feature)} ${formatWeight(weight)}`)
    .join(", ");
}

export function formatWeight(weight: number): string {
  return String(Number(weight.toPrecision(3)));
}
