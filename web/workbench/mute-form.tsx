/**
 * Passes a suspect over from now on: everywhere, or where another feature has the value that it has in this row. Or a
 * note on it.
 */
import { useState } from "preact/hooks";
import { describeReading } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report, ReportCard } from "../../src/report/report.js";
import { valuesOf, type Workbench } from "../steps/workbench.js";

interface MuteFormProps {
  readonly card: ReportCard;
  readonly report: Report;
  readonly workbench: Workbench;
}

const EVERYWHERE = "";

export function MuteForm({ card, report, workbench }: MuteFormProps) {
  const suspects = card.explanation.features.filter(({ rule, expected }) => rule !== null || expected !== null);
  const [where, setWhere] = useState(EVERYWHERE);
  const [note, setNote] = useState("");
  if (suspects.length === 0) return null;
  const values = valuesOf(card, report);
  const places = [...values].filter(
    ([name, value]) => typeof value === "string" && !suspects.some(({ feature }) => feature === name),
  );
  const when = where === EVERYWHERE ? [] : [{ feature: where, in: [values.get(where) as string] }];
  return (
    <div class="mute-form buttons">
      {suspects.map(({ feature }) => (
        <button key={feature} type="button" onClick={() => workbench.mute(feature, when)}>
          Mute <bdi>{shownText(feature)}</bdi>
        </button>
      ))}
      <label>
        <span>where</span>
        <select value={where} onChange={(event) => setWhere(event.currentTarget.value)}>
          <option value={EVERYWHERE}>everywhere</option>
          {places.map(([name, value]) => (
            <option key={name} value={name}>
              {shownText(describeReading(name, value))}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>note</span>
        <input type="text" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      {suspects.map(({ feature }) => (
        <button
          key={feature}
          type="button"
          disabled={note.trim() === ""}
          onClick={() => {
            workbench.desk.note(feature, note.trim());
            setNote("");
          }}
        >
          Note on <bdi>{shownText(feature)}</bdi>
        </button>
      ))}
    </div>
  );
}
