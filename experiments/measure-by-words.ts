/** Measures the cases that the words of a command name, and says each figure beside its goal. */
import { parseArgs } from "node:util";
import { formatFigure, verdictOf } from "./certainty/figure.js";
import type { Part } from "./certainty/part.js";
import { type Measured, measureCases, selectCases } from "./certainty/run.js";
import type { Heading } from "./output/report.js";
import { machineName } from "./run-experiments.js";

interface Page {
  readonly title: string;
  readonly about: string;
  /** The file of the command: "certainty.js". */
  readonly program: string;
  readonly parts: readonly Part[];
}

interface MeasuredPage {
  readonly measured: readonly Measured[];
  readonly heading: Heading;
  /** Where the page is to go; "": nowhere. */
  readonly out: string;
}

/** Null where a case is named that does not exist; then that was said. */
export async function measureByWords({ title, about, program, parts }: Page): Promise<MeasuredPage | null> {
  const { quick, only, seed, out } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      seed: { type: "string", default: "1" },
      out: { type: "string", default: "" },
    },
  }).values;
  const cases = selectCases(parts, only === "" ? null : only.split(","));
  if (cases.length === 0) {
    console.error(`There is no part or case "${only}". There are:\n${listCases(parts)}`);
    process.exitCode = 2;
    return null;
  }
  const scale = quick ? "quick" : "full";
  const measured = await measureCases(cases, { scale, seed: Number(seed) }, (one) => {
    console.log(`\n${one.part}/${one.name}, ${one.seconds.toFixed(1)} s of processor`);
    for (const figure of one.figures) console.log(`  ${formatFigure(figure)}`);
  });
  sayGoals(measured);
  const words = [...(quick ? ["--quick"] : []), ...(only === "" ? [] : [`--only "${only}"`])];
  const heading = {
    title,
    about,
    command: [`node dist/experiments/${program}`, ...words].join(" "),
    settings: { scale, seed },
    seconds: measured.reduce((sum, { seconds }) => sum + seconds, 0),
    machine: machineName(),
  };
  return { measured, heading, out };
}

function sayGoals(measured: readonly Measured[]): void {
  const figures = measured.flatMap((one) => one.figures);
  const count = (verdict: string): number => figures.filter((figure) => verdictOf(figure) === verdict).length;
  console.log(
    `\nGoals: ${count("reached")} reached, ${count("within error")} within error, ${count("missed")} missed.`,
  );
}

function listCases(parts: readonly Part[]): string {
  return parts.flatMap(({ name, cases }) => cases.map((one) => `  ${name}/${one.name}`)).join("\n");
}
