/** What several test files need and one of them makes: an environment of Python in the user's cache. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Of several processes that ask at once, one makes it; the others wait until it is there, or nobody makes it. */
export function makeOnce<Made>(name: string, find: () => Made | null, make: () => Made): Made {
  const turn = `${name}.pid`;
  mkdirSync(dirname(name), { recursive: true });
  for (;;) {
    const found = find();
    if (found !== null) return found;
    if (!takeTurn(turn)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    else {
      try {
        return find() ?? make();
      } finally {
        rmSync(turn, { force: true });
      }
    }
  }
}

/** Whether nobody else who lives has written this file; then it is ours. */
function takeTurn(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!isAlive(path)) rmSync(path, { force: true });
    return false;
  }
}

function isAlive(path: string): boolean {
  try {
    return process.kill(Number(readFileSync(path, "utf8")), 0);
  } catch {
    return false;
  }
}
