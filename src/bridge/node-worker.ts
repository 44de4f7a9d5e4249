/**
 * The thread in which a session of the Node engine runs; the one that started it reads, writes and hears of a wish to
 * stop.
 */
import { parentPort } from "node:worker_threads";
import type { ScriptedSession } from "./script.js";

/** A request and the bytes of its columns. */
interface SessionRequest {
  readonly request: string;
  readonly columns: Uint8Array;
}

/** script.ts as it was bundled: what other engines run, too. */
const CORE = new URL("./core.js", import.meta.url);

await import(CORE.href);
const { parsight: session } = globalThis as unknown as { readonly parsight: ScriptedSession };
parentPort?.postMessage({ control: session.control });
parentPort?.on("message", ({ request, columns }: SessionRequest) => {
  new Uint8Array(session.room(columns.length)).set(columns);
  const text = session.run(request);
  const bytes = session.bytes();
  parentPort?.postMessage({ text, bytes }, bytes === null ? [] : [bytes]);
});
