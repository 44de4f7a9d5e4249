/**
 * The program as a process: its streams, its signals, its exit code. Everything else is run(argv, io).
 *
 * Ctrl-C and SIGTERM ask the work to stop, which ends within a few milliseconds; if it does not, or on a second signal,
 * the process ends anyway. A stream may take longer to write what is open. Temporary files are removed by whoever made
 * them, and once more when the process exits.
 */
import { fstatSync, readFileSync, statSync, writeSync } from "node:fs";
import { constants } from "node:os";
import type { WriteStream } from "node:tty";
import { InputError } from "../core/base/index.js";
import { run } from "./run.js";
import { programName } from "./screen/program-name.js";
import { type Io, type Output, OutputClosed } from "./system/io.js";
import { packageFile } from "./system/package-folder.js";

/** What `run` returns when the work was stopped, by whatever signal. */
const STOPPED = 130;
const STOP_WITHIN_MS = 500;

export async function runProcess(): Promise<void> {
  const stop = new AbortController();
  let stoppedBy: StopSignal = "SIGINT";
  let finishes = false;
  let isOverdue = false;
  const onSignal = (signal: StopSignal): void => {
    // Ctrl-C below npx comes twice: from the terminal and from npx.
    if (stop.signal.aborted && (isOverdue || !finishes)) endNow(signal);
    if (stop.signal.aborted) return;
    stoppedBy = signal;
    stop.abort();
    setTimeout(() => {
      isOverdue = true;
      if (!finishes) endNow(signal);
    }, STOP_WITHIN_MS).unref();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  const io: Io = {
    get version() {
      return readVersion();
    },
    program: programName({ file: process.argv[1] ?? "", environment: process.env }),
    stdin: undefined,
    stdout: processOutput(1, () => process.stdout),
    stderr: processOutput(2, () => process.stderr),
    environment: process.env,
    stop: stop.signal,
    finishWhenStopped: () => {
      finishes = true;
    },
  };
  const code = await run(process.argv.slice(2), io);
  process.exit(code === STOPPED ? exitCodeOf(stoppedBy) : code);
}

type StopSignal = "SIGINT" | "SIGTERM";

/** As shells have it: 130 and 143. */
function exitCodeOf(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

/**
 * An exit waits for every thread, and one that opens a named pipe to which nobody writes waits for ever: then the
 * signal itself has to end the process. A shell reports the same exit code either way.
 */
function endNow(signal: StopSignal): void {
  const code = exitCodeOf(signal);
  if (!process.argv.some(isNamedPipe)) process.exit(code);
  process.emit("exit", code); // temporary files go
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Most words of a command line are no files, and a long condition is not even a name of one. */
function isNamedPipe(word: string): boolean {
  try {
    return statSync(word).isFIFO();
  } catch {
    return false;
  }
}

/** Node takes 3 ms to make a stream: one that is not written to and is no terminal is never asked for. */
function processOutput(descriptor: number, open: () => WriteStream): Output {
  let opened: WriteStream | null = null;
  let failure: Error | null = null;
  const stream = (): WriteStream => {
    if (opened === null) {
      opened = open();
      // Without a listener a write into a closed pipe would end the process with a stack trace.
      opened.on("error", (error) => {
        failure ??= asFailure(error);
      });
    }
    return opened;
  };
  const target = targetOf(descriptor);
  const isTerminal = (): boolean => target === "device" && stream().isTTY === true;
  return {
    write: (text) => {
      if (failure !== null) return Promise.reject(failure);
      return target === "file" ? writeWhole(descriptor, text) : writeToStream(stream(), text);
    },
    writeNow: (text) => {
      if (failure === null) stream().write(text);
    },
    get isTerminal() {
      return isTerminal();
    },
    isFile: target === "file",
    width: () => (isTerminal() ? (stream().columns ?? null) : null),
  };
}

function writeToStream(stream: WriteStream, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(asFailure(error)) : resolve()));
  });
}

/** Into a file behind `> file`. The stream would not notice that a full disk took only a part. */
async function writeWhole(descriptor: number, text: string | Uint8Array): Promise<void> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  } catch (error) {
    throw asFailure(error as NodeJS.ErrnoException);
  }
}

/** A pipe without reader is no failure; a full disk behind `> file` is one. */
function asFailure(error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case "EPIPE":
    case "ERR_STREAM_DESTROYED":
      return new OutputClosed();
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new InputError(
        "DISK_FULL",
        "no room left on the disk for standard output",
        "What was written there is cut off. Free some space and run it again, or write with --out, which leaves a whole file or none.",
      );
    default:
      return error;
  }
}

/** What stands behind a descriptor; only a device may be a terminal. */
function targetOf(descriptor: number): "file" | "device" | "other" {
  try {
    const state = fstatSync(descriptor);
    if (state.isFile()) return "file";
    return state.isFIFO() || state.isSocket() ? "other" : "device";
  } catch {
    return "device"; // let the stream say
  }
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
