/**
 * Whether numbers lie in even steps, each place taken once: told by sums of hashes of the places, which add up over any
 * parts of the rows and take no memory for each of them.
 */
import { mix32 } from "../base/index.js";
import { type AnyNumbers, piecesOf } from "./stored-values.js";

/** From where, and in which step. */
export interface Steps {
  readonly first: number;
  readonly step: number;
}

export interface PlacesTaken {
  /** Whether all are at places. */
  readonly areEven: boolean;
  /** Sums of hashes of the places: those of 0, 1, 2, … each once, if and only if these are taken, but for a miracle. */
  readonly sums: Int32Array;
}

const SEEDS = [0x2545f491, 0x6c078965, 0x1b873593, 0x7feb352d] as const;

/** Share of a step by which a value may be off: sums of many steps, single precision and few decimals are not exact. */
const STEP_SLACK = 0.05;

export function placesTaken(numbers: AnyNumbers, { first, step }: Steps): PlacesTaken {
  const sums = new Int32Array(SEEDS.length);
  for (const values of piecesOf(numbers)) {
    for (let row = 0; row < values.length; row++) {
      const steps = (values[row]! - first) / step;
      const place = Math.round(steps);
      if (!(Math.abs(steps - place) <= STEP_SLACK)) return { areEven: false, sums: new Int32Array(SEEDS.length) };
      addHashes(sums, place);
    }
  }
  return { areEven: true, sums };
}

export function mergePlaces(one: PlacesTaken, other: PlacesTaken): PlacesTaken {
  return {
    areEven: one.areEven && other.areEven,
    sums: one.sums.map((sum, hash) => (sum + other.sums[hash]!) | 0),
  };
}

/** Whether these are the places from 0 to `count` - 1, each once. */
export function areAllTaken({ areEven, sums }: PlacesTaken, count: number): boolean {
  if (!areEven) return false;
  const expected = new Int32Array(SEEDS.length);
  for (let place = 0; place < count; place++) addHashes(expected, place);
  return expected.every((sum, hash) => sum === sums[hash]);
}

/** Of places below 2^32, as nearly all are. */
const HIGHS = SEEDS.map((seed) => mix32(seed));

function addHashes(sums: Int32Array, place: number): void {
  const high = Math.floor(place / 0x1_0000_0000);
  const low = (place % 0x1_0000_0000) | 0;
  for (let hash = 0; hash < SEEDS.length; hash++) {
    const salt = high === 0 ? HIGHS[hash]! : mix32(high ^ SEEDS[hash]!);
    sums[hash] = (sums[hash]! + mix32(low ^ salt)) | 0;
  }
}
