/**
 * Remembers the session of this tab in the browser: it is opened again when the page is. One tab at a time is
 * remembered, the first one, unless the person says otherwise.
 *
 * Nothing is lost without a word: what cannot be stored or opened is told. What is stored is written over only once
 * something has changed since it was opened.
 */
import type { Signal } from "@preact/signals";
import type { Workbench } from "../steps/workbench.js";
import { type BrowserStore, openStore } from "./browser-store.js";
import type { MemoryState } from "./memory.js";
import { type FoundSession, restoreSession } from "./restore-session.js";
import { createSessionWriter, type SessionWriter } from "./session-writer.js";
import { parseSession, type StoredSession } from "./stored-session.js";
import { holdLock } from "./tab-lock.js";
import { NO_FILES, type SessionFiles } from "./take-session.js";

interface Told {
  readonly state: Signal<MemoryState>;
  readonly notice: Signal<string>;
}

interface Rememberer {
  start(): Promise<void>;
  forget(): Promise<void>;
  takeOver(): Promise<void>;
}

const NEEDS_HTTPS = "the page's address must begin with https, or be one of this computer";
const UNKNOWN =
  "What this browser had stored was left by another version of the page, or is damaged, and cannot be opened. It is replaced when you open something.";

export function createRememberer(workbench: Workbench, { state, notice }: Told): Rememberer {
  let store: BrowserStore | null = null;
  let writer: SessionWriter | null = null;

  function refuse(why: string): void {
    void writer?.stop();
    state.value = { kind: "not remembered", why, hasStore: store !== null };
  }

  /** Stores what changes from now on. */
  function follow(opened: BrowserStore, stored: SessionFiles): SessionWriter {
    state.value = { kind: "remembered", tooLarge: [] };
    return createSessionWriter(workbench, {
      store: opened,
      stored,
      onStored: (tooLarge) => (state.value = { kind: "remembered", tooLarge }),
      onFailed: (error) => refuse(`the browser could not store it (${messageOf(error)})`),
    });
  }

  function onLost(): void {
    void writer?.stop();
    state.value = { kind: "elsewhere" };
  }

  /** Opens what is stored; returns the files of it. */
  async function open(opened: BrowserStore): Promise<SessionFiles> {
    const found = await findSession(opened);
    if (found === "unknown") notice.value = UNKNOWN;
    if (found === null || found === "unknown" || !isUntouched(workbench)) return NO_FILES;
    state.value = { kind: "opening" };
    await restoreSession(workbench, found);
    notice.value = describeLeftOut(found.session);
    return found.files;
  }

  return {
    async start() {
      if (navigator.locks === undefined) return refuse(NEEDS_HTTPS);
      try {
        store = await openStore();
        if (await holdLock({ as: "first", onLost })) writer = follow(store, await open(store));
        else state.value = { kind: "elsewhere" };
      } catch (error) {
        refuse(`the browser does not allow it (${messageOf(error)})`);
      }
    },

    async forget() {
      await writer?.stop();
      try {
        await store?.clear();
        location.reload();
      } catch (error) {
        refuse(`the browser could not forget it (${messageOf(error)})`);
      }
    },

    async takeOver() {
      if (store === null || !(await holdLock({ as: "take", onLost }))) return;
      writer = follow(store, NO_FILES);
      writer.writeAll();
    },
  };
}

function describeLeftOut({ normal, rows }: StoredSession): string {
  const names = [normal, rows].flatMap((table) =>
    table !== null && table !== "normal" && table.kind === "too large" ? table.names : [],
  );
  return names.length === 0 ? "" : `The browser had no room for ${names.join(", ")}: choose it again.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Whether nobody has begun anything yet. */
function isUntouched({ normal, model, busy }: Workbench): boolean {
  return normal.value === null && model.value === null && busy.value === null;
}

/** Null: nothing is stored; unknown: something that cannot be used. */
async function findSession(store: BrowserStore): Promise<FoundSession | "unknown" | null> {
  const values = await store.read();
  if (values.size === 0) return null;
  const session = parseSession(values.get("session"));
  if (session === null) return "unknown";
  const model = values.get("model");
  const files = {
    normal: asFiles(values.get("normal")),
    rows: asFiles(values.get("rows")),
    model: model instanceof Blob ? model : undefined,
  };
  return { session, files };
}

function asFiles(stored: unknown): readonly File[] | undefined {
  return Array.isArray(stored) && stored.every((file) => file instanceof File) ? stored : undefined;
}
