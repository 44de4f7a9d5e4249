/**
 * The thread in which a session of the Node engine runs; the one that started it reads, writes and hears of a wish to
 * stop.
 */
import { parentPort } from "node:worker_threads";
import type { ScriptedSession } from "./script.js";

/** A request, the bytes of its columns, and a file beside this one that must be loaded before. */
interface SessionRequest {
  readonly request: string;
  readonly columns: Uint8Array;
  readonly script: string | null;
}

/** script.ts as it was bundled: what other engines run, too. */
const CORE = new URL("./core.js", import.meta.url);

await import(CORE.href);
const { parsight: session } = globalThis as unknown as { readonly parsight: ScriptedSession };
parentPort?.postMessage({ control: session.control });
parentPort?.on("message", async ({ request, columns, script }: SessionRequest) => {
  if (script !== null) await import(new URL(script, import.meta.url).href);
  new Uint8Array(session.room(columns.length)).set(columns);
  const text = session.run(request);
  const bytes = session.bytes();
  parentPort?.postMessage({ text, bytes }, bytes === null ? [] : [bytes]);
});
