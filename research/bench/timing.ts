/**
 * Takes times: contestants run by turns, so that a busy or throttled machine slows all of them alike, and the median of
 * each is what counts.
 */
import { median } from "../measures/median.js";

export interface Timing {
  readonly wallMs: number;
  /** CPU time of all threads of the process that did the work. */
  readonly cpuMs: number;
}

export interface Contestant<T extends Timing = Timing> {
  readonly name: string;
  /** One run, timed around the work only. */
  readonly run: () => T | Promise<T>;
  /** The run in which its answer was checked; where that took long it is one of its runs. */
  readonly checked?: T;
  /** Rivals that take long are run less often. */
  readonly isRival?: boolean;
}

export interface Medians<T extends Timing = Timing> extends Timing {
  readonly name: string;
  readonly runs: number;
  /** All runs of which these are the medians. */
  readonly timings: readonly T[];
}

/** A contestant that needs longer than this for one run is not asked for another. */
export const LONG_RUN_MS = 30_000;
/** A rival that needs longer than this for one run is asked three times at most. */
export const SLOW_RUN_MS = 3_000;
const SLOW_RUNS = 3;
/** A run below this is made five times in a round, and the middle one counts: it is easily disturbed. */
export const QUICK_RUN_MS = 100;
const QUICK_RUNS = 5;
/**
 * Before them it runs this long without being timed: who waited while others had their turn finds a processor that has
 * gone slow and caches full of theirs, and would spend a quick run on that.
 */
export const RUN_UP_MS = 200;

/** Rounds in which contestants run by turns, in this order. */
export async function race<T extends Timing>(
  contestants: readonly Contestant<T>[],
  rounds: number,
): Promise<Medians<T>[]> {
  const timings = contestants.map(({ checked, isRival }) =>
    checked !== undefined && checked.wallMs > (isRival ? SLOW_RUN_MS : LONG_RUN_MS) ? [checked] : ([] as T[]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [place, contestant] of contestants.entries()) {
      const made = timings[place]!;
      if (made.length < runsOf(contestant, made, rounds)) made.push(await runOnce(contestant));
    }
  }
  return contestants.map(({ name }, place) => summarise(name, timings[place]!));
}

async function runOnce<T extends Timing>({ run }: Contestant<T>): Promise<T> {
  const first = await run();
  if (first.wallMs >= QUICK_RUN_MS) return first;
  for (let ranMs = first.wallMs; ranMs < RUN_UP_MS; ) ranMs += Math.max(LEAST_STEP_MS, (await run()).wallMs);
  const timings: T[] = [];
  while (timings.length < QUICK_RUNS) timings.push(await run());
  timings.sort((a, b) => a.wallMs - b.wallMs);
  return timings[timings.length >> 1]!;
}

/** So that runs too short to be timed end, too. */
const LEAST_STEP_MS = 0.01;

/** How often a contestant runs, by the runs it has made. */
function runsOf({ isRival }: Contestant, made: readonly Timing[], rounds: number): number {
  const longest = Math.max(0, ...made.map(({ wallMs }) => wallMs));
  if (longest > LONG_RUN_MS) return 1;
  return isRival && longest > SLOW_RUN_MS ? Math.min(SLOW_RUNS, rounds) : rounds;
}

export function summarise<T extends Timing>(name: string, timings: readonly T[]): Medians<T> {
  return {
    name,
    runs: timings.length,
    wallMs: median(timings.map(({ wallMs }) => wallMs)),
    cpuMs: median(timings.map(({ cpuMs }) => cpuMs)),
    timings,
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
