/**
 * Models and rows for which rules are easily told wrong in another language: quotes and odd letters in names and
 * values, -0, NaN, infinite numbers, missing values, values exactly on a cut-off, numbers with many digits, truth
 * values.
 */

import { createRandom, type Random } from "../../src/core/base/index.js";
import { learn } from "../../src/core/learn.js";
import type { Model } from "../../src/core/model/index.js";
import { type CellValue, type Table, tableFromColumns } from "../../src/core/table/index.js";

export interface NastyColumn {
  readonly name: string;
  readonly type: "number" | "text" | "boolean";
  readonly values: readonly CellValue[];
}

export interface NastyCase {
  readonly model: Model;
  readonly columns: readonly NastyColumn[];
  readonly table: Table;
}

const NUMBER_NAMES = ["x", 'a "quoted" name', "it's", "Größe 🚰", "select", "a{{b}}", "%s"];
const TEXT_NAMES = ["mode", "pump's", 'va"lve', "order"];
const TEXTS = [
  "ON",
  "it's",
  'a "b"',
  "",
  "Ünïcode 🙂",
  "back\\slash",
  "{{ x }}",
  "{% if %}",
  "NaN",
  "null",
  "a, b",
  "true",
];
const ODD_NUMBERS = [NaN, null, -0, 0, Infinity, -Infinity, 1e308, 5e-324, 0.1 + 0.2, 1e15 + 1, 9.5, 10];

/** Rows that follow rules, and rows that break them; the same for the same seed. */
export function nastyCase(seed: number): NastyCase {
  const random = createRandom(seed);
  const names = pickSome(NUMBER_NAMES, 2, random);
  const words = pickSome(TEXT_NAMES, 2, random);
  const [one, two, three, four] = pickSome(TEXTS, 4, random) as [string, string, string, string];
  const step = [1, 0.1, 0.25, 1e6][Math.floor(random() * 4)]!;
  const normal = Array.from({ length: 160 }, (_, row) => {
    const x = Math.floor(random() * 24) * step;
    const low = x < 11 * step;
    const rare = row % 23 === 0;
    return [
      x,
      (low ? 2 : 7) * step + Math.floor(random() * 6) * step,
      low ? one : two,
      rare ? three : low ? four : one,
      low,
      low ? 1 : 2.5,
    ] as CellValue[];
  });
  const types = ["number", "number", "text", "text", "boolean", "number"] as const;
  const columnNames = [...names, ...words, "is open", "level"];
  const model = learn(tableFromColumns(named(columnNames, normal)), { minConfidence: 0.8, seed, order: "none" });
  const bounds = model.predicates.flatMap((each) => (each.kind === "interval" ? [each.min, each.max] : []));
  const finite = [...bounds.filter(Number.isFinite), 2.5, 1];
  const roundings = finite.flatMap((bound) => [bound * (1 + 2 ** -52), bound * (1 - 2 ** -52), Math.fround(bound)]);
  const pool = [...ODD_NUMBERS, ...finite, ...roundings];
  const rows = Array.from({ length: 60 }, (): CellValue[] => {
    const row = [...normal[Math.floor(random() * normal.length)]!];
    for (const place of [Math.floor(random() * 6), Math.floor(random() * 6)]) {
      const type = types[place]!;
      row[place] =
        type === "number"
          ? pick(pool, random)
          : type === "text"
            ? pick([...TEXTS, null], random)
            : pick([true, false, null], random);
    }
    return row;
  });
  const columns = columnNames.map((name, place) => ({
    name,
    type: types[place]!,
    values: rows.map((row) => row[place]!),
  }));
  return { model, columns, table: tableFromColumns(columns) };
}

function named(names: readonly string[], rows: readonly (readonly CellValue[])[]) {
  return names.map((name, place) => ({ name, values: rows.map((row) => row[place]!) }));
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!;
}

function pickSome<T>(list: readonly T[], count: number, random: Random): T[] {
  const left = [...list];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
}
