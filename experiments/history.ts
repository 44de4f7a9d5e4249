/**
 * Measures what the past of rows adds on the moving tank, and prints the page about it.
 *
 *   npm run build && node dist/experiments/history.js      some minutes
 *   node dist/experiments/history.js --quick                              fewer days
 *   node dist/experiments/history.js --out docs/experiments/history.md    and writes it there
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { measureAndWrite } from "./history/measure.js";

const { quick, out } = parseArgs({
  options: { quick: { type: "boolean", default: false }, out: { type: "string", default: "" } },
}).values;
const page = measureAndWrite(quick ? "quick" : "full");
process.stdout.write(page);
if (out !== "") writeFileSync(out, page);
