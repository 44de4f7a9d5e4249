/** A report to look at: the overview, the list of anomalies with search and filters, and the card of the chosen one. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount, formatCountOf } from "../../src/core/presentation/format-number.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Report, ReportCard } from "../../src/report/report.js";
import { AnomalyList } from "./anomaly-list.js";
import { Card } from "./card.js";
import { type CardFilter, findCards, isFiltered, NO_FILTER, type Sort } from "./find-cards.js";
import { Overview, symptomName } from "./overview.js";
import { usePrintedCards } from "./printed-cards.js";

export interface ReportViewProps {
  readonly report: Report;
  /** Takes a row to where it can be changed; absent where there is no such place. */
  readonly onEdit?: (card: ReportCard) => void;
  /** What else is shown with a row; absent: nothing. */
  readonly more?: (card: ReportCard) => ComponentChildren;
}

export function ReportView({ report, onEdit, more }: ReportViewProps) {
  const [filter, setFilter] = useState<CardFilter>(NO_FILTER);
  const cards = useMemo(() => findCards(report, filter), [report, filter]);
  const [wanted, setChosen] = useState<ReportCard | null>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = wanted !== null && cards.includes(wanted) ? wanted : (cards[0] ?? null);
  const change = (part: Partial<CardFilter>): void => setFilter({ ...filter, ...part });
  const reader = useRef<HTMLDivElement>(null);
  const choose = (card: ReportCard): void => {
    setChosen(card);
    setOpen(true);
  };
  useEffect(() => {
    // On a phone the card takes the place of the list: begin at its top, and come back to the list's.
    if (window.matchMedia("(max-width: 760px)").matches && wanted !== null) reader.current?.scrollIntoView();
  }, [isOpen]);
  const clear = (): void => change({ ...NO_FILTER, sort: filter.sort });
  useKeys({ cards, chosen, choose: setChosen, clear });
  usePrintedCards(cards, report);
  return (
    <div class="report">
      <Overview report={report} filter={filter} onFilter={change} />
      <Toolbar report={report} filter={filter} shown={cards.length} onFilter={change} onClear={clear} />
      <div class={`reader ${isOpen ? "is-open" : ""}`} ref={reader}>
        <nav class="reader-list" aria-label="Anomalies">
          {cards.length === 0 ? (
            <p class="empty">
              {report.cards.length === 0 ? "There were no rows to explain." : "No row fits. Clear a filter above."}
            </p>
          ) : (
            <AnomalyList cards={cards} normal={report} chosen={chosen} onChoose={choose} />
          )}
        </nav>
        <section class="reader-card" aria-label="Explanation">
          <button type="button" class="quiet back" onClick={() => setOpen(false)}>
            ← All anomalies
          </button>
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

interface ToolbarProps {
  readonly report: Report;
  readonly filter: CardFilter;
  readonly shown: number;
  readonly onFilter: (change: Partial<CardFilter>) => void;
  readonly onClear: () => void;
}

const SEARCH_ID = "search-rows";

function Toolbar({ report, filter, shown, onFilter, onClear }: ToolbarProps) {
  const { cards, suspects, symptoms, explained } = report;
  const symptom = filter.symptom === null ? undefined : symptoms[filter.symptom];
  return (
    <search class="toolbar">
      <input
        id={SEARCH_ID}
        type="search"
        placeholder="Search rows, values, rules"
        aria-label="Search rows, values, rules"
        value={filter.search}
        onInput={(event) => onFilter({ search: event.currentTarget.value })}
      />
      <label>
        <span>Feature</span>
        <select
          value={filter.feature ?? ""}
          onChange={(event) => onFilter({ feature: event.currentTarget.value || null })}
        >
          <option value="">any</option>
          {suspects.map(({ feature, count }) => (
            <option key={feature} value={feature}>
              {shownText(feature)} ({count})
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
        <Chip words={symptomName(symptom)} onRemove={() => onFilter({ symptom: null, rule: null })} />
      )}
      {filter.rule !== null && <Chip words={filter.rule} onRemove={() => onFilter({ rule: null })} />}
      {isFiltered(filter) && (
        <button type="button" class="quiet" onClick={onClear}>
          Clear
        </button>
      )}
      <output class="soft">
        {formatCount(shown)} of {formatCountOf(cards.length, "row")}
        {explained > cards.length && ` (the strangest of ${formatCount(explained)})`}
      </output>
    </search>
  );
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
  useEffect(() => {
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
