/**
 * Tables whose density is known: a network of categories and numbers. The chances of a category depend on earlier
 * categories; a number is a sum of earlier numbers and noise, of which all parts depend on earlier categories. Some
 * categories may not be shown: regimes that nobody wrote down.
 */

import { type Table, tableFromColumns } from "../../../src/index.js";
import { type Random, randomNormal } from "../../internals.js";

interface AnyNode {
  readonly name: string;
  readonly isShown: boolean;
  /** Places of earlier categories that it depends on. */
  readonly parents: readonly number[];
}

export interface CategoryNode extends AnyNode {
  readonly kind: "categorical";
  readonly size: number;
  /** For each state of the parents (see stateOf), the chance of each code. */
  readonly chances: readonly (readonly number[])[];
}

export interface NumberNode extends AnyNode {
  readonly kind: "numeric";
  /** Places of earlier numbers that it is made of. */
  readonly causes: readonly number[];
  /** For each state of the parents. */
  readonly states: readonly { readonly start: number; readonly slopes: readonly number[]; readonly spread: number }[];
  /** Whether it is shown as e to its power, as amounts are distributed. */
  readonly isPower: boolean;
}

export type NetworkNode = CategoryNode | NumberNode;

/** Each node depends on earlier ones only. A row has a code or a number for each. */
export type Network = readonly NetworkNode[];

/** Which of a node's states the codes of its parents in a row amount to. */
export function stateOf(network: Network, { parents }: NetworkNode, row: Float64Array): number {
  let state = 0;
  for (const parent of parents) state = state * (network[parent] as CategoryNode).size + row[parent]!;
  return state;
}

/** What a number is expected to be in a row, and how far from it it usually is. */
export function expectedIn(network: Network, node: NumberNode, row: Float64Array) {
  const { start, slopes, spread } = node.states[stateOf(network, node, row)]!;
  let middle = start;
  node.causes.forEach((cause, i) => {
    middle += slopes[i]! * row[cause]!;
  });
  return { middle, slopes, spread };
}

export function drawRow(network: Network, random: Random): Float64Array {
  const row = new Float64Array(network.length);
  network.forEach((node, place) => {
    if (node.kind === "numeric") {
      const { middle, spread } = expectedIn(network, node, row);
      row[place] = middle + spread * randomNormal(random);
    } else row[place] = drawCode(node.chances[stateOf(network, node, row)]!, random);
  });
  return row;
}

export function drawRows(network: Network, count: number, random: Random): Float64Array[] {
  return Array.from({ length: count }, () => drawRow(network, random));
}

export function drawCode(chances: readonly number[], random: Random): number {
  let left = random();
  for (let code = 0; code < chances.length - 1; code++) {
    left -= chances[code]!;
    if (left < 0) return code;
  }
  return chances.length - 1;
}

/** Places of what a table of such rows shows. */
export function shownPlaces(network: Network): number[] {
  return [...network.keys()].filter((place) => network[place]!.isShown);
}

export function tableOf(network: Network, rows: readonly Float64Array[]): Table {
  const columns = shownPlaces(network).map((place) => {
    const node = network[place]!;
    if (node.kind === "categorical") return { name: node.name, values: rows.map((row) => `${node.name}${row[place]}`) };
    return { name: node.name, values: Float64Array.from(rows, (row) => shownNumber(node, row[place]!)) };
  });
  return tableFromColumns(columns, rows.length);
}

/** Six digits, as people write numbers. */
function shownNumber({ isPower }: NumberNode, value: number): number {
  return Number((isPower ? Math.exp(value) : value).toPrecision(6));
}
