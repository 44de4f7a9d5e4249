/**
 * The engine that is a Node process: requests come on standard input, replies go to standard output, both in frames.
 * Commands run in a thread; learning runs in as many as are asked for. Ends when its input does.
 *
 * A frame is three lengths as 32-bit integers (little-endian), then a head (JSON), a text (UTF-8) and bytes.
 */
import { Worker } from "node:worker_threads";
import { InputError, StoppedError } from "../core/base/index.js";
import { LEARN_PHASES } from "../core/learning/index.js";
import type { LearnOptions } from "../core/model/index.js";
import { learnInWorker } from "../node/threads/learn-in-worker.js";
import { CONTROL, type ReplyHead, type Request } from "./messages.js";
import { receiveTable } from "./receive-table.js";

const HEAD_BYTES = 12;
const PROGRESS_MS = 100;

interface Frame {
  /** `script`: a file beside this one that the command needs. */
  readonly head: { readonly stop?: true; readonly threads?: number; readonly script?: string };
  readonly text: string;
  readonly bytes: Uint8Array;
}

async function* readFrames(input: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    parts.push(part);
    size += part.length;
    while (size >= HEAD_BYTES) {
      if (parts[0]!.length < HEAD_BYTES) parts = [Buffer.concat(parts)];
      const lengths = [0, 4, 8].map((at) => parts[0]!.readUInt32LE(at)) as [number, number, number];
      const whole = HEAD_BYTES + lengths[0] + lengths[1] + lengths[2];
      if (size < whole) break;
      const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      yield cutFrame(bytes, lengths);
      parts = [bytes.subarray(whole)];
      size -= whole;
    }
  }
}

function cutFrame(bytes: Buffer, [head, text, rest]: readonly [number, number, number]): Frame {
  const textAt = HEAD_BYTES + head;
  const restAt = textAt + text;
  return {
    head: JSON.parse(bytes.toString("utf8", HEAD_BYTES, textAt)),
    text: bytes.toString("utf8", textAt, restAt),
    bytes: bytes.subarray(restAt, restAt + rest),
  };
}

function writeFrame(head: string, text = "", bytes: ArrayBuffer | null = null): void {
  const parts = [Buffer.from(head), Buffer.from(text), Buffer.from(bytes ?? new ArrayBuffer(0))];
  const lengths = Buffer.alloc(HEAD_BYTES);
  parts.forEach((part, place) => void lengths.writeUInt32LE(part.length, 4 * place));
  process.stdout.write(Buffer.concat([lengths, ...parts]));
}

function writeHead(
  head: ReplyHead | { readonly kind: "progress"; readonly words: readonly number[] },
  text = "",
): void {
  writeFrame(JSON.stringify(head), text);
}

const session = new Worker(new URL("./node-worker.js", import.meta.url));
let control: Int32Array = new Int32Array(CONTROL.length);
let learning: AbortController | null = null;
let following: NodeJS.Timeout | null = null;

interface SessionMessage {
  readonly control?: SharedArrayBuffer;
  readonly text?: string;
  readonly bytes?: ArrayBuffer | null;
}

session.on("message", ({ control: words, text, bytes = null }: SessionMessage) => {
  if (words !== undefined) control = new Int32Array(words);
  if (text === undefined) return;
  if (following !== null) clearInterval(following);
  following = null;
  const headEnd = text.indexOf("\n");
  writeFrame(text.slice(0, headEnd), text.slice(headEnd + 1), bytes);
});

function runInSession({ head, text, bytes }: Frame): void {
  control.fill(0);
  following = setInterval(() => writeHead({ kind: "progress", words: [...control] }), PROGRESS_MS);
  session.postMessage({ request: text, columns: new Uint8Array(bytes), script: head.script ?? null });
}

async function learnInThreads({ text, bytes, head }: Frame): Promise<void> {
  const { arguments: asked, table } = JSON.parse(text) as Request;
  const room = new SharedArrayBuffer(bytes.length);
  new Uint8Array(room).set(bytes);
  learning = new AbortController();
  try {
    const { file } = await learnInWorker(receiveTable(table!, room, "drop"), asked.options as LearnOptions, {
      threads: head.threads,
      packing: "plain",
      stop: learning.signal,
      onProgress: (phase, done, total) =>
        writeHead({ kind: "progress", words: [0, LEARN_PHASES.indexOf(phase) + 1, done, total] }),
    });
    const body = Buffer.from(file!).toString("utf8");
    writeHead({ kind: "done", result: null, numbers: [], warnings: [] }, body);
  } catch (error) {
    writeHead(failureHead(error));
  } finally {
    learning = null;
  }
}

function failureHead(error: unknown): ReplyHead {
  if (error instanceof InputError)
    return { kind: "refused", code: error.code, message: error.message, hint: error.hint };
  if (error instanceof StoppedError) return { kind: "stopped" };
  return { kind: "failed", message: error instanceof Error ? (error.stack ?? String(error)) : String(error) };
}

async function serve(): Promise<void> {
  for await (const frame of readFrames(process.stdin)) {
    if (frame.head.stop === true) {
      control[CONTROL.stop] = 1;
      learning?.abort();
    } else if (frame.head.threads === undefined) runInSession(frame);
    else void learnInThreads(frame);
  }
  process.exit(0);
}

process.on("SIGINT", () => {}); // the terminal sends it to all; who started this one decides
void serve();
