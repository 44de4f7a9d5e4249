/** How strange a row is, as a word and a colour. */
import { looksNormal } from "../../src/core/presentation/describe-row.js";
import { formatShare } from "../../src/core/presentation/format-number.js";

export function StrengthTag({ strength }: { readonly strength: number | null }) {
  if (strength === null) return null;
  // The headline of such a row says that it looks normal.
  if (looksNormal({ strength }))
    return <span class="tag plain">{formatShare(1 - strength)} of normal rows are as strange</span>;
  return <span class="tag wrong">{describeStrength(strength)}</span>;
}

export function describeStrength(strength: number): string {
  if (looksNormal({ strength })) return `looks normal: ${formatShare(1 - strength)} of normal rows are as strange`;
  return `stranger than ${formatShare(strength)} of normal rows`;
}

/** What to say of a row that does not look normal and yet accuses no feature. */
export function withoutSuspect({ strength }: { readonly strength: number | null }): string {
  return strength === null ? "No rule is broken" : "Strange as a whole: no feature stands out";
}
