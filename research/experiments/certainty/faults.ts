/**
 * Rows with readings that are truly wrong, and the truth: one to three features of a normal row are changed, each in
 * one of five ways.
 *
 *   uniform   a number drawn evenly from the range of the learning rows
 *   marginal  the value of another learning row
 *   shift     3 to 6 standard deviations up or down
 *   tenfold   ten times as much (a slipped decimal point); where that is less than a deviation away, a shift
 *   category  another of the categories; for every feature of texts
 *
 * No detector chooses among them: invisible changes stay in, as they would in life.
 */

import type { RowObject } from "../../../src/index.js";
import { type Random, randomInteger, randomPart } from "../../internals.js";

const FAULT_KINDS = ["uniform", "marginal", "shift", "tenfold"] as const;
type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultyRow {
  readonly row: RowObject;
  /** As it was before. */
  readonly sound: RowObject;
  /** Truly wrong; empty for a row that was left alone. */
  readonly features: readonly string[];
  readonly kind: FaultKind | "none";
}

/** What learning rows say about a feature: enough to break it. */
export interface Habit {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly distinct: readonly unknown[];
  readonly isNumeric: boolean;
  readonly isWhole: boolean;
  readonly min: number;
  readonly max: number;
  readonly deviation: number;
}

export function habitsOf(rows: readonly RowObject[]): Habit[] {
  return Object.keys(rows[0]!).map((name) => {
    const values = rows.map((row) => row[name]);
    const distinct = [...new Set(values)];
    const numbers = values.filter((value): value is number => typeof value === "number");
    const isNumeric = numbers.length === values.length && distinct.length > 5;
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / numbers.length;
    return {
      name,
      values,
      distinct,
      isNumeric,
      isWhole: isNumeric && numbers.every(Number.isInteger),
      min: numbers.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
      max: numbers.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
      deviation: Math.sqrt(variance),
    };
  });
}

/** One wrong feature in .6 of the rows, two in .25, three in .15; kinds in turn. */
export function breakRows(rows: readonly RowObject[], habits: readonly Habit[], random: Random): FaultyRow[] {
  const changeable = habits.filter(({ distinct }) => distinct.length > 1);
  return rows.map((sound, place) => {
    const kind = FAULT_KINDS[place % FAULT_KINDS.length]!;
    const draw = random();
    const count = Math.min(draw < 0.6 ? 1 : draw < 0.85 ? 2 : 3, changeable.length);
    const row: Record<string, unknown> = { ...sound };
    const broken = randomPart(changeable, count, random);
    for (const habit of broken) row[habit.name] = wrongValue(habit, sound[habit.name], { kind, random });
    return { row, sound, features: broken.map(({ name }) => name), kind };
  });
}

export function leftAlone(rows: readonly RowObject[]): FaultyRow[] {
  return rows.map((row) => ({ row, sound: row, features: [], kind: "none" as const }));
}

/** Draws until the value is another one; after so many a uniform draw, or any other value. */
const DRAWS = 30;

function wrongValue(habit: Habit, old: unknown, how: { readonly kind: FaultKind; readonly random: Random }): unknown {
  const others = habit.distinct.filter((value) => value !== old);
  if (!habit.isNumeric || typeof old !== "number") return others[randomInteger(how.random, others.length)];
  for (let draw = 0; draw < DRAWS; draw++) {
    const value = drawValue(habit, old, how);
    const fitting = habit.isWhole ? Math.round(value) : value;
    if (fitting !== old) return fitting;
  }
  return others[randomInteger(how.random, others.length)];
}

function drawValue(
  habit: Habit,
  old: number,
  { kind, random }: { readonly kind: FaultKind; readonly random: Random },
): number {
  const { min, max, deviation, values } = habit;
  const shift = (): number => old + (random() < 0.5 ? -1 : 1) * (3 + 3 * random()) * deviation;
  switch (kind) {
    case "uniform":
      return min + random() * (max - min);
    case "marginal":
      return values[randomInteger(random, values.length)] as number;
    case "shift":
      return shift();
    case "tenfold":
      return Math.abs(9 * old) < deviation ? shift() : 10 * old;
  }
}
