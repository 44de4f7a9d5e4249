/**
 * The people: after every long shift they have the tank cleaned, and now and then they run it by hand for an hour.
 */
import type { Random } from "../../src/core/base/index.js";
import type { ValvePosition } from "./row.js";

/** What the operator asks of the controller this minute. */
export type Order =
  | { readonly kind: "automatic" }
  | { readonly kind: "clean" }
  | { readonly kind: "manual"; readonly pumpSpeed: number; readonly valve: ValvePosition };

/** The next cleaning and the next spell by hand; minutes since the first midnight. */
export interface Operator {
  readonly cleaningAt: number;
  readonly manualFrom: number;
  readonly manualUntil: number;
  readonly manual: Order;
}

export function startOperator(random: Random): Operator {
  return { cleaningAt: between(random, 500, 900), ...planManual(0, random) };
}

export function orderAt(operator: Operator, minute: number): Order {
  if (minute === operator.cleaningAt) return { kind: "clean" };
  const byHand = minute >= operator.manualFrom && minute < operator.manualUntil;
  return byHand ? operator.manual : { kind: "automatic" };
}

/** Plans the next turn of whatever is over. */
export function advanceOperator(operator: Operator, minute: number, random: Random): Operator {
  if (minute === operator.cleaningAt) return { ...operator, cleaningAt: minute + between(random, 700, 1100) };
  if (minute === operator.manualUntil) return { ...operator, ...planManual(minute, random) };
  return operator;
}

function planManual(minute: number, random: Random): Omit<Operator, "cleaningAt"> {
  const manualFrom = minute + between(random, 250, 650);
  const manualUntil = manualFrom + between(random, 40, 100);
  const valve = random() < 0.5 ? "Half" : "Open";
  return { manualFrom, manualUntil, manual: { kind: "manual", pumpSpeed: 100 * between(random, 13, 16), valve } };
}

/** An integer in [min, max). */
function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min));
}
