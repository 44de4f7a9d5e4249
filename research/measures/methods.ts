/**
 * All ways of explaining under one roof: ours, the paper's, and the peers; each ranks the features of a row.
 *
 * Peers that ask a detector ask the one that flagged the row: the autoencoder where it did, else the isolation forest.
 */

import {
  createExplainer,
  type Explainer,
  type LearnOptions,
  learn,
  type Method,
  type Model,
  type Table,
} from "../../src/index.js";
import { type BenchmarkSet, numbers } from "../data/benchmark-set.js";
import { type DetectorPair, trainDetectors } from "../data/train-detectors.js";
import {
  createPeerContext,
  matrixRow,
  PEERS,
  type Peer,
  type PeerContext,
  type PeerExplanation,
  type PeerName,
  rememberFor,
  toMatrix,
} from "../internals.js";

/** Explains one row of a table with the columns of the set. */
type RankFeatures = (table: Table, row: number) => Promise<readonly string[]>;

export interface RankingMethod {
  readonly name: string;
  /** `slow` ones are measured on fewer rows. */
  readonly speed: "fast" | "slow";
  prepare(set: BenchmarkSet, seed: number): { readonly rank: RankFeatures; readonly learnSeconds: number };
}

/** Learnt once for each set and kind of options. */
interface LearntSet {
  readonly model: Model;
  readonly seconds: number;
}

const learnings = rememberFor((_: BenchmarkSet) => new Map<string, LearntSet>());

export function learnSet(set: BenchmarkSet, options: LearnOptions): LearntSet {
  const key = JSON.stringify(options);
  let learnt = learnings(set).get(key);
  if (learnt === undefined) {
    const started = performance.now();
    const model = learn(set.train, options);
    learnings(set).set(key, (learnt = { model, seconds: (performance.now() - started) / 1000 }));
  }
  return learnt;
}

/** An explainer of rows that a person would see: preset, method, seed. */
export function explainerOf(set: BenchmarkSet, options: LearnOptions, method: Method): Explainer {
  return createExplainer(learnSet(set, options).model, { method });
}

/**
 * Our ways, by preset and method. `PAR` is the paper's method with our cells; `PAR, preset paper` follows its
 * letter.
 */
export const RULE_METHODS = {
  diagnosis: { preset: "default", method: "diagnosis" },
  PAR: { preset: "default", method: "paper" },
  "PAR, preset paper": { preset: "paper", method: "paper" },
} as const satisfies Readonly<Record<string, { readonly preset: LearnOptions["preset"]; readonly method: Method }>>;

export type RuleMethodName = keyof typeof RULE_METHODS;

export function ruleMethod(name: RuleMethodName): RankingMethod {
  const { preset, method } = RULE_METHODS[name];
  return {
    name,
    speed: "fast",
    prepare(set, seed) {
      const explainer = explainerOf(set, { preset, seed }, method);
      return {
        learnSeconds: learnSet(set, { preset, seed }).seconds,
        rank: async (table, row) => explainer(oneRow(table, row))[0]!.features.map(({ feature }) => feature),
      };
    },
  };
}

export function oneRow(table: Table, row: number): Table {
  return {
    rowCount: 1,
    columns: table.columns.map((column) => {
      if (column.type !== "number") throw new Error(`column ${column.name} is not of numbers`);
      return { ...column, values: column.values.slice(row, row + 1) };
    }),
  };
}

const pairs = rememberFor((_: BenchmarkSet) => new Map<number, DetectorPair>());

/** The set's detectors; made again where the set does not carry them. Same rows and seed, same detectors. */
export function detectorsOf(set: BenchmarkSet, seed: number): DetectorPair {
  let pair = pairs(set).get(seed);
  if (pair === undefined) pairs(set).set(seed, (pair = trainDetectors(set.train, set.test, seed)));
  return pair;
}

const contexts = rememberFor((_: DetectorPair) => new Map<keyof DetectorPair, PeerContext>());

function contextOf(set: BenchmarkSet, seed: number, which: keyof DetectorPair): PeerContext {
  const pair = detectorsOf(set, seed);
  let context = contexts(pair).get(which);
  if (context === undefined) contexts(pair).set(which, (context = createPeerContext(pair[which], set.train, seed)));
  return context;
}

export interface SeededSet {
  readonly set: BenchmarkSet;
  readonly seed: number;
}

/** The peer's whole answer about one row. */
export async function askPeer(
  peer: Peer,
  { set, seed }: SeededSet,
  at: { table: Table; row: number },
): Promise<PeerExplanation> {
  const which = numbers(at.table, "ae_flag")[at.row] === 1 ? "autoencoder" : "forest";
  const context = contextOf(set, seed, which);
  const matrix = toMatrix(context.encoding, oneRow(at.table, at.row));
  return peer.explain(context, matrixRow(matrix, 0));
}

const FAST_PEERS: readonly PeerName[] = ["z", "tail"];

export function peerMethod(name: PeerName): RankingMethod {
  const peer = PEERS[name]();
  return {
    name: peer.name === "KernelSHAP" ? "SHAP" : peer.name,
    speed: FAST_PEERS.includes(name) ? "fast" : "slow",
    prepare: (set, seed) => ({
      learnSeconds: 0,
      rank: async (table, row) =>
        (await askPeer(peer, { set, seed }, { table, row })).features.map(({ feature }) => feature),
    }),
  };
}
