/** What is watched of each feature, in a fixed order: while learning and later alike. */
import type { FeatureProfile, SeriesKind, SeriesName } from "../model/index.js";

/** Categories of a feature that are watched one by one, at most: the most frequent ones. */
const MOST_CATEGORIES = 8;

/** Whether it matters that numbers of a kind fall, too. */
const TWO_SIDED: Readonly<Record<SeriesKind, boolean>> = {
  level: true,
  relation: true,
  spread: false,
  steps: true,
  missing: false,
  unseen: false,
  share: true,
};

export type Side = 1 | -1;

export function sidesOf(kind: SeriesKind): readonly Side[] {
  return TWO_SIDED[kind] ? [1, -1] : [1];
}

export function seriesOf(profiles: readonly FeatureProfile[]): SeriesName[] {
  return profiles.flatMap((profile, feature) => {
    const series = (kinds: readonly SeriesKind[], category: number | null): SeriesName[] =>
      kinds.map((kind) => ({ kind, feature, category }));
    if (profile.kind === "numeric") return series(["level", "relation", "spread", "steps", "missing"], null);
    const shares = watchedCategories(profile.counts).flatMap((code) => series(["share", "relation"], code));
    return [...series(["missing", "unseen"], null), ...shares];
  });
}

/** Codes of the most frequent categories, ascending. */
export function watchedCategories(counts: readonly number[]): number[] {
  const byCount = [...counts.keys()].sort((a, b) => counts[b]! - counts[a]! || a - b);
  return byCount.slice(0, MOST_CATEGORIES).sort((a, b) => a - b);
}
