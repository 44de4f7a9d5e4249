/** How strange a row is, as a word and a colour. */
import { describeAsStrange, describeStrength, looksNormal } from "../../src/core/presenting/index.js";
import type { NormalRows } from "../../src/report/proof.js";

export function StrengthTag({ strength, normal }: { readonly strength: number | null; readonly normal: NormalRows }) {
  if (strength === null) return null;
  // The headline of such a row says that it looks normal.
  if (looksNormal({ strength })) return <span class="tag plain">{describeAsStrange(strength)}</span>;
  return <span class="tag wrong">{describeStrength(strength, normal.compared)}</span>;
}

/** What to say of a row that does not look normal and yet accuses no feature. */
export function withoutSuspect({ strength }: { readonly strength: number | null }): string {
  return strength === null ? "No rule is broken" : "Strange as a whole: no feature stands out";
}
