/**
 * One incident: what is wrong and since when, the suspects, the rule that says it best, how it developed, and its worst
 * rows.
 */

import { describeMachine, type Incident, type IncidentPhase } from "../../src/core/incidents/index.js";
import { formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { Report, ReportIncident, ReportIncidents } from "../../src/report/report.js";
import { Name } from "../explanations/finding-text.js";
import { Sentence } from "../explanations/sentence.js";
import { StrengthTag } from "../explanations/strength.js";
import { RuleText } from "../explanations/suspect-block.js";
import { Evidence } from "../pictures/proof-picture.js";
import { momentWords, sizeWords, whenWords } from "./incident-words.js";
import { TrendPicture } from "./trend-picture.js";

interface IncidentCardProps {
  readonly each: ReportIncident;
  readonly axis: ReportIncidents["axis"];
  readonly normal: NormalRows & Pick<Report, "suspects">;
  /** Shows a row; absent on paper. */
  readonly onRow?: (row: number) => void;
  /** Shows all rows of it; absent on paper. */
  readonly onRows?: () => void;
}

export function IncidentCard({ each, axis, normal, onRow, onRows }: IncidentCardProps) {
  const { incident, trend } = each;
  const machine = describeMachine(incident, shownText);
  const [rule] = incident.rules;
  return (
    <article class="incident">
      <header class="card-head">
        <p class="card-row">
          <strong>Incident {incident.incident}</strong>
          {machine !== "" && <bdi class="row-id">{machine}</bdi>}
          <span>{whenWords(each, axis)}</span>
          <StrengthTag strength={incident.strength} normal={normal} />
        </p>
        <h3>
          <bdi>{shownText(each.incident.what)}</bdi> <span class="incident-size">{sizeWords(each, axis)}</span>
        </h3>
      </header>
      <div class={`incident-body ${trend === null ? "is-plain" : ""}`}>
        <div class="incident-words">
          <Suspects incident={incident} />
          {rule !== undefined && (
            <section aria-label="The rule that says it best">
              <RuleText rule={rule} />
              <p class="soft note">
                broken by {formatCountOf(rule.broken, "row")} of {formatCount(incident.count)}
              </p>
              <Evidence rule={rule} />
            </section>
          )}
          <Course phases={incident.phases} />
        </div>
        {trend !== null && <TrendPicture each={each} trend={trend} axis={axis} normal={normal} />}
      </div>
      <section class="worst-rows" aria-label="Worst rows">
        <h4>{incident.count === 1 ? "The row" : "Worst rows"}</h4>
        <ul>
          {incident.rows.map(({ row, time = null, text }) => (
            <li key={row}>
              {onRow === undefined ? (
                <strong>Row {row}</strong>
              ) : (
                <button type="button" class="quiet" onClick={() => onRow(row)}>
                  Row {row}
                </button>
              )}{" "}
              <bdi class="soft">{time === null ? "" : momentWords(time)}</bdi>
              <Sentence text={text} />
            </li>
          ))}
        </ul>
        {onRows !== undefined && incident.count > 1 && (
          <button type="button" onClick={onRows}>
            Show its {formatCountOf(incident.count, "row")}
          </button>
        )}
      </section>
    </article>
  );
}

const MOST_SUSPECTS = 4;

function Suspects({ incident: { features } }: { readonly incident: Incident }) {
  if (features.length === 0) return <p class="soft">Its rows are strange as a whole.</p>;
  const others = features.length - MOST_SUSPECTS;
  return (
    <ul class="incident-suspects" aria-label="Share of the blame">
      {features.slice(0, MOST_SUSPECTS).map(({ feature, share, leads }) => (
        <li key={feature}>
          <Name text={feature} />
          <span class="suspicion-track" aria-hidden="true">
            <span style={{ width: `${100 * share}%` }} />
          </span>
          <span class="number">{share < 0.005 ? "< 1" : Math.round(100 * share)} % of the blame</span>
          <span class="soft">{leads > 0 && `first in ${formatCountOf(leads, "row")}`}</span>
        </li>
      ))}
      {others > 0 && <li class="soft">and {formatCountOf(others, "other feature")}</li>}
    </ul>
  );
}

/** How it began and went on. */
function Course({ phases }: { readonly phases: readonly IncidentPhase[] }) {
  if (phases.length < 2) return null;
  return (
    <section aria-label="How it developed">
      <h4>How it developed</h4>
      <ol class="course">
        {phases.map(({ from, firstRow, text, count }) => (
          <li key={firstRow}>
            <bdi class="soft">{from === null ? `row ${firstRow}` : momentWords(from)}</bdi>
            <bdi>{shownText(text)}</bdi> <span class="soft">{formatCountOf(count, "row")}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
