/** On paper every card that the filters leave is shown, not only the chosen one. They are made when printing begins. */
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { formatCountOf } from "../../src/core/presenting/format-number.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { ReportCard } from "../../src/report/report.js";
import { Card } from "./card.js";

const MOST_PRINTED = 200;

export function usePrintedCards(cards: readonly ReportCard[], normal: NormalRows): void {
  useEffect(() => {
    const place = document.createElement("div");
    place.className = "printed";
    document.body.append(place);
    const before = (): void => render(<PrintedCards cards={cards} normal={normal} />, place);
    const after = (): void => render(null, place);
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
      render(null, place);
      place.remove();
    };
  }, [cards, normal]);
}

function PrintedCards({ cards, normal }: { readonly cards: readonly ReportCard[]; readonly normal: NormalRows }) {
  return (
    <>
      {cards.slice(0, MOST_PRINTED).map((card) => (
        <Card key={card.explanation.row} card={card} normal={normal} />
      ))}
      {cards.length > MOST_PRINTED && (
        <p>
          {formatCountOf(cards.length - MOST_PRINTED, "more card is", "more cards are")} not printed. Filter them on
          screen, then print again.
        </p>
      )}
    </>
  );
}
