/**
 * Which features have most to do with which, by one cheap look at every pair: on wide tables trees look at these only.
 *
 * Each feature answers two questions with yes or no: a number whether it is above its median and whether it is outside
 * its middle half, a category whether it is the most frequent one and whether it is the next. What two features have to
 * do with each other is the largest squared correlation (φ²) between their answers; a missing value answers no. Of
 * equal ones the first by name, so that the order of columns does not matter.
 *
 * Answers stand as bits, one row behind the other. Cost: O(features² × rows / 32), of at most RELATED_ROWS rows.
 */
import { compareNames, setBit } from "../base/index.js";
import { i32, type Job, type JobTools, layOut, type Pool, u32 } from "../compute/index.js";
import { type EncodedColumn, type EncodedTable, encodedRows, sensorOf, sortedPresent } from "../table/index.js";

/** Rows that are looked at, at most: the first of the sample. */
export const RELATED_ROWS = 1024;
/** Features that are looked at for one of a wide table. */
export const MOST_RELATED = 40;
/** Questions to a feature. */
const QUESTIONS = 2;

/** Of each feature those that have most to do with it, in the order of names. None is of the same sensor. */
export type RelatedFeatures = readonly Int32Array[];

interface RelatedHooks {
  readonly pool: Pool;
  readonly onPart: () => void;
}

export function findRelated(table: EncodedTable, sample: Int32Array, { pool, onPart }: RelatedHooks): RelatedFeatures {
  const { features } = table;
  const order = [...features.keys()].sort((a, b) => compareNames(features[a]!.name, features[b]!.name));
  const rows = encodedRows(table, sample.subarray(0, RELATED_ROWS));
  const { rowCount } = rows;
  const words = wordsOf(rowCount);
  const answers = new Uint32Array(QUESTIONS * features.length * words);
  order.forEach((feature, place) => {
    const sets = answers.subarray(QUESTIONS * place * words, QUESTIONS * (place + 1) * words);
    askColumn(rows.columns[feature]!, sets);
  });
  const sensors = order.map((feature) => sensorOf(features[feature]!));
  const found = pool.run(relatedJob, { rowCount, answers, sensors }, [...order.keys()], { onPart });
  const related: Int32Array[] = features.map(() => new Int32Array());
  order.forEach((feature, place) => {
    related[feature] = found[place]!.map((other) => order[other]!);
  });
  return related;
}

/** Words of a set of so many rows, in whole vectors of the kernel. */
function wordsOf(rowCount: number): number {
  return 4 * Math.ceil(rowCount / 128);
}

/** Fills the sets of rows that answer yes, one for each question. */
function askColumn(column: EncodedColumn, sets: Uint32Array): void {
  const words = sets.length / QUESTIONS;
  const [first, second] = [sets.subarray(0, words), sets.subarray(words)];
  if (column.kind === "numeric") {
    const [low, middle, high] = quarters(column.values);
    column.values.forEach((value, row) => {
      if (value > middle) setBit(first, row);
      if (value < low || value > high) setBit(second, row);
    });
    return;
  }
  const [usual, next] = mostFrequent(column.codes);
  column.codes.forEach((code, row) => {
    if (code === usual) setBit(first, row);
    if (code === next) setBit(second, row);
  });
}

/** Values a quarter, half and three quarters of the way; NaN, which nothing is above, where there are none. */
function quarters(values: Float64Array): readonly [number, number, number] {
  const sorted = sortedPresent(values);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return [at(0.25), at(0.5), at(0.75)];
}

/** The two codes of most rows; of as many the lower one. A code that no row has where there are fewer. */
function mostFrequent(codes: Int32Array): readonly [number, number] {
  const counts = new Map<number, number>();
  for (const code of codes) if (code >= 0) counts.set(code, (counts.get(code) ?? 0) + 1);
  const ranked = [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b);
  return [ranked[0]?.[0] ?? Number.NaN, ranked[1]?.[0] ?? Number.NaN];
}

interface RelatedTask {
  readonly rowCount: number;
  /** The sets of all features in the order of names, those of a feature next to each other. */
  readonly answers: Uint32Array;
  /** The sensor of each feature, in the order of names. */
  readonly sensors: readonly string[];
}

/** A part, as well as each number of its result, is the place of a feature in the order of names. */
export const relatedJob: Job<RelatedTask, number, Int32Array> = {
  name: "related",
  prepare: (task, tools) => createRanker(task, tools),
};

function createRanker(
  { rowCount, answers, sensors }: RelatedTask,
  { kernel }: JobTools,
): (place: number) => Int32Array {
  const words = wordsOf(rowCount);
  const setCount = QUESTIONS * sensors.length;
  const { laid } = layOut(kernel, { laid: { sets: u32(answers.length), common: i32(setCount) } });
  laid.sets.set(answers);
  const pointer = (set: number): number => laid.sets.byteOffset + 4 * words * set;
  const sizes = Float64Array.from({ length: setCount }, (_, set) =>
    kernel.run.countCommon(pointer(set), pointer(set), 4 * words),
  );
  const spreads = sizes.map((size) => size * (rowCount - size)); // rows² times the variance of the answer
  const relations = new Float64Array(sensors.length);
  const relate = (set: number): void => {
    kernel.run.countCommonWithEach(pointer(set), pointer(0), 4 * words, setCount, laid.common.byteOffset);
    for (let other = 0; other < setCount; other++) {
      if (spreads[other] === 0) continue;
      const covariance = rowCount * laid.common[other]! - sizes[set]! * sizes[other]!;
      const relation = (covariance * covariance) / (spreads[set]! * spreads[other]!);
      const place = Math.floor(other / QUESTIONS);
      if (relation > relations[place]!) relations[place] = relation;
    }
  };
  return (place) => {
    relations.fill(0);
    for (let set = QUESTIONS * place; set < QUESTIONS * (place + 1); set++) if (spreads[set]! > 0) relate(set);
    return mostRelated(relations, (other) => sensors[other] !== sensors[place]);
  };
}

/** Places of the largest, ascending; of equal ones the first. */
function mostRelated(relations: Float64Array, mayBe: (place: number) => boolean): Int32Array {
  const best: number[] = [];
  for (let place = 0; place < relations.length; place++) {
    const relation = relations[place]!;
    if (best.length === MOST_RELATED && relation <= relations[best[MOST_RELATED - 1]!]!) continue;
    if (!mayBe(place)) continue;
    let at = best.length;
    while (at > 0 && relations[best[at - 1]!]! < relation) at--;
    best.splice(at, 0, place);
    best.length = Math.min(best.length, MOST_RELATED);
  }
  return Int32Array.from(best).sort();
}
