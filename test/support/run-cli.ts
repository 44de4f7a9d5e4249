/** Runs a command line in process, by `run(argv, io)`: exit code, standard output and standard error, whole and in order. */
import { run } from "../../src/cli/run.js";
import type { Io, Output } from "../../src/cli/system/io.js";
import { runWorkersInThread } from "./in-thread-worker.js";

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** What `-` reads: nothing by default. */
  readonly stdin?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** The working directory during the run. */
  readonly cwd?: string;
  /** Both outputs are terminals of this width; by default they are pipes. */
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

runWorkersInThread();

/** Command lines that change the working directory must not run at the same time in one process. */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { stdin = "", cwd, columns = null, env = {} } = options;
  const stdout = createOutput(columns);
  const stderr = createOutput(columns);
  const io: Io = {
    version: "0.0.0",
    program: "parsight",
    stdin: readChunks(stdin),
    stdout,
    stderr,
    environment: env,
    stop: new AbortController().signal,
    finishWhenStopped: () => {},
  };
  const previous = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const code = await run(argv, io);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    if (cwd !== undefined) process.chdir(previous);
  }
}

function createOutput(columns: number | null): Output & { text(): string } {
  const chunks: Uint8Array[] = [];
  const add = (chunk: string | Uint8Array): void => {
    chunks.push(Buffer.from(chunk as Uint8Array)); // a copy: the caller may reuse its buffer
  };
  return {
    write: async (chunk) => add(chunk),
    writeNow: add,
    isTerminal: columns !== null,
    isFile: false,
    width: () => columns,
    text: () => Buffer.concat(chunks).toString(),
  };
}

async function* readChunks(stdin: NonNullable<CliOptions["stdin"]>): AsyncGenerator<Uint8Array> {
  const chunks = typeof stdin === "string" || stdin instanceof Uint8Array ? [stdin] : stdin;
  for await (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}
