/**
 * The program as a process: its streams, its signals, its exit code. Everything else is run(argv, io).
 *
 * Ctrl-C asks the work to stop, which ends within a few milliseconds; if it does not, or on a second Ctrl-C, the process
 * ends anyway. Temporary files are removed by whoever made them, and once more when the process exits.
 */
import { fstatSync, readFileSync } from "node:fs";
import type { WriteStream } from "node:tty";
import { type Io, type Output, OutputClosed } from "./io.js";
import { run } from "./run.js";

const INTERRUPTED = 130;
const STOP_WITHIN_MS = 500;

export async function runProcess(): Promise<void> {
  const stop = new AbortController();
  process.on("SIGINT", () => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
    setTimeout(() => process.exit(INTERRUPTED), STOP_WITHIN_MS).unref();
  });
  const io: Io = {
    version: readVersion(),
    stdin: undefined,
    stdout: processOutput(process.stdout),
    stderr: processOutput(process.stderr),
    environment: process.env,
    stop: stop.signal,
  };
  process.exit(await run(process.argv.slice(2), io));
}

function processOutput(stream: WriteStream & { readonly fd: number }): Output {
  let isClosed = false;
  // Without a listener a write into a closed pipe would end the process with a stack trace.
  stream.on("error", () => {
    isClosed = true;
  });
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        if (isClosed) reject(new OutputClosed());
        else stream.write(text, (error) => (error ? reject(asClosed(error)) : resolve()));
      }),
    writeNow: (text) => {
      if (!isClosed) stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    isFile: isRegularFile(stream.fd),
    width: () => (stream.isTTY === true ? (stream.columns ?? null) : null),
  };
}

/** A pipe without reader is no failure; a full disk behind `> file` is one. */
function asClosed(error: NodeJS.ErrnoException): Error {
  return error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED" ? new OutputClosed() : error;
}

function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
