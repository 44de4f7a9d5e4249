/** What was decided so far, to take back or home, and what is to be written beside the next decision. */
import { checkReview, describeMute, formatCountOf, reviewLines } from "../../src/core/presenting/index.js";
import { isActive } from "../../src/core/review/index.js";
import { shownText } from "../../src/report/expected-text.js";
import { download } from "../parts/download.js";
import { FileButton } from "../parts/file-button.js";
import type { DecisionFields, ReviewDesk } from "../review/review-desk.js";
import type { Workbench } from "../steps/workbench.js";

export function ReviewBar({ workbench }: { readonly workbench: Workbench }) {
  const { desk } = workbench;
  const { approved, muted, notes } = desk.review.value;
  const isEmpty = approved.length + muted.length + notes.length === 0;
  const active = muted.filter((mute) => isActive(mute, desk.today()));
  return (
    <section class="panel review-bar" aria-label="Review">
      <p aria-live="polite">
        {isEmpty
          ? "Nothing is decided yet."
          : `${formatCountOf(approved.length, "rule")} approved, ${formatCountOf(muted.length, "feature")} muted, ${formatCountOf(notes.length, "note")}`}
        {active.length > 0 && (
          <span class="soft"> ({active.map((mute) => shownText(describeMute(mute))).join("; ")})</span>
        )}
      </p>
      {!isEmpty && <Decisions workbench={workbench} />}
      <NextDecision desk={desk} />
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
        <FileButton class="" accept=".yaml,.yml,.json" onFiles={([file]) => workbench.openReview(file!)}>
          Open a review
        </FileButton>
      </div>
    </section>
  );
}

/** All of them, and what is the matter with them beside the model. */
function Decisions({ workbench: { desk, model } }: { readonly workbench: Workbench }) {
  const today = desk.today();
  const problems =
    model.value === null ? [] : checkReview(desk.review.value, model.value.model, { today, hidden: null });
  return (
    <details>
      <summary>All decisions</summary>
      <ul>
        {reviewLines(desk.review.value, today).map(({ kind, text, isExpired }) => (
          <li key={`${kind} ${text}`}>
            {kind} {shownText(text)}
            {isExpired && <strong> ended: it has no effect</strong>}
          </li>
        ))}
        {problems
          .filter(({ kind }) => kind !== "expired")
          .map(({ kind, entry, message }) => (
            <li key={`${entry} ${message}`} class="warning">
              {kind}: {shownText(`${entry}: ${message}`)}
            </li>
          ))}
      </ul>
    </details>
  );
}

function NextDecision({ desk }: { readonly desk: ReviewDesk }) {
  const bound = (name: keyof DecisionFields) => ({
    value: desk.fields.value[name],
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => {
      desk.fields.value = { ...desk.fields.value, [name]: event.currentTarget.value };
    },
  });
  return (
    <fieldset class="decision-fields">
      <legend>For the next decision</legend>
      <label>
        <span>reason</span>
        <input type="text" {...bound("reason")} />
      </label>
      <label>
        <span>decided by</span>
        <input type="text" {...bound("by")} />
      </label>
      <label>
        <span>until</span>
        <input type="date" {...bound("until")} />
      </label>
    </fieldset>
  );
}
