/**
 * The entry for engines that are asked by text: it defines one global, `parsight`, whose functions take and give only
 * what any engine hands over, text and buffers. Numbers of the last reply are asked for by themselves.
 */
import type { YamlReader } from "../review/review-text.js";
import type { Reply } from "./messages.js";
import { createSession } from "./session.js";

export interface ScriptedSession {
  /** Int32 words (see CONTROL in messages.ts). */
  readonly control: SharedArrayBuffer;
  room(length: number): SharedArrayBuffer;
  /** The head, which has no line break, then one, then the body. */
  run(request: string): string;
  /**
   * The last request once more: a stream of rows asks the same again and again, about other numbers in the same room.
   */
  runAgain(): string;
  /** Holds the bytes of the last reply, too, where they are few. */
  readonly smallReply: SharedArrayBuffer;
  /** Lives until the next command: whoever reads it has no hold on it. */
  bytes(): ArrayBuffer | null;
  /** For reviews; yaml-script.ts gives it. */
  takeYaml(reader: YamlReader): void;
}

const session = createSession();
const smallReply = new SharedArrayBuffer(1 << 16);
let bytes: ArrayBuffer | null = null;

const scripted: ScriptedSession = {
  control: session.control,
  smallReply,
  room: (length) => session.room(length),
  run: (request) => write(session.run(request)),
  runAgain: () => write(session.runAgain()),
  bytes: () => bytes,
  takeYaml: (reader) => session.takeYaml(reader),
};

function write(reply: Reply): string {
  bytes = reply.bytes;
  if (bytes !== null && bytes.byteLength <= smallReply.byteLength)
    new Uint8Array(smallReply).set(new Uint8Array(bytes));
  return `${JSON.stringify(reply.head)}\n${reply.body}`;
}

Object.defineProperty(globalThis, "parsight", { value: scripted });
