/**
 * What a report says as a whole: how many rows, what is wrong with them and by which rules, which features are blamed
 * most, and when.
 */
import { useState } from "preact/hooks";
import { describeKind, formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report, ReportCause, ReportSymptom } from "../../src/report/report.js";
import { wrongWords } from "../../src/report/symptom.js";
import { type CardFilter, ruleName } from "./find-cards.js";
import { Name } from "./finding-text.js";
import { TimeLine } from "./time-line.js";
import { WithoutCards } from "./without-cards.js";

interface OverviewProps {
  readonly report: Report;
  readonly filter: CardFilter;
  readonly onFilter: (change: Partial<CardFilter>) => void;
}

export function Overview({ report, filter, onFilter }: OverviewProps) {
  return (
    <div class="overview">
      <Figures report={report} />
      <WithoutCards report={report} />
      <Symptoms report={report} filter={filter} onFilter={onFilter} />
      <Suspects report={report} filter={filter} onFilter={onFilter} />
      {report.time !== null && <TimeLine report={report} filter={filter} onFilter={onFilter} />}
    </div>
  );
}

function Figures({ report }: { readonly report: Report }) {
  const { explained, leftOut, strange, symptoms, suspects, learningRows } = report;
  const wrong = symptoms.filter(({ kind }) => kind === "cause").length;
  const { incidents } = report;
  const happened = incidents === null || incidents.counts.rows === 0 ? null : incidents.counts.incidents;
  const figures = [
    ...(happened === null ? [] : [{ count: happened, words: happened === 1 ? "incident" : "incidents" }]),
    { count: explained, words: explained === 1 ? "row explained" : "rows explained" },
    ...(leftOut === 0 ? [] : [{ count: leftOut, words: "less strange, left out" }]),
    { count: strange, words: "strange" },
    { count: wrong, words: wrong === 1 ? "thing wrong" : "different things wrong" },
    { count: suspects.length, words: `of ${formatCountOf(report.features.length, "feature")} blamed` },
    { count: learningRows, words: `${learningRows === 1 ? "normal row" : "normal rows"} learnt from` },
  ];
  return (
    <ul class="figures">
      {figures.map(({ count, words }) => (
        <li key={words}>
          <strong>{formatCount(count)}</strong> {words}
        </li>
      ))}
    </ul>
  );
}

const FEW_SYMPTOMS = 8;
/** Rules listed below a symptom at first. */
const FEW_RULES = 5;

function Symptoms({ report, filter, onFilter }: OverviewProps) {
  const [isWhole, setWhole] = useState(false);
  const all = report.symptoms.map((symptom, place) => ({ symptom, place }));
  const causes = all.filter(({ symptom }) => symptom.kind === "cause");
  const others = all.filter(({ symptom }) => symptom.kind !== "cause");
  const shown = isWhole ? causes : causes.slice(0, FEW_SYMPTOMS);
  if (all.length === 0) return null;
  const lineOf = ({ symptom, place }: (typeof all)[number]) => (
    <li key={place}>
      <button
        type="button"
        class="choice"
        aria-pressed={filter.symptom === place}
        onClick={() => onFilter({ symptom: filter.symptom === place ? null : place, cause: null })}
      >
        <span class="count">{formatCount(symptom.count)}</span>
        <SymptomWords symptom={symptom} causes={causesOf(report, place)} />
      </button>
      {filter.symptom === place && symptom.kind === "cause" && (
        <Rules causes={causesOf(report, place)} filter={filter} onFilter={onFilter} />
      )}
    </li>
  );
  return (
    <section class="panel" aria-label="What is wrong" style={countWidth(report.symptoms)}>
      <h2>{causes.length === 0 ? "Nothing found wrong" : "What is wrong"}</h2>
      {shown.length > 0 && <ol class="groups">{shown.map(lineOf)}</ol>}
      {causes.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show all {formatCount(causes.length)}
        </button>
      )}
      {others.length > 0 && <ul class="groups no-cause">{others.map(lineOf)}</ul>}
    </section>
  );
}

interface PlacedCause extends ReportCause {
  /** In the report's causes. */
  readonly place: number;
}

/** Most rows first. */
function causesOf({ causes }: Report, symptom: number): PlacedCause[] {
  return causes.flatMap((cause, place) => (cause.symptom === symptom ? [{ ...cause, place }] : []));
}

/** Room for the widest count, so that none is broken and all end below one another. */
function countWidth(counts: readonly { readonly count: number }[]): Record<string, string> {
  const widest = Math.max(...counts.map(({ count }) => formatCount(count).length));
  return { "--count-width": `${Math.max(3, widest)}ch` };
}

interface RulesProps extends Pick<OverviewProps, "filter" | "onFilter"> {
  readonly causes: readonly PlacedCause[];
}

/** The rules by which rows with a symptom are wrong, each with its rows. */
function Rules({ causes, filter, onFilter }: RulesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? causes : causes.slice(0, FEW_RULES);
  return (
    <ol class="groups rules-below" aria-label="Why">
      {shown.map(({ place, count, ...cause }) => (
        <li key={place}>
          <button
            type="button"
            class="choice"
            aria-pressed={filter.cause === place}
            onClick={() => onFilter({ cause: filter.cause === place ? null : place })}
          >
            <span class="count">{formatCount(count)}</span>
            <span class="group-words">
              <bdi>{ruleName(cause)}</bdi>
            </span>
          </button>
        </li>
      ))}
      {causes.length > shown.length && (
        <li>
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            Show all {formatCount(causes.length)} rules
          </button>
        </li>
      )}
    </ol>
  );
}

/** "Outflow too low", or what is said of rows without a cause. */
export function symptomName(symptom: ReportSymptom): string {
  const { kind, feature, count } = symptom;
  if (kind !== "cause" || feature === null)
    return `${count === 1 ? "row" : "rows"} ${kind === "cause" ? "" : describeKind(kind, count)}`;
  return `${shownText(suspectOf(symptom))} ${wrongWords(symptom)}`;
}

/** Where the past is suspect, the sensor: "Level rises too little". */
function suspectOf({ feature, sensor, wrong }: ReportSymptom): string {
  return (wrong === "past" ? sensor : feature) ?? "";
}

interface SymptomWordsProps {
  readonly symptom: ReportSymptom;
  readonly causes: readonly PlacedCause[];
}

function SymptomWords({ symptom, causes }: SymptomWordsProps) {
  const { kind, feature } = symptom;
  if (kind !== "cause" || feature === null) return <span class="group-words soft">{symptomName(symptom)}</span>;
  const [first, ...others] = causes;
  return (
    <span class="group-words">
      <span>
        <Name text={suspectOf(symptom)} /> {wrongWords(symptom)}
      </span>
      <span class="soft">
        <bdi>{ruleName(first!)}</bdi>
        {others.length > 0 && `, and ${formatCountOf(others.length, "other rule")}`}
      </span>
    </span>
  );
}

const FEW_SUSPECTS = 8;

function Suspects({ report, filter, onFilter }: OverviewProps) {
  const shown = report.suspects.slice(0, FEW_SUSPECTS);
  const most = shown[0]?.count ?? 1;
  if (shown.length === 0) return null;
  return (
    <section class="panel" aria-label="Most blamed" style={countWidth(shown)}>
      <h2>Most blamed</h2>
      <ol class="suspects">
        {shown.map(({ feature, count }, place) => (
          <li key={feature}>
            <button
              type="button"
              class="choice"
              aria-pressed={filter.suspect === feature}
              onClick={() => onFilter({ suspect: filter.suspect === feature ? null : feature })}
            >
              <Name text={feature} />
              <span class="track" aria-hidden="true">
                <span class={`series-${Math.min(place, 5)}`} style={{ width: `${(100 * count) / most}%` }} />
              </span>
              <span class="number">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ol>
      {report.suspects.length > shown.length && (
        <p class="soft">and {formatCountOf(report.suspects.length - shown.length, "other feature")}</p>
      )}
    </section>
  );
}
