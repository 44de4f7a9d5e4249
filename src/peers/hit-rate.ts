/**
 * HitRate@P% of the paper: how many of the truly abnormal features are among the first ⌊P% × their number⌋ suspects.
 */
export function hitRate(suspects: readonly number[], truth: readonly number[], percent: number): number {
  const first = new Set(suspects.slice(0, Math.floor((percent * truth.length) / 100)));
  return truth.filter((column) => first.has(column)).length / truth.length;
}
