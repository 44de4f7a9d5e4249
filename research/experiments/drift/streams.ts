/**
 * Rows to learn from and streams of rows that are as those were, of kinds that depend on their neighbours more or less.
 * Models are learnt without trees and neighbours, which drift does not ask.
 */
import { runMinute, startSimulation, toRow } from "../../../examples/water-tank/simulation.js";
import { learn, type Model, type RowObject, tableFromRows } from "../../../src/index.js";
import { createRandom } from "../../internals.js";
import { autoregressiveRows, drawRows, STRUCTURES } from "../certainty/structures.js";

export interface StreamKind {
  readonly name: string;
  /** Rows that a model learns from, by its number. */
  learnt(model: number): RowObject[];
  /** Fresh rows for that model. */
  fresh(model: number, stream: number): RowObject[];
}

const TANK_ROWS = 10_000;
const ROWS = 5000;
/** Seeds of streams are beyond those of what is learnt. */
const FRESH = 100_000;

const weeks = new Map<number, RowObject[]>();

/** A week of the water tank, one row a minute. */
export function tankWeek(seed: number): RowObject[] {
  let week = weeks.get(seed);
  if (week === undefined) weeks.set(seed, (week = simulateWeek(seed)));
  return week;
}

function simulateWeek(seed: number): RowObject[] {
  const random = createRandom(seed);
  let simulation = startSimulation(random);
  return Array.from({ length: TANK_ROWS }, () => {
    simulation = runMinute(simulation, random);
    return { ...toRow(simulation) };
  });
}

export const TANK: StreamKind = {
  name: "weeks of the water tank",
  learnt: (model) => tankWeek(model),
  fresh: (_, stream) => tankWeek(FRESH + stream),
};

export function autoregressive(phi: number): StreamKind {
  const rows = (seed: number): RowObject[] => autoregressiveRows(ROWS, { phi }, createRandom(seed));
  return {
    name: `AR(1) with φ = ${phi}`,
    learnt: (model) => rows(model),
    fresh: (model, stream) => rows(FRESH * (1 + model) + stream),
  };
}

export const INDEPENDENT: StreamKind = {
  name: "independent rows",
  learnt: (model) => drawRows(STRUCTURES["numbers and categories"](model), ROWS, createRandom(model)),
  fresh: (model, stream) =>
    drawRows(STRUCTURES["numbers and categories"](model), ROWS, createRandom(FRESH * (1 + model) + stream)),
};

export function learnStream(kind: StreamKind, model: number): Model {
  return learn(tableFromRows(kind.learnt(model)), { trees: 0, neighbours: 0 });
}
