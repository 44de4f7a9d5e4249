/** The entry of a process that runs one bench (see run-apart.ts). */
import { BENCHES } from "./benches.js";
import type { ApartOutcome, ApartTask } from "./run-apart.js";
import { runBenches } from "./run-benches.js";

process.once("message", async (task) => {
  const { name, ...options } = task as ApartTask;
  const benches = BENCHES.filter((bench) => bench.name === name);
  const [outcome] = await runBenches(benches, { ...options, say: (line) => console.error(line) });
  const { lines, failure } = outcome!;
  process.send!({ lines, failure } satisfies ApartOutcome, () => process.disconnect());
});
