/** What was decided so far, to take back or home. */
import { formatCountOf } from "../../src/core/presenting/format-number.js";
import { describeMute } from "../../src/core/presenting/review-json.js";
import { shownText } from "../../src/report/expected-text.js";
import { download } from "../parts/download.js";
import { FileButton } from "../parts/file-button.js";
import type { Workbench } from "./workbench.js";

export function ReviewBar({ workbench }: { readonly workbench: Workbench }) {
  const { desk } = workbench;
  const { approved, muted, notes } = desk.review.value;
  const isEmpty = approved.length + muted.length + notes.length === 0;
  return (
    <section class="panel review-bar" aria-label="Review">
      <p aria-live="polite">
        {isEmpty
          ? "Nothing is decided yet."
          : `${formatCountOf(approved.length, "rule")} approved, ${formatCountOf(muted.length, "feature")} muted, ${formatCountOf(notes.length, "note")}`}
        {muted.length > 0 && (
          <span class="soft"> ({muted.map((mute) => shownText(describeMute(mute))).join("; ")})</span>
        )}
      </p>
      <div class="buttons">
        <button type="button" disabled={desk.steps.value === 0} onClick={() => workbench.undoDecision()}>
          Undo
        </button>
        <button
          type="button"
          disabled={isEmpty}
          onClick={async () => download("review.yaml", await desk.text(), "application/yaml")}
        >
          Download the review
        </button>
        <FileButton class="" accept=".yaml,.yml,.json" onFile={(file) => workbench.openReview(file)}>
          Open a review
        </FileButton>
      </div>
    </section>
  );
}
