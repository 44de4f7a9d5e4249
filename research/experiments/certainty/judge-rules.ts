/**
 * How often rules hold in rows that nobody has seen: rows where the antecedent holds and the consequent is known, and
 * those of them where it holds too, by cluster (a week of rows that depend on one another; else every row is its own).
 */

import type { Column, PublicPredicate, Rule, Table } from "../../../src/index.js";
import { cellValue } from "../../internals.js";

export interface FreshRows {
  readonly table: Table;
  /** Rows of each cluster in a row; null: rows are independent. */
  readonly clusterRows: number | null;
}

export interface Held {
  readonly known: number;
  readonly held: number;
  /** Of held / known. */
  readonly error: number;
}

/** Whether a predicate holds in a row. */
export type Ask = (row: number) => State;
export type State = 0 | 1 | 2;
export const FAILS = 0;
export const HOLDS = 1;
export const MISSING = 2;

/** The rule's confidence in fresh rows, with its error. */
export function heldIn(rule: Rule, { table, clusterRows }: FreshRows): Held {
  const antecedent = rule.antecedent.map((predicate) => askOf(predicate, table));
  const consequent = askOf(rule.consequent, table);
  const size = clusterRows ?? table.rowCount;
  const clusters = Array.from({ length: Math.ceil(table.rowCount / size) }, () => ({ known: 0, held: 0 }));
  for (let row = 0; row < table.rowCount; row++) {
    if (!antecedent.every((ask) => ask(row) === HOLDS)) continue;
    const state = consequent(row);
    if (state === MISSING) continue;
    const cluster = clusters[Math.floor(row / size)]!;
    cluster.known++;
    if (state === HOLDS) cluster.held++;
  }
  const known = clusters.reduce((sum, cluster) => sum + cluster.known, 0);
  const held = clusters.reduce((sum, cluster) => sum + cluster.held, 0);
  return { known, held, error: clusterRows === null ? binomialError(known, held) : ratioError(clusters, known, held) };
}

function binomialError(known: number, held: number): number {
  const share = held / known;
  return Math.sqrt((share * (1 - share)) / known);
}

/** Of a ratio of sums over clusters. */
function ratioError(clusters: readonly { known: number; held: number }[], known: number, held: number): number {
  const share = held / known;
  const squares = clusters.reduce((sum, cluster) => sum + (cluster.held - share * cluster.known) ** 2, 0);
  const count = clusters.filter((cluster) => cluster.known > 0).length;
  return Math.sqrt((squares * count) / Math.max(1, count - 1)) / known;
}

export function askOf(predicate: PublicPredicate, table: Table): Ask {
  if ("anyOf" in predicate) return anyOf(predicate.anyOf.map((part) => askOf(part, table)));
  const column = table.columns.find(({ name }) => name === predicate.feature);
  if (column === undefined) throw new Error(`no column ${predicate.feature}`);
  if ("present" in predicate) return (row) => (cellValue(column, row) === null ? FAILS : HOLDS);
  if ("in" in predicate) return membership(column, new Set<unknown>(predicate.in));
  if (column.type !== "number") throw new Error(`an interval about ${column.name}, which holds no numbers`);
  const { values } = column;
  const min = predicate.min ?? Number.NEGATIVE_INFINITY;
  const max = predicate.max ?? Number.POSITIVE_INFINITY;
  const isClosed = predicate.maxInclusive === true || predicate.max === null;
  return (row) => {
    const value = values[row]!;
    if (Number.isNaN(value)) return MISSING;
    return value >= min && (value < max || (isClosed && value === max)) ? HOLDS : FAILS;
  };
}

function membership(column: Column, wanted: ReadonlySet<unknown>): Ask {
  return (row) => {
    const value = cellValue(column, row);
    return value === null ? MISSING : wanted.has(value) ? HOLDS : FAILS;
  };
}

function anyOf(asks: readonly Ask[]): Ask {
  return (row) => {
    const states = asks.map((ask) => ask(row));
    if (states.includes(HOLDS)) return HOLDS;
    return states.includes(MISSING) ? MISSING : FAILS;
  };
}
