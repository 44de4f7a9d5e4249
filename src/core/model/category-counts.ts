/**
 * Learning rows with each category, which a model keeps where its profiles are of trusted rows alone. Exceptions of
 * dependencies are what their rules leave of these rows.
 */
import type { CategoryCounts, FeatureProfile } from "./model.js";
import { invalid, parseCounts, parseList } from "./parse-value.js";

/** `profiles`: of all learning rows. */
export function categoryCountsOf(profiles: readonly FeatureProfile[]): CategoryCounts {
  return profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
}

interface CountedRows {
  /** Of trusted rows. */
  readonly profiles: readonly FeatureProfile[];
  readonly rowCount: number;
  readonly trustedRowCount: number | null;
}

export function parseCategoryCounts(value: unknown, rows: CountedRows): CategoryCounts | null {
  if (value === undefined) return null;
  const { profiles, trustedRowCount } = rows;
  if (trustedRowCount === null) throw invalid("categoryCounts", "absent where all rows are trusted");
  const list = parseList(value, "categoryCounts");
  if (list.length !== profiles.length) throw invalid("categoryCounts", `a list of ${profiles.length} entries`);
  return list.map((entry, feature) => parseFeature(entry, feature, rows));
}

function parseFeature(value: unknown, feature: number, { profiles, rowCount }: CountedRows): readonly number[] | null {
  const path = `categoryCounts[${feature}]`;
  const profile = profiles[feature]!;
  if (profile.kind === "numeric") {
    if (value !== null) throw invalid(path, "null, as that of a number is");
    return null;
  }
  const counts = parseCounts(value, path, { max: rowCount, length: profile.counts.length });
  let total = 0;
  counts.forEach((count, code) => {
    total += count;
    if (count < profile.counts[code]!) throw invalid(`${path}[${code}]`, "at least that of trusted rows");
  });
  if (total > rowCount) throw invalid(path, "of at most all rows");
  return [...counts];
}
