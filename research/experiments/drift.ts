/**
 * Measures drift: in how many stable streams something is told all the same, and how soon what has changed is found.
 * Every figure is printed as it is ready, with its error and its goal.
 *
 *   npm run research -- drift                                   all, half an hour
 *   npm run research -- drift --quick                           fewer streams; what the tests run
 *   npm run research -- drift --only stable                     one part, or one case: "changes/others"
 *   npm run research -- drift --out docs/experiments/drift.md   and write the page there
 */
import { writeFileSync } from "node:fs";
import { DRIFT_ABOUT, DRIFT_PARTS, DRIFT_TITLE, driftReport } from "./drift/page.js";
import { measureByWords } from "./measure-by-words.js";
import { formatReport } from "./output/report.js";

const page = await measureByWords({ title: DRIFT_TITLE, about: DRIFT_ABOUT, command: "drift", parts: DRIFT_PARTS });
if (page !== null && page.out !== "") {
  // The tables are all there is: no files of their own with more digits.
  const text = formatReport(driftReport(page.measured), page.heading).replaceAll(/\n\nAll digits: .*/g, "");
  writeFileSync(page.out, text);
}
