/** How much work the page's main thread has with each frame while something scrolls. */
import type { Browser, Locator, Page } from "playwright-core";

export interface FrameWork {
  /** CPU time of the main thread from one frame to the next: script, style, layout and paint. Other programs do not count. */
  readonly cpuMs: readonly number[];
  /** From one frame to the next by the clock. */
  readonly gapsMs: readonly number[];
}

const MARK = "frame-of-the-test";

/** Scrolls a box by so many pixels in each of so many frames, from its end back to its start. The thread's own clock is in Chromium's trace. */
export async function measureScrolling(
  browser: Browser,
  page: Page,
  box: Locator,
  { frames, pixels }: { readonly frames: number; readonly pixels: number },
): Promise<FrameWork> {
  await browser.startTracing(page, { categories: ["blink.user_timing"] });
  const times = await box.evaluate(
    async (element, { frames, pixels, mark }) => {
      const seen: number[] = [];
      const range = element.scrollHeight - element.clientHeight;
      for (let frame = 0; frame <= frames; frame++) {
        seen.push(await new Promise<number>(requestAnimationFrame));
        performance.mark(mark);
        element.scrollTop = ((frame + 1) * pixels) % range;
      }
      return seen;
    },
    { frames, pixels, mark: MARK },
  );
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as Trace;
  const ticks = traceEvents.filter(({ name }) => name === MARK).map(({ tts }) => tts! / 1000);
  return { cpuMs: steps(ticks), gapsMs: steps(times) };
}

interface Trace {
  /** `tts`: the thread's CPU time in microseconds. */
  readonly traceEvents: readonly { readonly name: string; readonly tts?: number }[];
}

function steps(values: readonly number[]): number[] {
  return values.slice(1).map((value, place) => value - values[place]!);
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
