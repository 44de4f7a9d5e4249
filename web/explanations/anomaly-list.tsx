/** The anomalies in a list: one line or two each, the chosen one marked. Arrow keys move the choice. */
import { useEffect, useRef, useState } from "preact/hooks";
import { formatCount, looksNormal } from "../../src/core/presenting/index.js";
import { shownCell, shownText } from "../../src/report/expected-text.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { ReportCard } from "../../src/report/report.js";
import { expectedText, Name } from "./finding-text.js";
import { RowNames } from "./row-names.js";
import { withoutSuspect } from "./strength.js";

const PAGE = 200;

interface AnomalyListProps {
  readonly cards: readonly ReportCard[];
  readonly normal: NormalRows;
  readonly chosen: ReportCard | null;
  readonly onChoose: (card: ReportCard) => void;
}

export function AnomalyList({ cards, normal, chosen, onChoose }: AnomalyListProps) {
  const [limit, setLimit] = useState(PAGE);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (line) scrollWithin(list.current!.parentElement!, line);
  }, [chosen]);
  return (
    <ol class="anomalies" ref={list}>
      {cards.slice(0, limit).map((card) => (
        <li key={card.explanation.row}>
          <button type="button" aria-current={card === chosen} onClick={() => onChoose(card)}>
            <Line card={card} normal={normal} />
          </button>
        </li>
      ))}
      {cards.length > limit && (
        <li>
          <button type="button" class="quiet" onClick={() => setLimit(limit + 5 * PAGE)}>
            Show more of the {formatCount(cards.length)}
          </button>
        </li>
      )}
    </ol>
  );
}

/** Not scrollIntoView, which would move the page as well. */
function scrollWithin(box: HTMLElement, line: HTMLElement): void {
  const outer = box.getBoundingClientRect();
  const inner = line.getBoundingClientRect();
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

function Line({ card, normal }: { readonly card: ReportCard; readonly normal: NormalRows }) {
  const accused = card.explanation.features.filter(({ expected }) => expected !== null);
  const [first, ...others] = accused;
  const head = (
    <span class="line-head">
      <span>Row {card.explanation.row}</span>
      <RowNames card={card} />
    </span>
  );
  if (looksNormal(card.explanation)) {
    return (
      <>
        {head}
        <NormalLine card={card} />
      </>
    );
  }
  return (
    <>
      {head}
      {first === undefined ? (
        <span class="line-finding soft">{withoutSuspect(card.explanation)}</span>
      ) : (
        <span class="line-finding">
          <Name text={first.feature} /> <bdi class="observed">{shownCell(first.observed)}</bdi>
          <span class="soft"> → </span>
          <bdi class="expected">{expectedText(first, normal)}</bdi>
        </span>
      )}
      {others.length > 0 && (
        <span class="line-others">
          also{" "}
          <bdi>
            {others
              .slice(0, 3)
              .map(({ feature }) => shownText(feature))
              .join(", ")}
          </bdi>
          {others.length > 3 && ` and ${others.length - 3} more`}
        </span>
      )}
    </>
  );
}

/** No arrow from wrong to right: nothing is wrong. */
function NormalLine({ card: { explanation } }: { readonly card: ReportCard }) {
  const { features } = explanation;
  const broken = features.find(({ rule }) => rule !== null);
  const told = broken ?? features[0];
  return (
    <span class="line-finding soft">
      looks normal
      {told !== undefined && (
        <>
          ; {broken === undefined ? "least usual" : "breaks a rule"}: <bdi>{shownText(told.feature)}</bdi>{" "}
          <bdi>{shownCell(told.observed)}</bdi>
        </>
      )}
    </span>
  );
}
