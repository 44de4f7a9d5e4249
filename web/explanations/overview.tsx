/** What a report says as a whole: how many rows, which causes come again, which features are blamed most, and when. */
import { useState } from "preact/hooks";
import { formatCount } from "../../src/core/presentation/format-number.js";
import { countCauses, describeKind } from "../../src/core/presentation/summary.js";
import { shownRule, shownText } from "../../src/report/expected-text.js";
import type { Report, ReportGroup } from "../../src/report/report.js";
import type { CardFilter } from "./find-cards.js";
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
      <Groups report={report} filter={filter} onFilter={onFilter} />
      <Suspects report={report} filter={filter} onFilter={onFilter} />
      {report.time !== null && <TimeLine report={report} />}
    </div>
  );
}

function Figures({ report }: { readonly report: Report }) {
  const { explained, leftOut, strange, groups, suspects, learningRows } = report;
  const figures = [
    { count: explained, words: explained === 1 ? "row explained" : "rows explained" },
    ...(leftOut === 0 ? [] : [{ count: leftOut, words: "less strange, left out" }]),
    { count: strange, words: "clearly strange" },
    { count: countCauses(groups), words: countCauses(groups) === 1 ? "cause" : "different causes" },
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

const FEW_GROUPS = 5;

function Groups({ report, filter, onFilter }: OverviewProps) {
  const [isWhole, setWhole] = useState(false);
  const groups = report.groups.map((group, place) => ({ group, place }));
  const causes = groups.filter(({ group }) => group.kind === "cause");
  const others = groups.filter(({ group }) => group.kind !== "cause");
  const shown = isWhole ? causes.slice(0, 200) : causes.slice(0, FEW_GROUPS);
  if (groups.length === 0) return null;
  const lineOf = ({ group, place }: (typeof groups)[number]) => (
    <li key={place}>
      <button
        type="button"
        class="choice"
        aria-pressed={filter.group === place}
        onClick={() => onFilter({ group: filter.group === place ? null : place })}
      >
        <span class="count">{formatCount(group.count)}</span>
        <GroupWords group={group} />
      </button>
    </li>
  );
  return (
    <section class="panel" aria-label="Same cause">
      <h2>{causes.length === 0 ? "No cause found" : "Same cause"}</h2>
      {shown.length > 0 && <ol class="groups">{shown.map(lineOf)}</ol>}
      {causes.length > shown.length && !isWhole && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show {formatCount(Math.min(200, causes.length))} causes
        </button>
      )}
      {others.length > 0 && <ul class="groups no-cause">{others.map(lineOf)}</ul>}
    </section>
  );
}

/** "motor_temp_c · flow_lpm", or that these rows have no cause. */
export function groupName({ kind, count, features }: ReportGroup): string {
  if (kind !== "cause") return `${count === 1 ? "row" : "rows"} ${describeKind(kind, count)}`;
  return features.map(shownText).join(", ");
}

function GroupWords({ group }: { readonly group: ReportGroup }) {
  if (group.kind !== "cause") return <span class="group-words soft">{groupName(group)}</span>;
  return (
    <span class="group-words">
      <span>
        {group.features.slice(0, 4).map((feature, place) => (
          <span key={feature}>
            {place > 0 && " · "}
            <Name text={feature} />
          </span>
        ))}
        {group.features.length > 4 && ` and ${group.features.length - 4} more`}
      </span>
      <bdi class="soft">{group.rule === null ? "unlike the most similar normal rows" : shownRule(group.rule.text)}</bdi>
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
