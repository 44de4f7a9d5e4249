/**
 * The stretch of an axis that shows normal values, the expected range and, unless it is absurdly far away, the observed
 * value.
 */
import type { NumberProof } from "./proof.js";

export interface NumberAxis {
  readonly from: number;
  readonly to: number;
  /** Edges of the histogram's bins, ascending. */
  readonly edges: readonly number[];
  /** Where the observed value is: on the axis, or beyond one of its ends; null when there is none. */
  readonly observed: { readonly at: number; readonly side: "inside" | "left" | "right" } | null;
}

const BINS = 36;
/** An observed value further away than this many widths of the normal values is shown at the end of the axis. */
const FAR = 1.6;
const MARGIN = 0.05;

export function numberAxis({ all, interval, observed }: NumberProof): NumberAxis {
  const bounds = [interval.min, interval.max].filter((bound) => bound !== null);
  const normal = [...all, ...bounds];
  const low = least(normal, observed ?? 0);
  const high = greatest(normal, observed ?? 0);
  const width = high - low || Math.abs(high) * 0.1 || 1;
  const place = placeObserved(observed, width, { low, high });
  const from = Math.min(low, place?.side === "inside" ? place.at : low);
  const to = Math.max(high, place?.side === "inside" ? place.at : high);
  const margin = (to - from || width) * MARGIN;
  const start = from - margin;
  const end = to + margin;
  const step = (high - low) / BINS || width / BINS;
  const count = Math.ceil((end - start) / step);
  return {
    from: start,
    to: end,
    edges: Array.from({ length: Math.min(count, 200) + 1 }, (_, at) => start + at * step),
    observed: place === null || place.side === "inside" ? place : { ...place, at: place.side === "left" ? start : end },
  };
}

function placeObserved(
  observed: number | null,
  width: number,
  { low, high }: { readonly low: number; readonly high: number },
): NumberAxis["observed"] {
  if (observed === null) return null;
  if (observed < low - FAR * width) return { at: observed, side: "left" };
  if (observed > high + FAR * width) return { at: observed, side: "right" };
  return { at: observed, side: "inside" };
}

function least(values: readonly number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((a, b) => Math.min(a, b));
}

function greatest(values: readonly number[], otherwise: number): number {
  return values.length === 0 ? otherwise : values.reduce((a, b) => Math.max(a, b));
}
