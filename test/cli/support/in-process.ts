/** The program without a process of its own, for tests that look at its messages only. */
import type { Io, Output } from "../../../src/cli/system/io.js";

/** What it says on standard error is put into `errors`. */
export function ioWith(errors: string[]): Io {
  const output = (written: string[]): Output => ({
    write: async (text) => void written.push(String(text)),
    writeNow: (text) => void written.push(text),
    isTerminal: false,
    isFile: false,
    width: () => null,
  });
  const stop = new AbortController().signal;
  return {
    version: "0",
    program: "parsight",
    stdin: undefined,
    stdout: output([]),
    stderr: output(errors),
    environment: {},
    stop,
    finishWhenStopped: () => {},
  };
}
