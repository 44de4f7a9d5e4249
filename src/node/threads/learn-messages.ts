/** What the learning worker is asked and what it reports, as plain data that can cross threads. */
import type { MessagePort } from "node:worker_threads";
import type { LearnPhase } from "../../core/learning/index.js";
import type { LearnOptions, Model } from "../../core/model/index.js";
import type { Table } from "../../core/table/index.js";

/** What is learnt, in whichever thread. */
export interface LearnWork {
  readonly table: Table;
  readonly options: LearnOptions;
  /** Whether the model is also wanted as the bytes of its file. */
  readonly packing: Packing;
}

export interface LearnTask extends LearnWork {
  /** Most threads to learn with, the learning thread included. */
  readonly threads: number;
}

export type Packing = "none" | "plain" | "gzip";

export type LearnReport =
  | { readonly kind: "progress"; readonly phase: LearnPhase; readonly done: number; readonly total: number }
  /** Wants a helper to be started, which answers on the port. */
  | { readonly kind: "spawn"; readonly port: MessagePort }
  | { readonly kind: "refused"; readonly code: string; readonly message: string; readonly hint: string }
  | { readonly kind: "model"; readonly model: Model }
  /** The last: the model was told before. */
  | { readonly kind: "done"; readonly done: Omit<Learnt, "model"> };

export interface Learnt {
  readonly model: Model;
  /** The model's file, or null when it was not asked for. */
  readonly file: Uint8Array<ArrayBuffer> | null;
  /** Time each phase took, in seconds. */
  readonly seconds: Readonly<Record<string, number>>;
}
