/** Who does the work of learning, who is told how far it is, and who may end it: the hooks of the caller, checked. */
import { StoppedError } from "../base/index.js";
import { openKernel, type Pool, soloPool } from "../compute/index.js";
import { checkOptions, type HookSpec } from "../model/index.js";
import type { ColumnStore } from "../table/index.js";

export const LEARN_PHASES = ["profile", "cut-offs", "rules", "diagnosis"] as const;
export type LearnPhase = (typeof LEARN_PHASES)[number];

export interface LearnHooks {
  /** Called now and then with done ≤ total, phases in their order. */
  readonly onProgress?: ((phase: LearnPhase, done: number, total: number) => void) | undefined;
  readonly shouldStop?: (() => boolean) | undefined;
  /** Who does the work; default: the calling thread alone. */
  readonly pool?: Pool | undefined;
  /** Where columns lie that do not fit into memory; default: they do. */
  readonly store?: ColumnStore | undefined;
}

const LEARN_HOOKS = {
  onProgress: { kind: "function", help: "told of the phase, and how much of it is done" },
  shouldStop: { kind: "function", help: "asked now and then; true ends learning" },
  pool: { kind: "object", help: "who does the work" },
  store: { kind: "object", help: "where columns lie that do not fit into memory" },
} as const satisfies Readonly<Record<keyof LearnHooks, HookSpec>>;

export interface LearningWork {
  readonly pool: Pool;
  readonly store: ColumnStore | undefined;
  shouldStop(): boolean;
  /** Tells of a phase; throws a StoppedError when learning is to end. */
  step(phase: LearnPhase): (done: number, total: number) => void;
}

export function openWork(hooks: LearnHooks): LearningWork {
  checkOptions(hooks, LEARN_HOOKS, { what: "hook" });
  const { onProgress = () => {}, shouldStop = () => false, pool = soloPool(openKernel()), store } = hooks;
  const step = (phase: LearnPhase) => (done: number, total: number) => {
    if (shouldStop()) throw new StoppedError();
    onProgress(phase, done, total);
  };
  return { pool, store, shouldStop, step };
}
