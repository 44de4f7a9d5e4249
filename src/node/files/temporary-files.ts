/**
 * The temporary files of this process, so that none is left behind: a failure removes its files, and an end of the
 * process (exit, SIGINT, SIGTERM, SIGHUP) removes all that remain.
 *
 * This is the one place in `node/` with state: a signal has nobody to hand it a list. A program that handles
 * a signal itself is left to it, and may call `removeTemporaryFiles` when it is ready to.
 */
import { rmSync } from "node:fs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const paths = new Set<string>();

/** Remember a file or folder to remove if the process ends before `forgetTemporaryFile`. */
export function rememberTemporaryFile(path: string): void {
  if (paths.size === 0) {
    process.on("exit", removeTemporaryFiles);
    for (const signal of SIGNALS) process.on(signal, removeAndEnd);
  }
  paths.add(path);
}

/** Call it once the file was renamed or removed. */
export function forgetTemporaryFile(path: string): void {
  paths.delete(path);
  if (paths.size > 0) return;
  process.off("exit", removeTemporaryFiles);
  for (const signal of SIGNALS) process.off(signal, removeAndEnd);
}

/** Remove every temporary file at once, synchronously; for signal handlers. Never throws: there is nobody to tell. */
export function removeTemporaryFiles(): void {
  for (const path of [...paths]) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // A file that cannot be removed now could not be created here either; the folder is gone or was made read-only.
    }
    forgetTemporaryFile(path);
  }
}

/** Without another listener the signal would have ended the process: clean up, then let it. */
function removeAndEnd(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeTemporaryFiles();
  process.kill(process.pid, signal);
}
