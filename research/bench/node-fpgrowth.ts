/**
 * The npm package node-fpgrowth, which finds itemsets of any length and no rules.
 *
 * Two favours, without which it could not take part: it knows no limit of length and at these thresholds would not end
 * in a lifetime, so its recursion is stopped at the length asked for, before it builds the trees that longer itemsets
 * would need; and it recurses once for each row that shares an item, so it runs in a worker with a very large stack.
 */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { CountedItemset } from "./rule-digest.js";
import type { Timing } from "./timing.js";

interface ItemsetTask {
  readonly transactions: readonly (readonly number[])[];
  readonly leastCount: number;
  readonly maxLength: number;
}

export interface ItemsetMiner {
  /** One run, and what it found. */
  readonly find: () => Promise<Timing & { readonly itemsets: readonly CountedItemset[] }>;
  /** One run, timed inside the worker. */
  readonly time: () => Promise<Timing>;
  readonly close: () => Promise<void>;
}

const STACK_MB = 900;

/** Plain JavaScript, so that it also runs where the benches are not compiled. */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const { FPGrowth } = require(workerData.package);
const { transactions, leastCount, maxLength } = workerData.task;
const leafOf = (tree) => Object.create(tree, { getConditionalFPTree: { value: () => null } });
parentPort.on("message", async (wanted) => {
  const miner = new FPGrowth((leastCount - 0.5) / transactions.length);
  const grow = miner._fpGrowth;
  miner._fpGrowth = (tree, support, prefix = []) =>
    grow.call(miner, prefix.length === maxLength - 1 ? leafOf(tree) : tree, support, prefix);
  const cpu = process.cpuUsage();
  const start = performance.now();
  const itemsets = await miner.exec(transactions);
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  parentPort.postMessage({ wallMs, cpuMs: (user + system) / 1000, itemsets: wanted === "itemsets" ? itemsets : [] });
});`;

export function startNodeFpgrowth(task: ItemsetTask): ItemsetMiner {
  const path = createRequire(import.meta.url).resolve("node-fpgrowth");
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { package: path, task },
    resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: 8192 },
  });
  const ask = (wanted: "itemsets" | "time"): ReturnType<ItemsetMiner["find"]> =>
    new Promise((resolve, reject) => {
      worker.once("error", reject);
      worker.once("message", (answer) => {
        worker.off("error", reject);
        resolve(answer as Awaited<ReturnType<ItemsetMiner["find"]>>);
      });
      worker.postMessage(wanted);
    });
  return {
    find: () => ask("itemsets"),
    time: () => ask("time"),
    close: async () => {
      await worker.terminate();
    },
  };
}
