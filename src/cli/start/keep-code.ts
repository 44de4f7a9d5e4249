/**
 * Keeps the code of all scripts that a run of the program has loaded, for the processes after it. The build does this once.
 *
 * It is done when the process exits: functions are compiled when they are first called, so only what has run is in it.
 */
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { keptCodeOf, packCode } from "./kept-code.js";
import type { LoadedProgram } from "./load-program.js";

export function keepCodeAtExit({ scripts }: LoadedProgram): void {
  setFlagsFromString("--no-flush-bytecode"); // else a long run loses the code of its beginning
  process.once("exit", () => {
    setFlagsFromString("--flush-bytecode"); // an engine refuses code that was made with other flags than its own
    for (const { path, source, script } of scripts) {
      writeWhole(keptCodeOf(path), packCode(source, script.createCachedData()));
    }
  });
}

/** Nobody sees a part of the file. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, path);
}
