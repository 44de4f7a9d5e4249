/** What is said of rows that were explained and counted, but of which the report holds no card. */

import { describeNames, formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import { MOST_CARDS, type Report } from "../../src/report/report.js";
import { type CardFilter, isSearched, wantedCauses } from "./find-cards.js";
import { Sentence } from "./sentence.js";

/** Once for the whole report, where its numbers stand. */
export function WithoutCards({ report }: { readonly report: Report }) {
  const { explained, cards } = report;
  if (cards.length === explained) return null;
  return (
    <p class="notice wide">
      <strong>
        {formatCount(cards.length)} of {formatCountOf(explained, "row")}
      </strong>{" "}
      {cards.length === 1 ? "has a card" : "have cards"} below: the worst of each cause and of each stretch of time. The
      numbers, causes and times on this page count all {formatCount(explained)}.
    </p>
  );
}

interface UnshownRowsProps {
  readonly report: Report;
  readonly filter: CardFilter;
  /** Rows that the filters leave, and how many of them have cards. */
  readonly rows: number;
  readonly shown: number;
}

/** At the end of the list: how many rows are not in it, and what to do about it. */
export function UnshownRows({ report, filter, rows, shown }: UnshownRowsProps) {
  const without = report.explained - report.cards.length;
  if (without === 0) return null;
  if (isSearched(filter))
    return (
      <p class="unshown">
        {formatCountOf(without, "row")} without a card cannot be searched. <HowToSeeAll report={report} />
      </p>
    );
  if (rows === shown) return null;
  return (
    <p class="unshown">
      {shown > 0 && "and "}
      <strong>
        {formatCount(rows - shown)} {shown > 0 ? "more " : ""}
        {rows - shown === 1 ? "row" : "rows"}
      </strong>{" "}
      without a card. <HowToSeeAll report={report} />
    </p>
  );
}

const MOST_EXAMPLES = 5;

/** In the place of a card where rows are left but none of them has one: the sentences of the worst. */
export function Examples({ report, filter, rows }: Omit<UnshownRowsProps, "shown">) {
  const isWanted = wantedCauses(report, filter);
  const examples = report.causes.flatMap(({ example }, cause) =>
    example !== null && isWanted[cause]! ? [example] : [],
  );
  return (
    <article class="card">
      <h2>{formatCountOf(rows, "row")} without a card</h2>
      {examples.length > 0 && (
        <p class="soft">The worst of {filter.range === null ? "each rule:" : "each rule, at any time:"}</p>
      )}
      <ul class="examples">
        {examples.slice(0, MOST_EXAMPLES).map((example) => (
          <li key={example.row}>
            <strong>Row {example.row}</strong> <bdi class="soft">{describeNames(example, shownText)}</bdi>
            <Sentence text={example.text} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function HowToSeeAll({ report: { explained } }: { readonly report: Report }) {
  if (explained <= MOST_CARDS)
    return (
      <>
        <code>parsight report --limit {explained}</code> makes a card for every row.
      </>
    );
  return (
    <>
      <code>--min-strength</code> or <code>--where</code> asks for fewer rows, <code>parsight explain</code> writes them
      all.
    </>
  );
}
