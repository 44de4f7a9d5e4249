/** parsight as a person types it, without a process of its own: what it writes, and how it ends. */

import { run } from "../../src/cli/run.js";
import type { Io, Output } from "../../src/cli/system/io.js";

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export function parsight(...words: readonly string[]): Promise<Outcome> {
  return runOn(null, words);
}

/** On a terminal of so many columns. */
export function parsightOnScreen(columns: number, ...words: readonly string[]): Promise<Outcome> {
  return runOn(columns, words);
}

async function runOn(columns: number | null, words: readonly string[]): Promise<Outcome> {
  const output = (written: string[]): Output => ({
    write: async (text) => void written.push(typeof text === "string" ? text : Buffer.from(text).toString()),
    writeNow: () => {},
    isTerminal: columns !== null,
    isFile: false,
    width: () => columns,
  });
  const [out, err]: [string[], string[]] = [[], []];
  const io: Io = {
    version: "0",
    program: "parsight",
    stdin: undefined,
    stdout: output(out),
    stderr: output(err),
    environment: {},
    stop: new AbortController().signal,
    finishWhenStopped: () => {},
  };
  const code = await run(words, io);
  return { code, out: out.join(""), err: err.join("") };
}
