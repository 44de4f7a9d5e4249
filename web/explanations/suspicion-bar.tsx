/** How likely a reading is wrong, or its share of the blame, as a bar and a number. */
import {
  formatSuspicion,
  type SuspectFeature,
  suspicionName,
  suspicionOf,
} from "../../src/core/presentation/explanation.js";

export function SuspicionBar({ suspect }: { readonly suspect: SuspectFeature }) {
  return (
    <div class="suspicion">
      <span class="suspicion-track" aria-hidden="true">
        <span style={{ width: `${Math.max(1, 100 * suspicionOf(suspect))}%` }} />
      </span>
      <span class="number">
        {formatSuspicion(suspect)} <span class="soft">{suspicionName(suspect)}</span>
      </span>
    </div>
  );
}
