/**
 * The open episodes of one machine, account or whatever rows are told apart by: rows come in, what is over goes out.
 */
import { type CellValue, keyOf } from "../table/index.js";
import { uniteDecided } from "./decided-part.js";
import { addToEpisode, type Episode, mergeEpisodes, startEpisode } from "./episode.js";
import type { Reach } from "./fold-types.js";
import { type JoinedEpisodes, type JoinOptions, joinEpisodes } from "./join-episodes.js";
import type { StrangeRow } from "./strange-row.js";

export interface Machine {
  readonly by: CellValue;
  /** By first suspect, each list in order of time; none of its episodes is within reach of the next. */
  readonly episodes: Map<string | null, Episode[]>;
  /** Nothing can be over before the time is past this place. */
  nextCheck: number;
}

function startMachine(by: CellValue): Machine {
  return { by, episodes: new Map(), nextCheck: Number.POSITIVE_INFINITY };
}

export function addToMachine(machine: Machine, row: StrangeRow, reach: Reach): void {
  const { place } = row.mark;
  const lead = row.cause?.feature ?? null;
  const gap = lead === null ? reach.gap : reach.again;
  const list = machine.episodes.get(lead) ?? [];
  if (list.length === 0) machine.episodes.set(lead, list);
  machine.nextCheck = Math.min(machine.nextCheck, place + gap);
  const at = firstReaching(list, place - gap);
  const episode = list[at];
  if (episode === undefined || episode.first.mark.place - place > gap) {
    list.splice(at, 0, startEpisode(row));
    return;
  }
  addToEpisode(episode, row);
  const next = list[at + 1];
  if (next === undefined || next.first.mark.place - episode.last.place > gap) return;
  episode.decided = uniteDecided([episode, next]);
  mergeEpisodes(episode, next);
  list.splice(at + 1, 1);
}

/** What is over once no row before `now` can come; it is forgotten. */
export function closeEpisodes(machine: Machine, options: JoinOptions): readonly JoinedEpisodes[] {
  const all = [...machine.episodes.values()].flat();
  const { joined, waiting, nextCheck } = joinEpisodes(all, options);
  machine.nextCheck = nextCheck;
  if (waiting.length < all.length) keepOnly(machine, new Set(waiting));
  return joined;
}

function keepOnly(machine: Machine, waiting: ReadonlySet<Episode>): void {
  for (const [lead, list] of machine.episodes) {
    const left = list.filter((episode) => waiting.has(episode));
    if (left.length === 0) machine.episodes.delete(lead);
    else machine.episodes.set(lead, left);
  }
}

/**
 * The first episode that ends at `place` or later. Rows mostly come in order of time, so the last one is asked first.
 */
function firstReaching(list: readonly Episode[], place: number): number {
  let [low, high] = [0, list.length];
  const last = list[high - 1];
  if (last !== undefined && last.first.mark.place <= place) low = high - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.last.place >= place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** All machines that have something open. */
export function createMachines() {
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
