/**
 * Whether the page remembers, as the page tells it. What it takes to remember is fetched after the first paint
 * (remember.ts).
 */
import { type Signal, signal } from "@preact/signals";
import type { Workbench } from "../steps/workbench.js";

export type MemoryState =
  /** Looking for a stored session, which takes a moment; `opening`: there is one, and it is being opened. */
  | { readonly kind: "looking" | "opening" }
  | { readonly kind: "remembered"; readonly tooLarge: readonly string[] }
  /** Another tab is the one that is remembered. */
  | { readonly kind: "elsewhere" }
  /** The browser does not allow it, or has no room; `hasStore`: something may be stored from before. */
  | { readonly kind: "not remembered"; readonly why: string; readonly hasStore: boolean };

export interface Memory {
  readonly state: Signal<MemoryState>;
  /** Files that were not stored for want of room, and other things to know after a session was opened; "": nothing. */
  readonly notice: Signal<string>;
  /** Opens the stored session, then remembers what changes. */
  start(): Promise<void>;
  /** Clears what is stored, and begins anew. */
  forget(): Promise<void>;
  /** Remembers this tab in place of another one. */
  takeOver(): Promise<void>;
}

export function createMemory(workbench: Workbench): Memory {
  const state = signal<MemoryState>({ kind: "looking" });
  const notice = signal("");
  const loading = () => import("./remember.js");
  let remembering: ReturnType<Awaited<ReturnType<typeof loading>>["createRememberer"]> | null = null;
  return {
    state,
    notice,
    async start() {
      remembering = (await loading()).createRememberer(workbench, { state, notice });
      await remembering.start();
    },
    forget: async () => remembering?.forget(),
    takeOver: async () => remembering?.takeOver(),
  };
}
