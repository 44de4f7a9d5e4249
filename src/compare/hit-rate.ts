/**
 * HitRate@P% of the paper: how many of the truly abnormal features are among the first ⌊P% × their number⌋ suspects.
 * Features are known by their name or by their column.
 */
export function hitRate<T extends string | number>(
  suspects: readonly T[],
  truth: readonly T[],
  percent: number,
): number {
  const first = new Set(suspects.slice(0, Math.floor((percent * truth.length) / 100)));
  return truth.filter((feature) => first.has(feature)).length / truth.length;
}
