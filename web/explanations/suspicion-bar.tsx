/** How likely a reading is wrong, or its share of the blame, as a bar and a number. */
import { formatSuspicion, type SuspectFeature, suspicionName, suspicionOf } from "../../src/core/presenting/index.js";

interface SuspicionBarProps {
  readonly suspect: SuspectFeature;
  /** In a list what the numbers are is said above it, and here to those who hear the page. */
  readonly words?: "seen" | "heard";
}

export function SuspicionBar({ suspect, words = "seen" }: SuspicionBarProps) {
  return (
    <div class="suspicion">
      <span class="suspicion-track" aria-hidden="true">
        <span style={{ width: `${Math.max(1, 100 * suspicionOf(suspect))}%` }} />
      </span>
      <span class="number">
        {formatSuspicion(suspect)} <span class={words === "seen" ? "soft" : "unseen"}>{suspicionName(suspect)}</span>
      </span>
    </div>
  );
}
