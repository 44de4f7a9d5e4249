/** The incidents on paper: a line for each, and the worst of them whole. */
import { describeMachine } from "../../src/core/incidents/index.js";
import { formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report, ReportIncident, ReportIncidents } from "../../src/report/report.js";
import { IncidentCard } from "./incident-card.js";
import { whenWords } from "./incident-words.js";

/** Incidents listed, and printed whole. */
const MOST_LISTED = 60;
const MOST_WHOLE = 5;

export function PrintedIncidents({
  report,
  incidents,
}: {
  readonly report: Report;
  readonly incidents: ReportIncidents;
}) {
  const { shown, axis, counts } = incidents;
  if (shown.length === 0) return null;
  const worst = worstOf(shown);
  return (
    <section class="printed-incidents">
      <h2>{formatCountOf(counts.incidents, "incident")}</h2>
      <table>
        <thead>
          <tr>
            {["incident", "when", "what", "rows", "worst row"].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, MOST_LISTED).map((each) => (
            <tr key={each.incident.incident}>
              <td>{each.incident.incident}</td>
              <td>
                {whenWords(each, axis)} <bdi>{describeMachine(each.incident, shownText)}</bdi>
              </td>
              <td>
                <bdi>{shownText(each.incident.what)}</bdi>
              </td>
              <td class="number">{formatCount(each.incident.count)}</td>
              <td class="number">{each.incident.worstRow}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {counts.incidents > MOST_LISTED && <p>and {formatCount(counts.incidents - MOST_LISTED)} more</p>}
      {worst.map((each) => (
        <IncidentCard key={each.incident.incident} each={each} axis={axis} normal={report} />
      ))}
    </section>
  );
}

/** By strength, then by rows. */
function worstOf(shown: readonly ReportIncident[]): readonly ReportIncident[] {
  return [...shown]
    .sort((a, b) => (b.incident.strength ?? 0) - (a.incident.strength ?? 0) || b.incident.count - a.incident.count)
    .slice(0, MOST_WHOLE);
}
