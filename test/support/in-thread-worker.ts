/**
 * A replacement for Node's `Worker` that runs the worker's entry module in the calling thread. Node's own cannot load
 * TypeScript, and starting threads takes longer than most command lines of a test.
 *
 * The entry module is evaluated anew for each worker and finds `parentPort` and `workerData` where it imports them from,
 * so only one command line may run at a time. Helpers of a worker are never started: the worker does their share.
 */
import { EventEmitter } from "node:events";
import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { fileURLToPath } from "node:url";
import workerThreads, { MessageChannel, type Transferable, Worker, type WorkerOptions } from "node:worker_threads";

let workerCount = 0;

class InThreadWorker extends EventEmitter {
  readonly #channel = new MessageChannel();

  constructor(entry: URL, { workerData, transferList }: WorkerOptions) {
    super();
    if (transferList !== undefined) return; // a helper
    const { port1, port2 } = this.#channel;
    port1.on("message", (message) => this.emit("message", message));
    Object.assign(workerThreads, { parentPort: port2, workerData: structuredClone(workerData) });
    syncBuiltinESMExports();
    const source = fileURLToPath(entry).replace(/\.js$/, ".ts");
    import(/* @vite-ignore */ `${source}?worker=${workerCount++}`).catch((error: unknown) => this.emit("error", error));
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#channel.port1.postMessage(message, transfer);
  }

  async terminate(): Promise<number> {
    this.#channel.port1.close();
    this.#channel.port2.close();
    return 0;
  }
}

/** From now on, workers whose entry module exists only as TypeScript run in the calling thread. */
export function runWorkersInThread(): void {
  function createWorker(entry: URL, options: WorkerOptions): Worker | InThreadWorker {
    return existsSync(entry) ? new Worker(entry, options) : new InThreadWorker(entry, options);
  }
  Object.assign(workerThreads, { Worker: createWorker });
  syncBuiltinESMExports();
}
