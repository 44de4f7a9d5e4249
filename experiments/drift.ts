/**
 * Measures drift: in how many stable streams something is told all the same, and how soon what has changed is found.
 * Every figure is printed as it is ready, with its error and its goal.
 *
 *   npm run build && node dist/experiments/drift.js                 all, half an hour
 *   node dist/experiments/drift.js --quick                          fewer streams; what the tests run
 *   node dist/experiments/drift.js --only stable                    one part, or one case: "changes/others"
 *   node dist/experiments/drift.js --out docs/experiments/drift.md  and write the page there
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatFigure } from "./certainty/figure.js";
import { measureCases, selectCases } from "./certainty/run.js";
import { DRIFT_ABOUT, DRIFT_PARTS, DRIFT_TITLE, driftReport } from "./drift/page.js";
import { formatReport } from "./output/report.js";
import { machineName } from "./run-experiments.js";

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      seed: { type: "string", default: "1" },
      out: { type: "string", default: "" },
    },
  });
  const scale = values.quick ? "quick" : "full";
  const cases = selectCases(DRIFT_PARTS, values.only === "" ? null : values.only.split(","));
  const measured = await measureCases(cases, { scale, seed: Number(values.seed) }, (one) => {
    console.log(`\n${one.part}/${one.name}, ${one.seconds.toFixed(1)} s of processor`);
    for (const figure of one.figures) console.log(`  ${formatFigure(figure)}`);
  });
  if (values.out === "") return;
  const words = [...(values.quick ? ["--quick"] : []), ...(values.only === "" ? [] : [`--only "${values.only}"`])];
  const heading = {
    title: DRIFT_TITLE,
    about: DRIFT_ABOUT,
    command: ["node dist/experiments/drift.js", ...words].join(" "),
    settings: { scale, seed: values.seed },
    seconds: measured.reduce((sum, { seconds }) => sum + seconds, 0),
    machine: machineName(),
  };
  // The tables are all there is: no files of their own with more digits.
  const page = formatReport(driftReport(measured), heading).replaceAll(/\n\nAll digits: .*/g, "");
  writeFileSync(values.out, page);
}
