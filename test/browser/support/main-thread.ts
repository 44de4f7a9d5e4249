/**
 * How much work the page's main thread has, by the thread's own clock, which Chromium writes into its trace: what other
 * programs take of the processor does not count, so that the figures mean the same on a busy machine.
 */
import type { Browser, Locator, Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time of the thread so far, and that of this event, in microseconds. */
  readonly tts?: number;
  readonly tdur?: number;
}

const MARK = "mark-of-the-test";

async function trace(browser: Browser, page: Page, work: () => Promise<void>): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, { categories: ["blink.user_timing", "toplevel"] });
  await work();
  return (JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] }).traceEvents;
}

/**
 * CPU milliseconds of the longest task of the main thread while something is done: so long the page could not answer.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  const events = await trace(browser, page, async () => {
    await page.evaluate((mark) => void performance.mark(mark), MARK);
    await work();
  });
  const main = events.find(({ name }) => name === MARK)!;
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === "X" && name.endsWith("RunTask") && pid === main.pid && tid === main.tid,
  );
  if (tasks.length < 10) throw new Error(`the trace holds only ${tasks.length} tasks of the main thread`);
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

export interface FrameWork {
  /** CPU time of the main thread from one frame to the next: script, style, layout and paint. */
  readonly cpuMs: readonly number[];
  /** From one frame to the next by the clock on the wall. */
  readonly gapsMs: readonly number[];
}

/** Scrolls a box by so many pixels in each of so many frames, from its end back to its start. */
export async function measureScrolling(
  browser: Browser,
  page: Page,
  box: Locator,
  { frames, pixels }: { readonly frames: number; readonly pixels: number },
): Promise<FrameWork> {
  let times: readonly number[] = [];
  const events = await trace(browser, page, async () => {
    times = await box.evaluate(
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
  });
  const ticks = events.filter(({ name }) => name === MARK).map(({ tts }) => tts! / 1000);
  return { cpuMs: steps(ticks), gapsMs: steps(times) };
}

function steps(values: readonly number[]): number[] {
  return values.slice(1).map((value, place) => value - values[place]!);
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
