/**
 * A made-up wide table, of which it is known what depends on what: half of the groups are five columns that follow one
 * hidden number (the fifth may be a state), the others are columns by themselves. Rows with one wrong reading each: a
 * number three to six deviations out, or one in the usual range that breaks with its group.
 */

import { type Table, tableFromColumns } from "../../src/index.js";
import { createRandom, type Random, randomInteger, randomNormal } from "../internals.js";

export interface WrongReading {
  readonly feature: string;
  readonly kind: "extreme" | "broken";
}

interface WideRows {
  readonly normal: Table;
  /** As normal rows, but none of them learnt. */
  readonly fresh: Table;
  readonly wrong: Table;
  /** What is wrong in each of them. */
  readonly truth: readonly WrongReading[];
}

interface WideShape {
  readonly columns: number;
  readonly rows: number;
  /** Fresh rows, and as many with a wrong reading. */
  readonly others: number;
  readonly seed: number;
}

interface WideColumn {
  readonly name: string;
  readonly values: (number | string)[];
  readonly isNumber: boolean;
  readonly isOfGroup: boolean;
}

export function makeWideRows({ columns: count, rows, others, seed }: WideShape): WideRows {
  const random = createRandom(seed);
  const total = rows + 2 * others;
  const columns: WideColumn[] = [];
  while (columns.length < count) columns.push(...makeColumns(total, random, { first: columns.length, end: count }));
  const truth = Array.from({ length: others }, (_, at) => makeWrong(columns, rows + others + at, { rows, at, random }));
  const part = (first: number, end: number): Table =>
    tableFromColumns(columns.map(({ name, values }) => ({ name, values: values.slice(first, end) })));
  return { normal: part(0, rows), fresh: part(rows, rows + others), wrong: part(rows + others, total), truth };
}

interface Range {
  readonly first: number;
  readonly end: number;
}

/** A group of five, or one by itself; no more than there is room for. */
function makeColumns(total: number, random: Random, { first, end }: Range): WideColumn[] {
  const named = (at: number, values: (number | string)[], isOfGroup: boolean): WideColumn => ({
    name: `s${first + at}`,
    values,
    isNumber: typeof values[0] === "number",
    isOfGroup,
  });
  const scale = [0.1, 1, 50, 1000][randomInteger(random, 4)]!;
  const normals = (): number[] => Array.from({ length: total }, () => randomNormal(random));
  if (random() < 0.5) {
    const isSkew = random() < 0.3;
    return [
      named(
        0,
        normals().map((value) => shorten(scale * (isSkew ? Math.exp(value) : value))),
        false,
      ),
    ];
  }
  const hidden = normals();
  return Array.from({ length: Math.min(5, end - first) }, (_, at) => {
    const sign = random() < 0.5 ? -1 : 1;
    if (at === 4 && random() < 0.5)
      return named(
        at,
        hidden.map((value) => (value + 0.15 * randomNormal(random) > 0 ? "on" : "off")),
        true,
      );
    return named(
      at,
      hidden.map((value) => shorten(10 + scale * (sign * value + 0.3 * randomNormal(random)))),
      true,
    );
  });
}

/** As a sensor writes it. */
function shorten(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

interface Wrong {
  /** Learning rows. */
  readonly rows: number;
  /** Which of the wrong rows: every other one breaks with its group. */
  readonly at: number;
  readonly random: Random;
}

function makeWrong(columns: readonly WideColumn[], row: number, { rows, at, random }: Wrong): WrongReading {
  const kind = at % 2 === 0 ? "extreme" : "broken";
  const candidates = columns.filter(({ isNumber, isOfGroup }) => isNumber && (isOfGroup || kind === "extreme"));
  const { name, values } = candidates[randomInteger(random, candidates.length)]!;
  const learnt = values.slice(0, rows) as number[];
  const mean = learnt.reduce((sum, value) => sum + value, 0) / rows;
  const deviation = Math.sqrt(learnt.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows);
  const z = ((values[row] as number) - mean) / deviation;
  const side = kind === "broken" ? -Math.sign(z || 1) : random() < 0.5 ? -1 : 1;
  const size = kind === "broken" ? Math.max(Math.abs(z), 1.5 + 0.7 * random()) : 3 + 3 * random();
  values[row] = shorten(mean + side * size * deviation);
  return { feature: name, kind };
}
