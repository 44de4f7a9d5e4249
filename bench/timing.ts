/**
 * Takes times: contestants run by turns, so that a busy or throttled machine slows all of them alike, and the median of
 * each is what counts.
 */

export interface Timing {
  readonly wallMs: number;
  /** CPU time of all threads of the process that did the work. */
  readonly cpuMs: number;
}

export interface Contestant {
  readonly name: string;
  /** One run, timed around the work only. */
  readonly run: () => Timing | Promise<Timing>;
  /** The run in which its answer was checked; where that took long it stands for all. */
  readonly checked?: Timing;
}

export interface Medians extends Timing {
  readonly name: string;
  readonly runs: number;
}

/** A contestant that needs longer than this for one run is not asked for another. */
export const LONG_RUN_MS = 30_000;

/** Rounds in which each contestant runs once, in the order given. */
export async function race(contestants: readonly Contestant[], rounds: number): Promise<Medians[]> {
  const timings = contestants.map(({ checked }) =>
    checked !== undefined && checked.wallMs > LONG_RUN_MS ? [checked] : ([] as Timing[]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [place, { run }] of contestants.entries()) {
      const own = timings[place]!;
      if (own.some(({ wallMs }) => wallMs > LONG_RUN_MS)) continue;
      own.push(await run());
    }
  }
  return contestants.map(({ name }, place) => summarise(name, timings[place]!));
}

export function summarise(name: string, timings: readonly Timing[]): Medians {
  return {
    name,
    runs: timings.length,
    wallMs: median(timings.map(({ wallMs }) => wallMs)),
    cpuMs: median(timings.map(({ cpuMs }) => cpuMs)),
  };
}

/** Times one call of a synchronous function. */
export function timeOnce(work: () => void): Timing {
  const stop = startClock();
  work();
  return stop();
}

/** The time from now to when the function returned is called. */
export function startClock(): () => Timing {
  const cpu = process.cpuUsage();
  const start = performance.now();
  return () => {
    const wallMs = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    return { wallMs, cpuMs: (user + system) / 1000 };
  };
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("no values, no median");
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
