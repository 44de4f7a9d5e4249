/** What a report says as a whole: how many rows, what is wrong with them and by which rules, which features are blamed most, and when. */
import { useState } from "preact/hooks";
import { formatCount, formatCountOf } from "../../src/core/presentation/format-number.js";
import { describeKind } from "../../src/core/presentation/summary.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report, ReportSymptom } from "../../src/report/report.js";
import { wrongWords } from "../../src/report/symptom.js";
import { type CardFilter, ruleName } from "./find-cards.js";
import { Name } from "./finding-text.js";
import { TimeLine } from "./time-line.js";

export interface OverviewProps {
  readonly report: Report;
  readonly filter: CardFilter;
  readonly onFilter: (change: Partial<CardFilter>) => void;
}

export function Overview({ report, filter, onFilter }: OverviewProps) {
  return (
    <div class="overview">
      <Figures report={report} />
      <Symptoms report={report} filter={filter} onFilter={onFilter} />
      <Suspects report={report} filter={filter} onFilter={onFilter} />
      {report.time !== null && <TimeLine report={report} />}
    </div>
  );
}

function Figures({ report }: { readonly report: Report }) {
  const { explained, leftOut, strange, symptoms, suspects, learningRows } = report;
  const wrong = symptoms.filter(({ kind }) => kind === "cause").length;
  const figures = [
    { count: explained, words: explained === 1 ? "row explained" : "rows explained" },
    ...(leftOut === 0 ? [] : [{ count: leftOut, words: "less strange, left out" }]),
    { count: strange, words: "clearly strange" },
    { count: wrong, words: wrong === 1 ? "thing wrong" : "different things wrong" },
    { count: suspects.length, words: `of ${report.features.length} features blamed` },
    { count: learningRows, words: "normal rows to compare with" },
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
        onClick={() => onFilter({ symptom: filter.symptom === place ? null : place, rule: null })}
      >
        <span class="count">{formatCount(symptom.count)}</span>
        <SymptomWords symptom={symptom} report={report} />
      </button>
      {filter.symptom === place && symptom.kind === "cause" && (
        <Rules symptom={symptom} report={report} filter={filter} onFilter={onFilter} />
      )}
    </li>
  );
  return (
    <section class="panel" aria-label="What is wrong">
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

/** The rules by which rows with this symptom are wrong, each with its rows. */
function Rules({ symptom, report, filter, onFilter }: OverviewProps & { readonly symptom: ReportSymptom }) {
  const [isWhole, setWhole] = useState(false);
  const rules = countRules(symptom, report);
  const shown = isWhole ? rules : rules.slice(0, FEW_RULES);
  return (
    <ol class="groups rules-below" aria-label="Why">
      {shown.map(({ rule, count }) => (
        <li key={rule}>
          <button
            type="button"
            class="choice"
            aria-pressed={filter.rule === rule}
            onClick={() => onFilter({ rule: filter.rule === rule ? null : rule })}
          >
            <span class="count">{formatCount(count)}</span>
            <span class="group-words">
              <bdi>{rule}</bdi>
            </span>
          </button>
        </li>
      ))}
      {rules.length > shown.length && (
        <li>
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            Show all {formatCount(rules.length)} rules
          </button>
        </li>
      )}
    </ol>
  );
}

/** Most rows first, of equal ones as the report has them. */
function countRules({ groups }: ReportSymptom, report: Report): { readonly rule: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { group, count } of groups) {
    const rule = ruleName(report.groups[group]!);
    counts.set(rule, (counts.get(rule) ?? 0) + count);
  }
  return [...counts].map(([rule, count]) => ({ rule, count })).sort((a, b) => b.count - a.count);
}

/** "Outflow too low", or what is said of rows without a cause. */
export function symptomName(symptom: ReportSymptom): string {
  const { kind, feature, count } = symptom;
  if (kind !== "cause" || feature === null)
    return `${count === 1 ? "row" : "rows"} ${kind === "cause" ? "" : describeKind(kind, count)}`;
  return `${shownText(feature)} ${wrongWords(symptom)}`;
}

function SymptomWords({ symptom, report }: { readonly symptom: ReportSymptom; readonly report: Report }) {
  const { kind, feature } = symptom;
  if (kind !== "cause" || feature === null) return <span class="group-words soft">{symptomName(symptom)}</span>;
  const [first, ...others] = countRules(symptom, report);
  return (
    <span class="group-words">
      <span>
        <Name text={feature} /> {wrongWords(symptom)}
      </span>
      <span class="soft">
        <bdi>{first!.rule}</bdi>
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
    <section class="panel" aria-label="Most blamed">
      <h2>Most blamed</h2>
      <ol class="suspects">
        {shown.map(({ feature, count }, place) => (
          <li key={feature}>
            <button
              type="button"
              class="choice"
              aria-pressed={filter.feature === feature}
              onClick={() => onFilter({ feature: filter.feature === feature ? null : feature })}
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
        <p class="soft">and {report.suspects.length - shown.length} features more</p>
      )}
    </section>
  );
}
