/**
 * Over the time line: a button for each bar, of which one is reached by Tab and the others by arrow keys. Dragging
 * chooses several.
 */
import { useRef, useState } from "preact/hooks";
import { formatCountOf } from "../../src/core/presenting/index.js";
import type { TimeRange } from "./find-cards.js";
import { formatRange } from "./moments.js";
import type { TimeBars } from "./time-bars.js";

interface TimeChoiceProps {
  readonly bars: TimeBars;
  /** Where the bars are in the picture. */
  readonly place: { readonly left: string; readonly right: string; readonly bottom: string };
  readonly range: TimeRange | null;
  readonly onChoose: (range: TimeRange | null) => void;
}

export function TimeChoice({ bars, place, range, onChoose }: TimeChoiceProps) {
  const [focused, setFocused] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const drag = useDrag((share) => rangeAt(bars, share), onChoose);
  const reached = Math.min(focused, bars.bars.length - 1);
  const press = (bar: TimeRange, isMore: boolean): void => {
    const next = isMore && range !== null ? spanOf(range, bar) : { from: bar.from, to: bar.to };
    onChoose(range !== null && isSame(range, next) ? null : next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEP_OF_KEY[event.key] ?? 0;
    if (step === 0) return;
    const next = Math.min(bars.bars.length - 1, Math.max(0, reached + step));
    box.current!.querySelectorAll("button")[next]!.focus();
    event.preventDefault();
  };
  const shown = drag.range ?? range;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a short way to what the buttons do, Shift for several
    <div class="time-choice" ref={box} style={place} onKeyDown={onKeyDown} {...drag.handlers}>
      {shown !== null && <div class="time-range" style={sidesOf(shown, bars)} aria-hidden="true" />}
      {bars.bars.map((bar, at) => {
        const words = `${formatRange(bar)}: ${formatCountOf(bar.count, "strange row")}`;
        return (
          <button
            type="button"
            key={bar.from}
            style={sidesOf(bar, bars)}
            title={words}
            aria-label={words}
            aria-pressed={range !== null && range.from <= bar.from && bar.to <= range.to}
            tabIndex={at === reached ? 0 : -1}
            onFocus={() => setFocused(at)}
            onClick={(event) => press(bar, event.shiftKey)}
          />
        );
      })}
    </div>
  );
}

const STEP_OF_KEY: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** What is being dragged over, until the pointer is lifted; a press without a drag is left to the buttons. */
function useDrag(rangeOf: (share: number) => TimeRange, onChoose: (range: TimeRange) => void) {
  const [range, setRange] = useState<TimeRange | null>(null);
  const start = useRef<TimeRange | null>(null);
  const pointed = ({ clientX, currentTarget }: PointerEvent): TimeRange => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    return rangeOf((clientX - left) / width);
  };
  const end = (): void => {
    if (range !== null) onChoose(range);
    start.current = null;
    setRange(null);
  };
  return {
    range,
    handlers: {
      onPointerDown: (event: PointerEvent): void => {
        if (event.button === 0) start.current = pointed(event);
      },
      onPointerMove: (event: PointerEvent): void => {
        if (start.current === null) return;
        const now = pointed(event);
        if (range !== null || !isSame(start.current, now)) setRange(spanOf(start.current, now));
      },
      onPointerUp: end,
      onPointerLeave: end,
      onPointerCancel: (): void => {
        start.current = null;
        setRange(null);
      },
    },
  };
}

/** The bar at a share of the width, also one without rows. */
function rangeAt({ from, to, step }: TimeBars, share: number): TimeRange {
  const place = Math.floor((share * (to - from)) / step);
  const start = from + step * Math.min((to - from) / step - 1, Math.max(0, place));
  return { from: start, to: start + step };
}

function sidesOf({ from, to }: TimeRange, whole: TimeRange) {
  const width = whole.to - whole.from;
  return { left: `${(100 * (from - whole.from)) / width}%`, width: `${(100 * (to - from)) / width}%` };
}

function spanOf(a: TimeRange, b: TimeRange): TimeRange {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

function isSame(a: TimeRange, b: TimeRange): boolean {
  return a.from === b.from && a.to === b.to;
}
