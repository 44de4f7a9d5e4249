/** What a row is called besides its number: its identifiers, when it was, and of several files which it is from. */
import { visibleText } from "../../src/core/base/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { ReportCard } from "../../src/report/report.js";
import { formatMoment } from "./moments.js";

export function RowNames({ card: { explanation, time } }: { readonly card: ReportCard }) {
  const { id = {}, time: written = null, source } = explanation;
  return (
    <>
      {Object.entries(id).map(([column, value]) => (
        <span key={column} class="row-name">
          <bdi>{shownText(column)}</bdi>{" "}
          <bdi class="row-id">{value === null ? "missing" : shownText(String(value))}</bdi>
        </span>
      ))}
      {(time !== null || written !== null) && (
        <time {...(time === null ? {} : { dateTime: new Date(time).toISOString() })}>
          <bdi>{shownMoment(time, written)}</bdi>
        </time>
      )}
      {source !== undefined && (
        <span class="row-name">
          row {source.row} of <bdi>{shownText(source.file)}</bdi>
        </span>
      )}
    </>
  );
}

/** As in the input; what the input held as a moment has no writing, and gets the shortest. */
function shownMoment(time: number | null, written: string | null): string {
  if (time !== null && (written === null || written === new Date(time).toISOString())) return formatMoment(time);
  return visibleText(written ?? "");
}
