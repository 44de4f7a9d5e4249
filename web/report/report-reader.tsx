/** A report to look at: the overview, the list of anomalies with search and filters, and the card of the chosen one. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { visibleText } from "../../src/core/base/index.js";
import { formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report, ReportCard, ReportIncident } from "../../src/report/report.js";
import { AnomalyList } from "../explanations/anomaly-list.js";
import { Card } from "../explanations/card.js";
import {
  type CardFilter,
  changeFilter,
  countRows,
  findCards,
  isFiltered,
  isSearched,
  NO_FILTER,
  ruleName,
  type Sort,
} from "../explanations/find-cards.js";
import { formatRange, isOfOtherZone } from "../explanations/moments.js";
import { Overview, symptomName } from "../explanations/overview.js";
import { Examples, UnshownRows } from "../explanations/without-cards.js";
import { IncidentSection } from "../incidents/incident-section.js";
import { usePrintedCards } from "./printed-cards.js";

interface ReportReaderProps {
  readonly report: Report;
  /** Takes a row to where it can be changed; absent where there is no such place. */
  readonly onEdit?: (card: ReportCard) => void;
  /** What else is shown with a row; absent: nothing. */
  readonly more?: (card: ReportCard) => ComponentChildren;
  /** The row to begin with; absent or null: the first. */
  readonly selectedRow?: number | null;
  /** Told which row is looked at; null: none. */
  readonly onSelect?: (card: ReportCard | null) => void;
}

export function ReportReader({ report, onEdit, more, selectedRow = null, onSelect }: ReportReaderProps) {
  const [filter, setFilter] = useState<CardFilter>(NO_FILTER);
  const cards = useMemo(() => findCards(report, filter), [report, filter]);
  const rows = useMemo(() => countRows(report, filter), [report, filter]);
  const { chosen, isOpen, setOpen, setChosen, choose, reader } = useChosenCard(cards, selectedRow);
  useEffect(() => onSelect?.(chosen), [chosen]);
  const change = (part: Partial<CardFilter>): void => setFilter(changeFilter(filter, part));
  const clear = (): void => change({ ...NO_FILTER, sort: filter.sort });
  useKeys({ cards, chosen, choose: setChosen, clear });
  usePrintedCards(cards, report, filter);
  /** The rows of an incident, one of them in particular; without a card it can only be named. */
  const showRows = (incident: number | null, row: number | null): void => {
    const next = changeFilter({ ...filter, search: "" }, { incident });
    const card = report.cards.find(({ explanation }) => explanation.row === row);
    setFilter(card === undefined && incident === null ? { ...NO_FILTER, search: `row ${row}` } : next);
    if (card !== undefined) choose(card);
    else setOpen(false);
    reader.current?.scrollIntoView({ block: "start" });
  };
  const hasOnlyExamples = cards.length === 0 && rows > 0 && !isSearched(filter);
  return (
    <div class="report">
      <Overview report={report} filter={filter} onFilter={change} />
      <Toolbar report={report} filter={filter} rows={rows} shown={cards.length} onFilter={change} onClear={clear} />
      {report.unreadTimes !== null && <UnreadTimes words={report.unreadTimes} />}
      <OtherZone cards={report.cards} />
      <IncidentPart report={report} search={filter.search} onShow={showRows} />
      <div class={`reader ${isOpen ? "is-open" : ""}`} ref={reader}>
        <nav class="reader-list" aria-label="Anomalies">
          {cards.length > 0 && <AnomalyList cards={cards} normal={report} chosen={chosen} onChoose={choose} />}
          {cards.length === 0 && !hasOnlyExamples && <NoRows report={report} onClear={clear} />}
          <UnshownRows report={report} filter={filter} rows={rows} shown={cards.length} />
        </nav>
        <section class={`reader-card ${hasOnlyExamples ? "is-alone" : ""}`} aria-label="Explanation">
          <button type="button" class="quiet back" onClick={() => setOpen(false)}>
            ← All anomalies
          </button>
          {hasOnlyExamples && <Examples report={report} filter={filter} rows={rows} />}
          {chosen !== null && (
            <Card
              card={chosen}
              normal={report}
              key={chosen.explanation.row}
              {...(onEdit === undefined ? {} : { onEdit })}
            >
              {more?.(chosen)}
            </Card>
          )}
        </section>
      </div>
      <p class="keys soft">
        Keys: <kbd>j</kbd> <kbd>k</kbd> next and previous row, <kbd>/</kbd> search, <kbd>Esc</kbd> clear filters.
      </p>
    </div>
  );
}

/** Which card is looked at: the wanted one, or the first; on a phone it is opened in place of the list. */
function useChosenCard(cards: readonly ReportCard[], selectedRow: number | null) {
  const [wanted, setWanted] = useState<number | null>(selectedRow);
  const [isOpen, setOpen] = useState(false);
  const reader = useRef<HTMLDivElement>(null);
  const chosen = cards.find(({ explanation }) => explanation.row === wanted) ?? cards[0] ?? null;
  const setChosen = (card: ReportCard): void => setWanted(card.explanation.row);
  const choose = (card: ReportCard): void => {
    setChosen(card);
    setOpen(true);
  };
  useEffect(() => {
    // On a phone the card takes the place of the list: begin at its top, and come back to the list's.
    if (window.matchMedia("(max-width: 760px)").matches && wanted !== null) reader.current?.scrollIntoView();
  }, [isOpen]);
  return { chosen, isOpen, setOpen, setChosen, choose, reader };
}

interface IncidentPartProps {
  readonly report: Report;
  readonly search: string;
  /** The rows of an incident, or one row. */
  readonly onShow: (incident: number | null, row: number | null) => void;
}

/** What happened over time, or why that cannot be told; nothing where there is nothing strange. */
function IncidentPart({ report, search, onShow }: IncidentPartProps) {
  const { incidents } = report;
  if (incidents === null) return report.strange > 1 ? <WithoutIncidents report={report} /> : null;
  if (incidents.counts.rows === 0) return null;
  return (
    <IncidentSection
      report={report}
      incidents={incidents}
      search={search}
      onRow={(row) => onShow(null, row)}
      onRows={(place) => onShow(place, null)}
    />
  );
}

/** Times of rows with an offset stand as they are written; all others are UTC, which is another clock then. */
function OtherZone({ cards }: Pick<Report, "cards">) {
  const written = useMemo(
    () => cards.map(({ explanation }) => explanation.time ?? "").find((time) => isOfOtherZone(time)),
    [cards],
  );
  if (written === undefined) return null;
  return (
    <p class="soft note other-zone">
      <strong>Times in UTC.</strong> Incidents, axes and searches tell them so; rows tell theirs as they are written,
      such as <bdi>{visibleText(written)}</bdi>.
    </p>
  );
}

/** Which cells of the column that says when were no moments. */
function UnreadTimes({ words }: { readonly words: string }) {
  return (
    <p class="soft note unread-times">
      <strong>Times that cannot be read:</strong> {words}. These rows have no place in time, so incidents and the time
      line tell them apart from the others.
    </p>
  );
}

/** Why rows are not told as incidents, and what to do about it. */
function WithoutIncidents({ report }: { readonly report: Report }) {
  return (
    <p class="soft note without-incidents">
      <strong>No incidents.</strong>{" "}
      {report.isUnordered ? (
        <>
          The rows come in no order of time, and it is not known how far apart they usually are. Say how far rows of one
          incident may be apart: <code>--gap 10m</code>.
        </>
      ) : (
        <>
          Nothing says when rows were, so each stands by itself. Name the column of times: <code>--time</code>; or,
          where rows follow one another, say how far apart those of one incident may be: <code>--gap "10 rows"</code>.
        </>
      )}
    </p>
  );
}

function NoRows({ report, onClear }: { readonly report: Report; readonly onClear: () => void }) {
  if (report.explained === 0) return <p class="empty">There were no rows to explain.</p>;
  return (
    <p class="empty">
      No row matches.{" "}
      <button type="button" class="quiet" onClick={onClear}>
        Show all rows
      </button>
    </p>
  );
}

interface ToolbarProps {
  readonly report: Report;
  readonly filter: CardFilter;
  /** Rows that the filters leave, the search aside, and cards that are listed. */
  readonly rows: number;
  readonly shown: number;
  readonly onFilter: (change: Partial<CardFilter>) => void;
  readonly onClear: () => void;
}

const SEARCH_ID = "search-rows";

function Toolbar({ report, filter, rows, shown, onFilter, onClear }: ToolbarProps) {
  const { suspects, symptoms, causes } = report;
  const symptom = filter.symptom === null ? undefined : symptoms[filter.symptom];
  return (
    <search class="toolbar">
      <input
        id={SEARCH_ID}
        type="search"
        placeholder="Search rows, values, rules, times"
        aria-label="Search rows, values, rules"
        value={filter.search}
        onInput={(event) => onFilter({ search: event.currentTarget.value })}
      />
      <label>
        <span>First suspect</span>
        <select
          value={filter.suspect ?? ""}
          onChange={(event) => onFilter({ suspect: event.currentTarget.value || null })}
        >
          <option value="">any</option>
          {suspects.map(({ feature, count }) => (
            <option key={feature} value={feature}>
              {shownText(feature)} ({formatCount(count)})
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Sort by</span>
        <select value={filter.sort} onChange={(event) => onFilter({ sort: event.currentTarget.value as Sort })}>
          <option value="strength">strength</option>
          <option value="row">row</option>
        </select>
      </label>
      {symptom !== undefined && (
        <Chip words={symptomName(symptom)} onRemove={() => onFilter({ symptom: null, cause: null })} />
      )}
      {filter.cause !== null && (
        <Chip words={ruleName(causes[filter.cause]!)} onRemove={() => onFilter({ cause: null })} />
      )}
      {filter.incident !== null && (
        <Chip
          words={incidentName(report.incidents!.shown[filter.incident]!)}
          onRemove={() => onFilter({ incident: null })}
        />
      )}
      {filter.range !== null && <Chip words={formatRange(filter.range)} onRemove={() => onFilter({ range: null })} />}
      {isFiltered(filter) && (
        <button type="button" class="quiet" onClick={onClear}>
          Clear
        </button>
      )}
      <output class="soft">{describeCount(report, filter, { rows, shown })}</output>
    </search>
  );
}

function incidentName({ incident }: ReportIncident): string {
  return `Incident ${incident.incident}: ${shownText(incident.what)}`;
}

/** "345 of 21,600 rows, 60 with a card"; a search finds cards. */
function describeCount(
  { cards, explained }: Report,
  filter: CardFilter,
  { rows, shown }: { readonly rows: number; readonly shown: number },
): string {
  if (isSearched(filter) && cards.length < explained)
    return `${formatCount(shown)} of ${formatCountOf(cards.length, "card")}`;
  if (isSearched(filter)) return `${formatCount(shown)} of ${formatCountOf(explained, "row")}`;
  const without = shown < rows ? `, ${formatCount(shown)} with a card` : "";
  return `${formatCount(rows)} of ${formatCountOf(explained, "row")}${without}`;
}

/** A filter that is at work; it goes when it is pressed. */
function Chip({ words, onRemove }: { readonly words: string; readonly onRemove: () => void }) {
  return (
    <button type="button" class="chip" onClick={onRemove}>
      <bdi>{words}</bdi> <span aria-hidden="true">×</span>
      <span class="unseen">remove this filter</span>
    </button>
  );
}

interface KeyActions {
  readonly cards: readonly ReportCard[];
  readonly chosen: ReportCard | null;
  readonly choose: (card: ReportCard) => void;
  readonly clear: () => void;
}

function useKeys({ cards, chosen, choose, clear }: KeyActions): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      const search = document.getElementById(SEARCH_ID) as HTMLInputElement | null;
      if (event.key === "Escape") {
        clear();
        search?.blur();
      }
      if (target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
      const step = stepOf(event.key, target);
      if (step !== 0 && cards.length > 0) {
        const at = chosen === null ? 0 : cards.indexOf(chosen);
        choose(cards[Math.min(cards.length - 1, Math.max(0, at + step))]!);
        event.preventDefault();
      } else if (event.key === "/") {
        search?.focus();
        event.preventDefault();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [cards, chosen, choose, clear]);
}

/** Arrows move only in the list; elsewhere they scroll. */
function stepOf(key: string, target: HTMLElement): number {
  if (key === "j") return 1;
  if (key === "k") return -1;
  if (target.closest(".anomalies") === null) return 0;
  return key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
}
