/**
 * Stores what changes in the workbench, a moment later: the choices as a whole, files only when they are others than
 * those that are stored. Files for which the browser has no room are left out, and named.
 */
import { effect } from "@preact/signals";
import type { Workbench } from "../steps/workbench.js";
import type { BrowserStore } from "./browser-store.js";
import type { StoredSession, StoredTable } from "./stored-session.js";
import { filesOf, NO_FILES, type SessionFiles, takeSession } from "./take-session.js";

export interface SessionWriter {
  /** Stores all of it, whatever was stored before. */
  writeAll(): void;
  /** When it has ended, nothing is being stored any more. */
  stop(): Promise<void>;
}

interface WriterEvents {
  /** With the names of files for which there was no room. */
  readonly onStored: (tooLarge: readonly string[]) => void;
  readonly onFailed: (error: unknown) => void;
}

interface WriterParts extends WriterEvents {
  readonly store: BrowserStore;
  /** The files that are stored already. */
  readonly stored: SessionFiles;
}

/** Changes that come together are stored together. */
const PAUSE_MS = 300;

export function createSessionWriter(workbench: Workbench, parts: WriterParts): SessionWriter {
  const { store, onStored, onFailed } = parts;
  let { stored } = parts;
  /** Tables that did not fit: they are not tried again. */
  let tooLarge = NO_FILES;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  let isOver = false;

  async function write(): Promise<void> {
    const review = await reviewText(workbench);
    if (isOver) return;
    const all = filesOf(workbench);
    const files = without(all, tooLarge);
    const session = { ...takeSession(workbench, workbench.desk), review };
    try {
      await store.write(changesOf(markLeftOut(session, all, files), files, stored));
      stored = files;
      onStored([...namesOf(all.normal, files.normal), ...namesOf(all.rows, files.rows)]);
    } catch (error) {
      const hasTables = files.normal !== undefined || files.rows !== undefined;
      if (!isAboutRoom(error) || !hasTables) throw error;
      tooLarge = { ...all, model: undefined };
      await write();
    }
  }

  const schedule = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      writing = writing.then(write).catch(onFailed);
    }, delay);
  };
  const storeNow = (): void => {
    if (document.visibilityState === "hidden" && timer !== undefined) schedule(0);
  };

  let isFirst = true;
  const unfollow = effect(() => {
    takeSession(workbench, workbench.desk);
    void workbench.desk.review.value;
    if (!isFirst) schedule(PAUSE_MS);
    isFirst = false;
  });
  document.addEventListener("visibilitychange", storeNow);

  return {
    writeAll() {
      stored = NO_FILES;
      schedule(0);
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      unfollow();
      document.removeEventListener("visibilitychange", storeNow);
      return writing;
    },
  };
}

async function reviewText({ desk }: Workbench): Promise<string | null> {
  const { approved, muted, notes } = desk.review.value;
  return approved.length + muted.length + notes.length === 0 ? null : desk.text();
}

function without(files: SessionFiles, others: SessionFiles): SessionFiles {
  const fits = <T>(each: T, other: T): T | undefined => (each === other ? undefined : each);
  return { ...files, normal: fits(files.normal, others.normal), rows: fits(files.rows, others.rows) };
}

function markLeftOut(session: StoredSession, all: SessionFiles, stored: SessionFiles): StoredSession {
  const mark = (table: StoredTable, isLeftOut: boolean): StoredTable =>
    isLeftOut ? { ...table, kind: "too large" } : table;
  const { normal, rows } = session;
  return {
    ...session,
    normal: normal === null ? null : mark(normal, all.normal !== stored.normal),
    rows: rows === null || rows === "normal" ? rows : mark(rows, all.rows !== stored.rows),
  };
}

function namesOf(files: readonly File[] | undefined, stored: readonly File[] | undefined): readonly string[] {
  return files === undefined || files === stored ? [] : files.map(({ name }) => name);
}

function changesOf(session: StoredSession, files: SessionFiles, stored: SessionFiles): ReadonlyMap<string, unknown> {
  const changes = new Map<string, unknown>([["session", session]]);
  for (const name of ["normal", "rows", "model"] as const)
    if (files[name] !== stored[name]) changes.set(name, files[name]);
  return changes;
}

function isAboutRoom(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}
