/** `parsight demo`: the water tank, end to end. */
import type { Command } from "../../arguments/command.js";
import { COMMON } from "../../shared/common-options.js";

export const demoCommand: Command = {
  name: "demo",
  summary: "the water tank, end to end: what parsight does, in a few seconds",
  description: [
    "Simulates a small water tank for a week, learns what is normal, and explains 300 rows in which something is broken and shows. The simulator knows what it broke, so the demo also says how often the answer was right.",
    "Nothing is downloaded. The data are written to examples/water-tank/data, so that you can go on with them.",
  ],
  operands: [],
  groups: [COMMON],
  examples: [{ about: "See it work", line: "parsight demo" }],
  load: async () => (await import("./run.js")).runDemo,
};
