/**
 * HitRate@P % of the paper: how many of the truly changed features stand among the first ⌊P % × changed⌋ suspects, as a
 * share of the changed ones.
 */
export function hitRate(ranked: readonly string[], changed: readonly string[], percent: number): number {
  const first = ranked.slice(0, Math.floor((percent * changed.length) / 100));
  return changed.filter((feature) => first.includes(feature)).length / changed.length;
}

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

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function formatRates(rates: HitRates): string {
  return `${rates.at100.toFixed(3)}/${rates.at150.toFixed(3)}`;
}
