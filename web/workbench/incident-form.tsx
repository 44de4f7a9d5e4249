/** Says what is taken for one incident: the column that tells machines apart, and how far apart rows may be. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { shownText } from "../../src/report/expected-text.js";
import type { ChooseableColumn } from "../choosing/chooseable-columns.js";
import type { Workbench } from "../steps/workbench.js";
import type { IncidentChoice } from "../tasks/task.js";

interface IncidentFormProps {
  readonly workbench: Workbench;
  readonly columns: readonly ChooseableColumn[];
}

export function IncidentForm({ workbench, columns }: IncidentFormProps) {
  const { incidents, report } = workbench;
  const applied = incidents.value;
  const [draft, setDraft] = useState(applied);
  const sent = useRef(applied);
  // What was applied here is in the draft already, which may have been written on since.
  useLayoutEffect(() => {
    if (isSame(applied, sent.current)) return;
    sent.current = applied;
    setDraft(applied);
  }, [applied]);
  const apply = (choice: IncidentChoice): void => {
    sent.current = { ...choice, gap: choice.gap.trim() };
    setDraft(choice);
    workbench.chooseIncidents(sent.current);
  };
  const isApplied = isSame({ ...draft, gap: draft.gap.trim() }, applied);
  const isUnordered = report.value !== null && report.value.incidents === null;
  return (
    <form
      class="incident-form"
      aria-label="What is one incident"
      onSubmit={(event) => {
        event.preventDefault();
        apply(draft);
      }}
    >
      <label>
        <span>Incidents for each</span>
        <select value={draft.by} onChange={(event) => apply({ ...draft, by: event.currentTarget.value })}>
          <option value="">– all rows together</option>
          {columns.map(({ name }) => (
            <option key={name} value={name}>
              {shownText(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>rows at most</span>
        <input
          type="text"
          size={12}
          placeholder="found out"
          value={draft.gap}
          onInput={(event) => setDraft({ ...draft, gap: event.currentTarget.value })}
        />
        <span>apart</span>
      </label>
      <button type="submit" disabled={isApplied}>
        Apply
      </button>
      <small class="soft">
        {isUnordered
          ? "These rows stand in no known order. If they follow one another, say a gap such as 20 rows."
          : "A length of time such as 90s, 5m or 1h 30m, or a number of rows such as 20 rows."}
      </small>
    </form>
  );
}

function isSame(one: IncidentChoice, other: IncidentChoice): boolean {
  return one.by === other.by && one.gap === other.gap;
}
