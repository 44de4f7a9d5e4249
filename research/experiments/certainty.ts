/**
 * Measures whether what is said about certainty holds on fresh rows: strength, bounds of rules, probabilities, expected
 * values. Every figure is printed as it is ready, with its error and its goal.
 *
 *   npm run research -- certainty                                all, ten minutes of one processor
 *   npm run research -- certainty --quick                        fewer tables; what the tests run
 *   npm run research -- certainty --only strength                one part, or some: strength,rules
 *   npm run research -- certainty --only "strength/water tank"   one case of a part
 *   npm run research -- certainty --out docs/experiments/run     and write the page there
 *   npm run research -- certainty --only rules --store .cache/certainty --out docs/experiments/run
 *                                                                       the page of all cases stored so far
 */

import { PAGE_ABOUT, PAGE_TITLE, toReport } from "./certainty/page.js";
import { PARTS } from "./certainty/parts.js";
import { measureByWords } from "./measure-by-words.js";
import { writeReport } from "./run-experiments.js";

const page = await measureByWords({ title: PAGE_TITLE, about: PAGE_ABOUT, command: "certainty", parts: PARTS });
if (page !== null && page.out !== "") {
  writeReport(toReport(page.measured), page.heading, { out: page.out, name: "certainty" });
}
