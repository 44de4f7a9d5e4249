/**
 * Measures what the past of rows adds on the moving tank, and prints the page about it.
 *
 *   npm run build && node dist/experiments/history.js      some minutes
 *   node dist/experiments/history.js --quick                       fewer days
 */
import { measureAndWrite } from "./history/measure.js";

process.stdout.write(measureAndWrite(process.argv.includes("--quick") ? "quick" : "full"));
