/** Seeded tables for benches: categories that depend on one another, and mixtures of numbers and categories. */

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { type Table, tableFromColumns } from "../../../src/index.js";
import { createRandom, type Random, randomInteger, randomNormal } from "../../internals.js";

interface CategoryShape {
  readonly rows: number;
  readonly features: number;
  readonly values: number;
  readonly seed: number;
}

/** Features of one group follow its hidden state. */
const GROUP = 5;

/**
 * Each feature takes the value of its group's hidden state most of the time, else any; how often differs from feature
 * to feature. So itemsets of several features are plenty, and some of them imply others.
 */
export function categoryTable({ rows, features, values, seed }: CategoryShape): Table {
  const random = createRandom(seed);
  const columns = Array.from({ length: features }, () => new Array<string>(rows));
  for (let row = 0; row < rows; row++) {
    let state = 0;
    columns.forEach((column, feature) => {
      if (feature % GROUP === 0) state = randomInteger(random, values);
      const fidelity = 0.3 + 0.65 * ((feature % GROUP) / (GROUP - 1));
      const value = random() < fidelity ? (state + feature) % values : randomInteger(random, values);
      column[row] = `v${value}`;
    });
  }
  return tableFromColumns(columns.map((column, feature) => ({ name: `c${feature}`, values: column })));
}

export interface MixedShape {
  readonly rows: number;
  readonly numeric: number;
  readonly categorical: number;
  readonly seed: number;
}

/** Hidden factors that numbers add up and categories cut; every third number follows two factors. */
const FACTORS = 5;

export function mixedTable(shape: MixedShape): Table {
  const nextRow = mixedRows(shape);
  const numbers = Array.from({ length: shape.numeric }, () => new Float64Array(shape.rows));
  const texts = Array.from({ length: shape.categorical }, () => new Array<string>(shape.rows));
  for (let row = 0; row < shape.rows; row++) {
    const values = nextRow();
    numbers.forEach((column, j) => {
      column[row] = values.numbers[j]!;
    });
    texts.forEach((column, j) => {
      column[row] = values.texts[j]!;
    });
  }
  return tableFromColumns([
    ...numbers.map((values, j) => ({ name: `n${j}`, values })),
    ...texts.map((values, j) => ({ name: `c${j}`, values })),
  ]);
}

/** The same rows as CSV, row by row, so that a table larger than memory can be written. */
export async function writeMixedCsv(path: string, shape: MixedShape): Promise<void> {
  const nextRow = mixedRows(shape);
  const file = createWriteStream(path);
  const names = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, j) => `${prefix}${j}`);
  let text = `${[...names("n", shape.numeric), ...names("c", shape.categorical)].join(",")}\n`;
  for (let row = 0; row < shape.rows; row++) {
    const { numbers, texts } = nextRow();
    text += `${[...numbers, ...texts].join(",")}\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, "drain");
    text = "";
  }
  file.end(text);
  await once(file, "finish");
}

interface MixedRow {
  readonly numbers: Float64Array;
  readonly texts: readonly string[];
}

const LEVELS = ["low", "middle", "high"];

/** Gives row after row; the buffers are reused. */
function mixedRows({ numeric, categorical, seed }: MixedShape): () => MixedRow {
  const random = createRandom(seed);
  const loads = Array.from({ length: numeric }, () => 0.5 + random());
  const factors = new Float64Array(FACTORS);
  const numbers = new Float64Array(numeric);
  const texts = new Array<string>(categorical);
  return () => {
    fillNormal(factors, random);
    for (let j = 0; j < numeric; j++) {
      const second = j % 3 === 0 ? factors[(j + 1) % FACTORS]! : 0;
      const value = loads[j]! * (factors[j % FACTORS]! + second) + 0.4 * randomNormal(random);
      numbers[j] = Math.round(value * 1000) / 1000 + 0;
    }
    for (let j = 0; j < categorical; j++) {
      const value = factors[j % FACTORS]! + 0.2 * randomNormal(random);
      texts[j] = LEVELS[value < -0.5 ? 0 : value < 0.7 ? 1 : 2]!;
    }
    return { numbers, texts };
  };
}

function fillNormal(buffer: Float64Array, random: Random): void {
  for (let i = 0; i < buffer.length; i++) buffer[i] = randomNormal(random);
}
