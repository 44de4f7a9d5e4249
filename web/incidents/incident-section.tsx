/** The incidents of a report: all on one time line, in a list, one of them open; and what happens how often. */
import { useMemo, useState } from "preact/hooks";
import { describeMachine } from "../../src/core/incidents/index.js";
import { formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { formatGap } from "../../src/core/table/index.js";
import { shownRule, shownText } from "../../src/report/expected-text.js";
import type { Report, ReportCounts, ReportIncidents } from "../../src/report/report.js";
import { suspectColour } from "../explanations/suspect-colours.js";
import { findIncidents, mainSuspect, type PlacedIncident } from "./find-incidents.js";
import { IncidentCard } from "./incident-card.js";
import { IncidentLine } from "./incident-line.js";
import { basisWords, sizeWords, whenWords } from "./incident-words.js";

interface IncidentSectionProps {
  readonly report: Report;
  readonly incidents: ReportIncidents;
  readonly search: string;
  /** Shows a row, or the rows of an incident by its place. */
  readonly onRow: (row: number) => void;
  readonly onRows: (place: number) => void;
}

export function IncidentSection({ report, incidents, search, onRow, onRows }: IncidentSectionProps) {
  const [wanted, setChosen] = useState<number | null>(null);
  const found = useMemo(() => findIncidents(incidents, search), [incidents, search]);
  const chosen = found.find(({ place }) => place === wanted) ?? largestOf(found);
  const { axis, counts } = incidents;
  const isSearch = search.trim() !== "";
  return (
    <section class="panel incidents" aria-label="Incidents">
      <h2>{headingOf(counts.incidents, isSearch ? found.length : null)}</h2>
      <p class="soft note">
        <Basis incidents={incidents} />
        {isSearch && incidents.shown.length < counts.incidents && " Only these are searched."}
      </p>
      <IncidentLine
        report={report}
        incidents={incidents}
        found={found}
        chosen={chosen?.place ?? null}
        onChoose={setChosen}
      />
      {chosen !== null && (
        <div class="incident-reader">
          <ol class="incident-list">
            {found.map((each) => (
              <li key={each.place}>
                <button type="button" aria-current={each === chosen} onClick={() => setChosen(each.place)}>
                  <ListLine each={each} report={report} axis={axis} />
                </button>
              </li>
            ))}
          </ol>
          <IncidentCard
            key={chosen.place}
            each={chosen}
            axis={axis}
            normal={report}
            onRow={onRow}
            onRows={() => onRows(chosen.place)}
          />
        </div>
      )}
      {counts.incidents > 1 && (
        <>
          {isSearch && <p class="soft note">Of all {formatCountOf(counts.incidents, "incident")}:</p>}
          <div class="how-often">
            <HowOften title="Main suspects" counts={incidents.features} show={shownText} />
            <HowOften title="Rules that say it best" counts={incidents.rules} show={shownRule} />
          </div>
        </>
      )}
    </section>
  );
}

/** "257 incidents"; of a search "12 of 257 incidents". */
function headingOf(all: number, found: number | null): string {
  if (all === 0) return "No incident";
  return found === null ? formatCountOf(all, "incident") : `${formatCount(found)} of ${formatCountOf(all, "incident")}`;
}

/** Most rows; of equal ones the first. */
function largestOf(found: readonly PlacedIncident[]): PlacedIncident | null {
  return found.reduce<PlacedIncident | null>(
    (most, next) => (most === null || next.incident.count > most.incident.count ? next : most),
    null,
  );
}

/** What is counted as one. */
function Basis({ incidents: { axis, by, gap, counts, shown } }: { readonly incidents: ReportIncidents }) {
  const apart =
    gap === null
      ? ""
      : `, no further apart than ${formatGap({ unit: axis === "time" ? "time" : "rows", length: gap })}`;
  return (
    <>
      {basisWords(counts)}: rows with the same cause
      {by !== null && (
        <>
          {" "}
          and the same <bdi>{shownText(by)}</bdi>
        </>
      )}
      {apart}.
      {counts.passedOver > 0 && ` ${formatCountOf(counts.passedOver, "strange row is", "strange rows are")} in none.`}
      {counts.timeless > 0 && ` ${formatCountOf(counts.timeless, "strange row has", "strange rows have")} no time.`}
      {shown.length < counts.incidents &&
        ` ${formatCountOf(shown.length, "incident is", "incidents are")} shown, the worst of each kind and of all the time; all are counted.`}
    </>
  );
}

interface ListLineProps {
  readonly each: PlacedIncident;
  readonly report: Report;
  readonly axis: ReportIncidents["axis"];
}

function ListLine({ each, report, axis }: ListLineProps) {
  const colour = suspectColour(report, mainSuspect(each));
  const machine = describeMachine(each.incident, shownText);
  return (
    <>
      <span class="line-head">
        <span>{whenWords(each, axis)}</span>
        {machine !== "" && <bdi>{machine}</bdi>}
      </span>
      <span class="line-finding">
        <span class={`key series-${colour}`} aria-hidden="true" />
        <bdi>{shownText(each.incident.what)}</bdi>
      </span>
      <span class="line-others">{sizeWords(each, axis)}</span>
    </>
  );
}

const FEW = 5;

interface HowOftenProps {
  readonly title: string;
  readonly counts: readonly ReportCounts[];
  readonly show: (name: string) => string;
}

function HowOften({ title, counts, show }: HowOftenProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? counts : counts.slice(0, FEW);
  if (counts.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">incidents</th>
            <th scope="col">rows</th>
            <th scope="col">{title === "Main suspects" ? "suspect" : "rule"}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, incidents, rows }) => (
            <tr key={name}>
              <td class="number">{formatCount(incidents)}</td>
              <td class="number">{formatCount(rows)}</td>
              <td>
                <bdi>{show(name)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {counts.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show all {formatCount(counts.length)}
        </button>
      )}
    </section>
  );
}
