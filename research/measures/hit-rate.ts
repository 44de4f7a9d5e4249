/** HitRates of a ranking, their means and how they are written. */
import { hitRate } from "../internals.js";
import { mean } from "./mean.js";

export interface HitRates {
  readonly at100: number;
  readonly at150: number;
}

export function hitRates(ranked: readonly string[], changed: readonly string[]): HitRates {
  return { at100: hitRate(ranked, changed, 100), at150: hitRate(ranked, changed, 150) };
}

export function meanRates(rates: readonly HitRates[]): HitRates {
  return { at100: mean(rates.map((rate) => rate.at100)), at150: mean(rates.map((rate) => rate.at150)) };
}

export function formatRates(rates: HitRates): string {
  return `${rates.at100.toFixed(3)}/${rates.at150.toFixed(3)}`;
}
