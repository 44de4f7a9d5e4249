/**
 * Renames a file over another one. Where files may be renamed while somebody reads them, that is one call. On Windows
 * whoever has one of the two open stands in the way, often a virus scanner and for a moment only; so it is tried again
 * for a while.
 */
import { rename } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** What the renaming needs of the system; tests pass a fake. */
export interface RenamingSystem {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

const THIS_SYSTEM: RenamingSystem = { platform: process.platform, rename, wait: setTimeout };

/** Together 1.6 seconds. */
const WAITS_MS = [10, 20, 40, 80, 150, 300, 500, 500];
const IN_THE_WAY: ReadonlySet<string | undefined> = new Set(["EPERM", "EACCES", "EBUSY"]);

export async function replaceFile(from: string, to: string, system: RenamingSystem = THIS_SYSTEM): Promise<void> {
  for (const milliseconds of system.platform === "win32" ? WAITS_MS : []) {
    try {
      return await system.rename(from, to);
    } catch (error) {
      if (!IN_THE_WAY.has((error as NodeJS.ErrnoException).code)) throw error;
      await system.wait(milliseconds);
    }
  }
  return system.rename(from, to);
}
