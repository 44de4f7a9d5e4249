/** A small model with something in every field, and every way to change one value of its file. */
import { learn } from "../../src/core/learn.js";
import type { Model } from "../../src/core/model/index.js";
import { type Table, tableFromRows } from "../../src/core/table/index.js";

export function smallModel(): Model {
  const options = { minSupport: 0.1, minConfidence: 0.7, trees: 2, neighbours: 6 };
  return learn(smallRows(), { ...options, exclude: ["Id"], numeric: ["Level", "Flow"] });
}

/** Every row that is unlike the others is among the first ten. */
export function smallRows(count = 40): Table {
  const rows = Array.from({ length: count }, (_, i) => ({
    Id: i,
    Level: i % 20,
    Flow: i % 7 === 0 ? null : (i % 20) * 2 + (i % 3),
    Pump: i % 20 > 9 ? "ON" : "OFF",
    Valve: i === 3 ? "jammed" : i === 9 ? "half" : i % 20 > 9,
    Mode: i === 5 ? "a" : i === 6 ? "b" : "c",
    Sign: i === 7 ? "x" : i === 8 ? "y" : "z",
  }));
  return tableFromRows(rows);
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export interface Tampering {
  readonly what: string;
  readonly value: Json;
}

/** Items of a list that are changed, from its start and its end: the others are like them. */
const ENDS = 2;

/** Every copy of the value with one change in it. */
export function* tamperings(value: Json, path = "model"): Generator<Tampering> {
  yield* replacements(value, path);
  if (Array.isArray(value)) yield* listChanges(value, path);
  else if (typeof value === "object" && value !== null) yield* fieldChanges(value, path);
}

function* replacements(value: Json, path: string): Generator<Tampering> {
  const others: Json[] = [null, true, -1, 0, 1, 2, 0.5, 5e9, 1e308, "", "NaN", "Infinity", [], [[]], {}, { a: 1 }];
  if (typeof value === "number") others.push(value + 1, -value, value / 3);
  if (typeof value === "string") others.push(`${value} `);
  const own = JSON.stringify(value);
  for (const other of others) {
    if (JSON.stringify(other) !== own) yield { what: `${path} = ${JSON.stringify(other)}`, value: other };
  }
}

function* listChanges(list: Json[], path: string): Generator<Tampering> {
  if (list.length > 0) yield { what: `${path} without its last`, value: list.slice(0, -1) };
  yield { what: `${path} with one more`, value: [...list, list[0] ?? 0] };
  const turned = [...list].reverse();
  if (JSON.stringify(turned) !== JSON.stringify(list)) yield { what: `${path} turned around`, value: turned };
  for (const [i, entry] of list.entries()) {
    if (i >= ENDS && i < list.length - ENDS) continue;
    for (const { what, value } of tamperings(entry, `${path}[${i}]`)) yield { what, value: list.with(i, value) };
  }
}

function* fieldChanges(fields: { [name: string]: Json }, path: string): Generator<Tampering> {
  yield { what: `${path} with another field`, value: { ...fields, more: 1 } };
  for (const [name, entry] of Object.entries(fields)) {
    const { [name]: _, ...others } = fields;
    yield { what: `${path} without ${name}`, value: others };
    for (const { what, value } of tamperings(entry, `${path}.${name}`))
      yield { what, value: { ...fields, [name]: value } };
  }
}
