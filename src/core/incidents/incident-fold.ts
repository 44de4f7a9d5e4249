/**
 * Rows to incidents, one implementation for tables and for streams. Rows go in one by one, strange or not, in any order; out
 * come the incidents that are over. An incident is over when the latest row seen is later than its last one by more than the gap
 * and the lateness; with an endless lateness, as for tables, all are over at the end. Their order is the same in either case: by
 * the place where it was settled, then by machine and beginning. What is over is forgotten, so memory holds what is open.
 *
 * Rows later than the lateness still count, but what was told is not told again: they are incidents of their own. Rows without a
 * moment come together, by machine and cause, at the end.
 */

import { compareText } from "../base/text/names.js";
import type { Explanation } from "../presenting/explanation.js";
import type { CellValue } from "../table/table.js";
import { type Episode, mergeEpisodes } from "./episode.js";
import { createFirstSteps, type FirstSteps } from "./first-steps.js";
import { GAP_STEPS } from "./gap.js";
import type { JoinedEpisodes } from "./join-episodes.js";
import { addToMachine, closeEpisodes, type Machine, startMachine } from "./machine.js";
import { isStrange, toStrangeRow } from "./strange-row.js";

export interface IncidentFoldOptions {
  /** Whether rows are placed by their moments, or by their order. */
  readonly axis: "time" | "order";
  /** How far apart two rows of one incident may be, in milliseconds or rows; null: by the first rows' own steps. */
  readonly gap: number | null;
  /** Milliseconds that a row may come later than one after it. */
  readonly lateness: number;
  /** An incident has a row at least so strange; other strange rows are passed over, and counted. */
  readonly sure: number;
  /** Whether there are several machines. */
  readonly hasMachines: boolean;
}

export interface SeenRow {
  /** Its number in the input. */
  readonly row: number;
  /** Milliseconds since 1970; NaN: not known. */
  readonly moment: number;
  /** Which machine; null: there is one, or it is missing. */
  readonly by: CellValue;
  /** null: not strange enough to be explained. */
  readonly explanation: Explanation | null;
}

/** An incident before it is put into words. */
export interface FoundIncident {
  /** From 0, in the order in which they are over. */
  readonly number: number;
  readonly by: CellValue;
  readonly hasTime: boolean;
  /** All of it. */
  readonly whole: Episode;
  /** Whose rows these are: first suspects, with the places of the first row and the last. */
  readonly parts: readonly { readonly lead: string | null; readonly from: number; readonly to: number }[];
}

export interface IncidentCounts {
  /** Rows seen, and those of them that are strange. */
  readonly rows: number;
  readonly strange: number;
  /** Told so far, and the rows in them. */
  readonly incidents: number;
  readonly told: number;
  /** Strange rows in no incident, since none around them is strange enough. */
  readonly passedOver: number;
  /** Strange rows without a moment, where rows have moments. */
  readonly timeless: number;
  /** Strange rows that came too late. */
  readonly late: number;
}

export interface IncidentFold {
  add(seen: SeenRow): readonly FoundIncident[];
  finish(): readonly FoundIncident[];
  counts(): IncidentCounts;
  /** In milliseconds or rows; null: not known yet. */
  gap(): number | null;
}

export function createIncidentFold(options: IncidentFoldOptions): IncidentFold {
  const fold = options.axis === "time" ? createTimeFold(options) : createOrderFold(options);
  let [rows, strange] = [0, 0];
  return {
    ...fold,
    add(seen) {
      rows++;
      const explanation = seen.explanation !== null && isStrange(seen.explanation) ? seen.explanation : null;
      if (explanation !== null) strange++;
      return fold.add({ ...seen, explanation });
    },
    counts: () => ({ rows, strange, ...fold.counts() }),
  };
}

type PlacedFold = Omit<IncidentFold, "counts"> & { counts(): Omit<IncidentCounts, "rows" | "strange"> };

/** By moments; all machines have one clock. */
function createTimeFold({ gap: asked, lateness, sure }: IncidentFoldOptions): PlacedFold {
  const machines = createMachines();
  const timeless = createMachines();
  const teller = createTeller(sure);
  let steps: FirstSteps | null = asked === null ? createFirstSteps() : null;
  let waiting: SeenRow[] = [];
  let gap = asked ?? Number.NaN;
  let latest = Number.NEGATIVE_INFINITY;
  let nextCheck = Number.POSITIVE_INFINITY;
  let [timelessRows, late] = [0, 0];

  function place({ moment, by, explanation }: SeenRow): readonly FoundIncident[] {
    if (moment > latest) latest = moment;
    const now = latest - lateness;
    if (explanation !== null) {
      if (moment < now) late++;
      const machine = machines.of(by);
      addToMachine(machine, toStrangeRow(explanation, moment), gap);
      nextCheck = Math.min(nextCheck, machine.nextCheck);
    }
    return now > nextCheck ? close(now) : [];
  }

  function close(now: number): readonly FoundIncident[] {
    const closed = machines.all().flatMap((machine) => {
      if (now <= machine.nextCheck) return [];
      const joined = closeEpisodes(machine, now, gap);
      return joined.map((each) => ({ ...each, by: machine.by }));
    });
    machines.forgetEmpty();
    nextCheck = machines.all().reduce((least, machine) => Math.min(least, machine.nextCheck), Number.POSITIVE_INFINITY);
    return teller.tell(closed.sort(compareSettled), "timed");
  }

  function decide(isAll: boolean): readonly FoundIncident[] {
    const step = steps!.finish(isAll);
    steps = null;
    gap = step === null ? 0 : GAP_STEPS * step;
    const rows = waiting;
    waiting = [];
    return rows.flatMap(place);
  }

  function setAside({ by, explanation }: SeenRow): readonly FoundIncident[] {
    if (explanation === null) return [];
    timelessRows++;
    addToMachine(timeless.of(by), toStrangeRow(explanation, 0), 0);
    return [];
  }

  return {
    add(seen) {
      if (Number.isNaN(seen.moment)) return setAside(seen);
      if (steps === null) return place(seen);
      waiting.push(seen);
      return steps.add(keyOf(seen.by), seen.moment) ? decide(false) : [];
    },
    finish() {
      const first = steps === null ? [] : decide(true);
      const rest = close(Number.POSITIVE_INFINITY);
      const without = timeless
        .all()
        .flatMap((machine) =>
          closeEpisodes(machine, Number.POSITIVE_INFINITY, 0).map((each) => ({ ...each, by: machine.by })),
        );
      return [...first, ...rest, ...teller.tell(without.sort(compareSettled), "timeless")];
    },
    counts: () => ({ ...teller.counts(), timeless: timelessRows, late }),
    gap: () => (Number.isNaN(gap) ? null : gap),
  };
}

/** By the order of rows; each machine counts its own. */
function createOrderFold({ gap: asked, sure, hasMachines }: IncidentFoldOptions): PlacedFold {
  const gap = asked ?? GAP_STEPS;
  const machines = createMachines();
  const counts = new Map<string, number>();
  const teller = createTeller(sure);

  function placeOf({ row, by }: SeenRow): number {
    if (!hasMachines) return row;
    const place = counts.get(keyOf(by)) ?? 0;
    counts.set(keyOf(by), place + 1);
    return place;
  }

  function close(machine: Machine, now: number): readonly ClosedEpisodes[] {
    return closeEpisodes(machine, now, gap).map((each) => ({ ...each, by: machine.by }));
  }

  return {
    add(seen) {
      const place = placeOf(seen);
      const { by, explanation } = seen;
      if (explanation !== null) addToMachine(machines.of(by), toStrangeRow(explanation, place), gap);
      const machine = machines.known(by);
      if (machine === undefined || place <= machine.nextCheck) return [];
      const closed = close(machine, place);
      machines.forgetEmpty(machine);
      return teller.tell([...closed].sort(compareSettled), "ordered");
    },
    finish() {
      const closed = machines.all().flatMap((machine) => close(machine, Number.POSITIVE_INFINITY));
      return teller.tell(closed.sort(compareLastRow), "ordered");
    },
    counts: () => ({ ...teller.counts(), timeless: 0, late: 0 }),
    gap: () => gap,
  };
}

interface ClosedEpisodes extends JoinedEpisodes {
  readonly by: CellValue;
}

/** What is over, told and counted. */
function createTeller(sure: number) {
  let [incidents, told, passedOver] = [0, 0, 0];
  function toFound({ episodes, by }: ClosedEpisodes, kind: "timed" | "ordered" | "timeless"): FoundIncident[] {
    const parts = episodes.map(({ lead, first, last }) => ({ lead, from: first.mark.place, to: last.place }));
    const [whole, ...others] = episodes as readonly [Episode, ...Episode[]];
    for (const other of others) mergeEpisodes(whole, other);
    const { strength } = whole.worst[0]!.mark;
    if (strength !== null && strength < sure) {
      passedOver += whole.count;
      return [];
    }
    told += whole.count;
    return [{ number: incidents++, by, hasTime: kind === "timed", whole, parts }];
  }
  return {
    tell: (closed: readonly ClosedEpisodes[], kind: "timed" | "ordered" | "timeless"): readonly FoundIncident[] =>
      closed.flatMap((each) => toFound(each, kind)),
    counts: () => ({ incidents, told, passedOver }),
  };
}

function compareSettled(a: ClosedEpisodes, b: ClosedEpisodes): number {
  return a.settled - b.settled || compareText(keyOf(a.by), keyOf(b.by)) || compareBeginning(a, b);
}

function compareLastRow(a: ClosedEpisodes, b: ClosedEpisodes): number {
  return lastRowOf(a) - lastRowOf(b) || compareBeginning(a, b);
}

function compareBeginning(a: ClosedEpisodes, b: ClosedEpisodes): number {
  return beginningOf(a) - beginningOf(b) || compareText(leadsOf(a), leadsOf(b));
}

function beginningOf({ episodes }: ClosedEpisodes): number {
  return Math.min(...episodes.map(({ first }) => first.mark.place));
}

function lastRowOf({ episodes }: ClosedEpisodes): number {
  return Math.max(...episodes.map(({ last }) => last.row));
}

/** Two incidents that begin at once have no first suspect in common. */
function leadsOf({ episodes }: ClosedEpisodes): string {
  return episodes
    .map(({ lead }) => JSON.stringify(lead))
    .sort(compareText)
    .join();
}

function createMachines() {
  const machines = new Map<string, Machine>();
  return {
    of(by: CellValue): Machine {
      const known = machines.get(keyOf(by));
      if (known !== undefined) return known;
      const machine = startMachine(by);
      machines.set(keyOf(by), machine);
      return machine;
    },
    known: (by: CellValue): Machine | undefined => machines.get(keyOf(by)),
    all: (): Machine[] => [...machines.values()],
    forgetEmpty(only?: Machine): void {
      for (const machine of only === undefined ? machines.values() : [only])
        if (machine.episodes.size === 0) machines.delete(keyOf(machine.by));
    },
  };
}

function keyOf(by: CellValue): string {
  return JSON.stringify(by);
}
