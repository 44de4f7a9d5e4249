/** A table of very many rules: only the lines on the screen exist. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { formatShare } from "../../src/core/presenting/index.js";
import { shownRule } from "../../src/report/expected-text.js";
import type { RuleIndex } from "./rule-index.js";

const LINE = 34;
/** On a phone a rule takes up to five lines of text. */
const TALL_LINE = 96;
const NARROW = "(max-width: 640px)";
/** Lines made above and below what is on the screen. */
const SPARE = 8;
/** Browsers give up on taller elements; beyond it a pixel of scrolling is more than a pixel of lines. */
const MAX_HEIGHT = 12_000_000;

interface RuleTableProps {
  readonly index: RuleIndex;
  readonly places: Uint32Array;
  readonly chosen: number | null;
  readonly onChoose: (place: number) => void;
}

export function RuleTable({ index, places, chosen, onChoose }: RuleTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(500);
  const lineHeight = useLineHeight();
  useLayoutEffect(() => {
    const element = box.current!;
    element.scrollTop = 0;
    setTop(0);
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [places]);
  const full = places.length * lineHeight;
  const shownHeight = Math.min(full, MAX_HEIGHT);
  const stretch = full > MAX_HEIGHT ? (full - height) / (MAX_HEIGHT - height) : 1;
  const first = Math.max(0, Math.floor((top * stretch) / lineHeight) - SPARE);
  const last = Math.min(places.length, first + Math.ceil(height / lineHeight) + 2 * SPARE);
  const lines = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="rule-scroll" ref={box} tabIndex={0} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <table
        class="rules"
        aria-rowcount={places.length + 1}
        style={{ height: `${shownHeight + LINE}px`, "--rule-line": `${lineHeight}px` }}
      >
        <caption class="unseen">Rules, best first</caption>
        <thead>
          <tr>
            <th scope="col">rule</th>
            <th scope="col">source</th>
            <th scope="col" class="number">
              support
            </th>
            <th scope="col" class="number">
              confidence
            </th>
          </tr>
        </thead>
        <tbody style={{ transform: `translateY(${top - (top * stretch - first * lineHeight)}px)` }}>
          {lines.map((line) => (
            <Line
              key={line}
              line={line}
              place={places[line]!}
              index={index}
              isChosen={places[line] === chosen}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Pixels of a line in this window. */
function useLineHeight(): number {
  const [isNarrow, setNarrow] = useState(() => window.matchMedia(NARROW).matches);
  useEffect(() => {
    const query = window.matchMedia(NARROW);
    const onChange = (): void => setNarrow(query.matches);
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, []);
  return isNarrow ? TALL_LINE : LINE;
}

interface LineProps {
  readonly line: number;
  readonly place: number;
  readonly index: RuleIndex;
  readonly isChosen: boolean;
  readonly onChoose: (place: number) => void;
}

function Line({ line, place, index, isChosen, onChoose }: LineProps) {
  const rule = index.rule(place);
  return (
    <tr aria-rowindex={line + 2} class={isChosen ? "is-chosen" : ""}>
      <td>
        <button type="button" aria-pressed={isChosen} onClick={() => onChoose(place)}>
          <bdi>{shownRule(rule.text)}</bdi>
        </button>
      </td>
      <td class="soft">{rule.source}</td>
      <td class="number">{formatShare(Number(rule.support.toFixed(4)))}</td>
      <td class="number">{formatShare(Number(rule.confidence.toFixed(4)))}</td>
    </tr>
  );
}
