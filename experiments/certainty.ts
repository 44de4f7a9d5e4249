/**
 * Measures whether what is said about certainty holds on fresh rows: strength, bounds of rules, probabilities, expected
 * values. Every figure is printed as it is ready, with its error and its goal.
 *
 *   npm run build && node dist/experiments/certainty.js                 all, some minutes
 *   node dist/experiments/certainty.js --quick                          fewer tables; what the tests run
 *   node dist/experiments/certainty.js --only strength                  one part, or some: strength,rules
 *   node dist/experiments/certainty.js --only "strength/water tank"     one case of a part
 *   node dist/experiments/certainty.js --out docs/experiments/run       and write the page there
 */
import { parseArgs } from "node:util";
import { formatFigure, verdictOf } from "./certainty/figure.js";
import { PAGE_ABOUT, PAGE_TITLE, toReport } from "./certainty/page.js";
import { PARTS } from "./certainty/parts.js";
import { type Measured, measureCases, selectCases } from "./certainty/run.js";
import { machineName, writeReport } from "./run-experiments.js";

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
  const cases = selectCases(PARTS, values.only === "" ? null : values.only.split(","));
  if (cases.length === 0) {
    console.error(`There is no part or case "${values.only}". There are:\n${listCases()}`);
    process.exitCode = 2;
    return;
  }
  const measured = await measureCases(
    cases,
    { scale: values.quick ? "quick" : "full", seed: Number(values.seed) },
    (one) => {
      console.log(`\n${one.part}/${one.name}, ${one.seconds.toFixed(1)} s of processor`);
      for (const figure of one.figures) console.log(`  ${formatFigure(figure)}`);
    },
  );
  if (values.out !== "") writePage(measured, values);
  const figures = measured.flatMap((one) => one.figures);
  const count = (verdict: string): number => figures.filter((figure) => verdictOf(figure) === verdict).length;
  console.log(
    `\nGoals: ${count("reached")} reached, ${count("within error")} within error, ${count("missed")} missed.`,
  );
}

function writePage(
  measured: readonly Measured[],
  {
    quick,
    only,
    seed,
    out,
  }: { readonly quick: boolean; readonly only: string; readonly seed: string; readonly out: string },
): void {
  const words = [...(quick ? ["--quick"] : []), ...(only === "" ? [] : [`--only "${only}"`])];
  const heading = {
    title: PAGE_TITLE,
    about: PAGE_ABOUT,
    command: ["node dist/experiments/certainty.js", ...words].join(" "),
    settings: { scale: quick ? "quick" : "full", seed },
    seconds: measured.reduce((sum, { seconds }) => sum + seconds, 0),
    machine: machineName(),
  };
  writeReport(toReport(measured), heading, { out, name: "certainty" });
}

function listCases(): string {
  return PARTS.flatMap(({ name, cases }) => cases.map((one) => `  ${name}/${one.name}`)).join("\n");
}
