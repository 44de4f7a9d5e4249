/**
 * The proof picture of categories: the share of normal rows that has each, the expected and the observed one marked.
 */
import { formatShare } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { CategoryProof } from "../../src/report/proof.js";

export function CategoryPicture({ proof }: { readonly proof: CategoryProof }) {
  const { bars, total, feature } = proof;
  return (
    <table class="shares">
      <caption class="unseen">Shares of the values of {shownText(feature)} in normal rows</caption>
      <tbody>
        {bars.map(({ label, count, isExpected, isObserved }) => (
          <tr key={label} class={isObserved ? "is-observed" : isExpected ? "is-expected" : ""}>
            <th scope="row">
              <span class="share-label">
                <bdi>{label}</bdi> {isObserved && <span class="tag wrong">observed</span>}
                {isExpected && !isObserved && <span class="tag right">expected</span>}
              </span>
            </th>
            <td class="share-bar" aria-hidden="true">
              <span style={{ width: `${total === 0 ? 0 : (100 * count) / total}%` }} />
            </td>
            <td class="number">{total === 0 ? "–" : formatShare(count / total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
