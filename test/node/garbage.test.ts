/**
 * What explaining leaves behind for a row: the result, and little else. In a process of its own, warm, with memory
 * counted to the byte.
 */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { createFolder } from "./support.js";

const folder = createFolder();
const library = new URL("../../dist/src/index.js", import.meta.url).href;
const child = folder.write(
  "count-garbage.mjs",
  `import { createExplainer, learn, tableFromRows } from ${JSON.stringify(library)};
   let state = 1;
   const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
   const row = () => {
     const hidden = [random(), random(), random()];
     const numbers = Array.from({ length: 30 }, (_, j) => ["n" + j, hidden[j % 3] * (j + 1) + 0.1 * random()]);
     const texts = Array.from({ length: 6 }, (_, j) => ["t" + j, "state " + Math.floor(hidden[j % 3] * (j + 2))]);
     return Object.fromEntries([...numbers, ...texts]);
   };
   const model = learn(Array.from({ length: 1500 }, row));
   const rows = tableFromRows(Array.from({ length: 4000 }, (_, i) => ({ ...row(), ["n" + (i % 30)]: 40 * random() })));
   const used = () => (gc(), gc(), process.memoryUsage());
   const explain = createExplainer(model, { method: process.argv[2] });
   for (let pass = 0; pass < 8; pass++) JSON.stringify(explain(rows));
   const measure = () => {
     const before = used();
     const result = explain(rows);
     const after = process.memoryUsage();
     JSON.stringify(result); // texts that were put together in pieces become whole when they are read
     const kept = used();
     return {
       broken: result.filter(({ rules }) => rules.length > 0).length,
       allocated: (after.heapUsed - before.heapUsed) / rows.rowCount,
       kept: (kept.heapUsed - before.heapUsed) / rows.rowCount,
       buffers: (after.arrayBuffers - before.arrayBuffers) / rows.rowCount,
     };
   };
   // Passes in which the engine compiles something anew box more numbers: the least of five is what explaining takes.
   const passes = Array.from({ length: 5 }, measure).sort((a, b) => a.allocated - b.allocated);
   console.log(JSON.stringify(passes[0]));`,
);

interface Garbage {
  /** Rows that break a rule. */
  readonly broken: number;
  /** Bytes of a row: all, those still in use with the result, and those of buffers outside of the heap. */
  readonly allocated: number;
  readonly kept: number;
  readonly buffers: number;
}

test.each([
  ["diagnosis", 8000],
  ["paper", 4000],
])("%s: explaining a row allocates little beyond the result, and no buffer", (method, limit) => {
  // A young generation in which nothing is collected before it is counted; code that is compiled when it is due, not
  // when a busy machine has time for it: until then numbers are boxed.
  const young = ["--min-semi-space-size=256", "--max-semi-space-size=256"];
  const words = ["--expose-gc", "--no-concurrent-recompilation", ...young, child, method];
  const found: Garbage = JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" }));
  const { broken, allocated, kept, buffers } = found;
  process.stderr.write(`${method}: ${Math.round(allocated)} bytes a row, ${Math.round(kept)} of them kept\n`);
  expect(broken).toBeGreaterThan(2000);
  expect(kept).toBeGreaterThan(500); // else something else was counted
  expect(allocated - kept).toBeLessThan(limit);
  expect(buffers).toBeLessThan(100); // the numbers of the rows, once for all
});
