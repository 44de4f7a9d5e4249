/** All incidents on one time line: a lane for each of the most frequent main suspects, a bar for each incident. */
import { formatCount } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report, ReportIncidents } from "../../src/report/report.js";
import { roundStep } from "../../src/report/time-steps.js";
import { axisLabels } from "../explanations/moments.js";
import { COLOURS, OTHERS, suspectColour } from "../explanations/suspect-colours.js";
import { mainSuspect, type PlacedIncident } from "./find-incidents.js";
import { sizeWords, whenWords } from "./incident-words.js";

const TICKS = 6;

interface IncidentLineProps {
  readonly report: Report;
  readonly incidents: ReportIncidents;
  /** Those that the search leaves. */
  readonly found: readonly PlacedIncident[];
  readonly chosen: number | null;
  readonly onChoose: (place: number) => void;
}

interface Lane {
  readonly name: string;
  readonly colour: number;
  readonly bars: readonly PlacedIncident[];
}

export function IncidentLine({ report, incidents, found, chosen, onChoose }: IncidentLineProps) {
  const range = rangeOf(incidents);
  if (range === null) return null;
  const share = (place: number): number => (100 * (place - range.from)) / (range.to - range.from);
  return (
    <div class="incident-line">
      {lanesOf(report, found).map(({ name, colour, bars }) => (
        <div class="lane" key={name}>
          <bdi class="lane-name">{name}</bdi>
          <div class="lane-bars">
            {bars.map((each) => {
              const words = `Incident ${each.incident.incident}: ${shownText(each.incident.what)}, ${whenWords(each, incidents.axis)}, ${sizeWords(each, incidents.axis)}`;
              return (
                <button
                  type="button"
                  key={each.place}
                  class={`series-${colour}`}
                  style={{ left: `${share(each.from!)}%`, width: `${share(each.to!) - share(each.from!)}%` }}
                  title={words}
                  aria-label={words}
                  aria-pressed={each.place === chosen}
                  tabIndex={-1}
                  onClick={() => onChoose(each.place)}
                />
              );
            })}
          </div>
        </div>
      ))}
      <div class="lane" aria-hidden="true">
        <span class="lane-name" />
        <div class="lane-ticks">
          {ticksOf(range, incidents.axis).map(({ at, label }) => (
            <span key={at} class={edgeOf(share(at))} style={{ left: `${share(at)}%` }}>
              {label}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** A label near an end stays inside. */
function edgeOf(share: number): string {
  return share < 5 ? "at-start" : share > 95 ? "at-end" : "";
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangeOf({ shown }: ReportIncidents): Range | null {
  const placed = shown.filter(({ from }) => from !== null);
  if (placed.length === 0) return null;
  const from = Math.min(...placed.map((each) => each.from!));
  const to = Math.max(...placed.map((each) => each.to!));
  const margin = 0.01 * (to - from) || 1;
  return { from: from - margin, to: to + margin };
}

/** One for each suspect that has a colour, then one for the others, and one for incidents in which none stands out. */
function lanesOf(report: Report, found: readonly PlacedIncident[]): readonly Lane[] {
  const names = report.suspects.slice(0, COLOURS).map(({ feature }) => shownText(feature));
  const placed = found.filter(({ from }) => from !== null);
  return [...names, "other features", "none stands out"]
    .map((name, place) => {
      const colour = place < names.length ? place : place - names.length + OTHERS;
      return { name, colour, bars: placed.filter((each) => suspectColour(report, mainSuspect(each)) === colour) };
    })
    .filter(({ bars }) => bars.length > 0);
}

function ticksOf({ from, to }: Range, axis: ReportIncidents["axis"]): readonly { at: number; label: string }[] {
  const step = axis === "time" ? roundStep(to - from, TICKS) : roundCount((to - from) / TICKS);
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  const labels = axis === "time" ? axisLabels(ticks, step) : ticks.map((tick) => `row ${formatCount(tick)}`);
  return ticks.map((at, place) => ({ at, label: labels[place]! }));
}

/** 1, 2, 5, 10, 20, … */
function roundCount(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}
