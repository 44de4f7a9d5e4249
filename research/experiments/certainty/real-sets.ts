/** Public sets as rows, split anew by a seed: nothing here was in view when the product's numbers were chosen. */

import type { RowObject } from "../../../src/index.js";
import { type RawSet, readRawSet } from "../../data/adbench.js";
import { dataFolder } from "../../data/data-folder.js";
import { shuffled } from "../../data/shuffle.js";
import { createRandom, hashText, randomPart } from "../../internals.js";

export interface RealSet {
  readonly name: string;
  /** In an order drawn by lot, as are the anomalies. */
  readonly normal: readonly RowObject[];
  readonly anomalies: readonly RowObject[];
}

/** Rows of a set that are used at most; of the large ones a part drawn by lot. */
const MAX_ROWS = 45_000;
const MAX_ANOMALIES = 1000;

const raw = new Map<string, Promise<RawSet>>();

export async function realSet(name: string, seed: number): Promise<RealSet> {
  let reading = raw.get(name);
  if (reading === undefined) raw.set(name, (reading = readRawSet(name, dataFolder(), fetch)));
  const { values, labels } = await reading;
  const random = createRandom(seed * 6007 + (hashText(name, 2) >>> 0));
  const width = values.shape[1]!;
  const rowsOf = (label: number, most: number): RowObject[] => {
    const rows = [...labels.keys()].filter((row) => labels[row] === label);
    return shuffled(randomPart(rows, most, random), random).map((row) =>
      Object.fromEntries(Array.from({ length: width }, (_, i) => [`f${i}`, values.values[row * width + i]!])),
    );
  };
  return { name, normal: rowsOf(0, MAX_ROWS), anomalies: rowsOf(1, MAX_ANOMALIES) };
}
