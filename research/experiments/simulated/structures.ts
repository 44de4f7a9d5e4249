/** Structures of tables, drawn by lot within what their name says. */
import { type Random, randomInteger, randomNormal, randomPart } from "../../internals.js";
import type { CategoryNode, Network, NetworkNode, NumberNode } from "./network.js";

export interface Structure {
  readonly name: string;
  readonly rows: number;
  readonly make: (random: Random) => Network;
}

export const STRUCTURES: readonly Structure[] = [
  { name: "numbers-300", rows: 300, make: (random) => grow({ numbers: 8 }, random) },
  { name: "numbers-3000", rows: 3000, make: (random) => grow({ numbers: 8 }, random) },
  { name: "regimes", rows: 3000, make: (random) => grow({ regimes: 4, numbers: 8 }, random) },
  { name: "numbers-wide", rows: 3000, make: (random) => grow({ numbers: 40 }, random) },
  { name: "categories-300", rows: 300, make: (random) => grow({ categories: 10 }, random) },
  { name: "categories-5000", rows: 5000, make: (random) => grow({ categories: 10 }, random) },
  { name: "both", rows: 5000, make: (random) => grow({ categories: 6, numbers: 6 }, random) },
  { name: "amounts", rows: 5000, make: amounts },
];

interface Parts {
  /** Categories that are not shown and that all numbers depend on. */
  readonly regimes?: number;
  readonly categories?: number;
  readonly numbers?: number;
}

function grow({ regimes = 0, categories = 0, numbers = 0 }: Parts, random: Random): Network {
  const nodes: NetworkNode[] = [];
  if (regimes > 0)
    nodes.push(categoryNode(nodes, { name: "regime", size: regimes, parents: [], isShown: false }, random));
  for (let i = 0; i < categories; i++) {
    const parents = randomPart(placesOf(nodes, "categorical"), randomInteger(random, 3), random);
    const shape = { name: `c${i}`, size: 3 + randomInteger(random, 5), parents, isShown: true };
    nodes.push(categoryNode(nodes, shape, random));
  }
  for (let i = 0; i < numbers; i++) {
    const known = placesOf(nodes, "categorical");
    const parents = regimes > 0 ? [0] : randomPart(known, Math.min(known.length, randomInteger(random, 3)), random);
    const causes = randomPart(placesOf(nodes, "numeric"), 1 + randomInteger(random, 2), random);
    const spread = 0.25 + 0.5 * random();
    nodes.push(numberNode(nodes, { name: `n${i}`, parents, causes, spread, isPower: random() < 0.4 }, random));
  }
  return nodes;
}

function placesOf(nodes: readonly NetworkNode[], kind: NetworkNode["kind"]): number[] {
  return [...nodes.keys()].filter((place) => nodes[place]!.kind === kind);
}

function stateCount(nodes: readonly NetworkNode[], parents: readonly number[]): number {
  return parents.reduce((count, parent) => count * (nodes[parent] as CategoryNode).size, 1);
}

type CategoryShape = Pick<CategoryNode, "name" | "size" | "parents" | "isShown">;

/** Some codes are likely in each state, others hardly ever seen. */
function categoryNode(nodes: readonly NetworkNode[], shape: CategoryShape, random: Random): CategoryNode {
  const chances = Array.from({ length: stateCount(nodes, shape.parents) }, () => {
    const weights = Array.from({ length: shape.size }, () => Math.exp(2 * randomNormal(random)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });
  return { kind: "categorical", ...shape, chances };
}

type NumberShape = Pick<NumberNode, "name" | "parents" | "causes" | "isPower"> & { readonly spread: number };

/** Categories move the start, the slopes and the spread. */
function numberNode(nodes: readonly NetworkNode[], { spread, ...shape }: NumberShape, random: Random): NumberNode {
  const slopes = shape.causes.map(() => 0.9 * randomNormal(random));
  const states = Array.from({ length: stateCount(nodes, shape.parents) }, () => ({
    start: shape.parents.length === 0 ? 0 : 1.5 * randomNormal(random),
    slopes: slopes.map((slope) => slope + (shape.parents.length === 0 ? 0 : 0.3 * randomNormal(random))),
    spread: spread * (shape.parents.length === 0 ? 1 : Math.exp(0.3 * randomNormal(random))),
  }));
  return { kind: "numeric", isShown: true, ...shape, states };
}

/** Purchases: how much depends on currency and kind together; a fee and a total follow within a few percent. */
function amounts(random: Random): Network {
  const nodes: NetworkNode[] = [];
  const category = (name: string, size: number, parents: readonly number[]): void => {
    nodes.push(categoryNode(nodes, { name, size, parents, isShown: true }, random));
  };
  const number = (name: string, shape: Omit<NumberShape, "name" | "isPower">): void => {
    nodes.push(numberNode(nodes, { name, isPower: true, ...shape }, random));
  };
  category("country", 8, []);
  category("currency", 5, [0]);
  category("kind", 9, []);
  category("channel", 3, [2]);
  number("amount", { parents: [1, 2], causes: [], spread: 0.4 });
  number("fee", { parents: [3], causes: [4], spread: 0.05 });
  number("weight", { parents: [2], causes: [4], spread: 0.3 });
  number("total", { parents: [1], causes: [4, 5], spread: 0.03 });
  number("wait", { parents: [3], causes: [], spread: 0.6 });
  return nodes;
}
