/**
 * Measures what the past of rows adds on the moving tank, and prints the page about it.
 *
 *   npm run research -- history                                     some minutes
 *   npm run research -- history --quick                             fewer days
 *   npm run research -- history --out docs/experiments/history.md   and writes it there
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
