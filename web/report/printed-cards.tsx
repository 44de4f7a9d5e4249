/**
 * What is on paper: the incidents in a table and the worst of them whole, then the worst rows. Cards that filters were
 * asked for are printed, too, but not hundreds of pages. They are made when printing begins.
 */
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { formatCountOf } from "../../src/core/presenting/index.js";
import type { Report, ReportCard } from "../../src/report/report.js";
import { Card } from "../explanations/card.js";
import { type CardFilter, isFiltered } from "../explanations/find-cards.js";
import { PrintedIncidents } from "../incidents/printed-incidents.js";

/** Cards printed of a whole report, and of what filters leave. */
const WORST_PRINTED = 10;
const MOST_PRINTED = 60;

export function usePrintedCards(cards: readonly ReportCard[], report: Report, filter: CardFilter): void {
  useLayoutEffect(() => {
    const place = document.createElement("div");
    place.className = "printed";
    document.body.append(place);
    const before = (): void =>
      render(<PrintedCards cards={cards} report={report} isFiltered={isFiltered(filter)} />, place);
    const after = (): void => render(null, place);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
      render(null, place);
      place.remove();
    };
  }, [cards, report, filter]);
}

interface PrintedCardsProps {
  readonly cards: readonly ReportCard[];
  readonly report: Report;
  readonly isFiltered: boolean;
}

function PrintedCards({ cards, report, isFiltered: wasAsked }: PrintedCardsProps) {
  const most = wasAsked ? MOST_PRINTED : WORST_PRINTED;
  return (
    <>
      {!wasAsked && report.incidents !== null && <PrintedIncidents report={report} incidents={report.incidents} />}
      {!wasAsked && cards.length > most && <h2>The worst rows</h2>}
      {cards.slice(0, most).map((card) => (
        <Card key={card.explanation.row} card={card} normal={report} />
      ))}
      {cards.length > most && (
        <p>
          {formatCountOf(cards.length - most, "more card is", "more cards are")} not printed. Filter them on screen,
          then print again.
        </p>
      )}
    </>
  );
}
