/**
 * Measures the cases that the words of a command name, and says each figure beside its goal. With `--store` they are
 * stored in a folder, and the page is of all that are there: it can be measured in pieces.
 */
import { parseArgs } from "node:util";
import { formatFigure, verdictOf } from "./certainty/figure.js";
import type { Part } from "./certainty/part.js";
import { type Measured, measureCases, selectCases } from "./certainty/run.js";
import { readCases, type StoredCase, storeCase } from "./certainty/store.js";
import type { Heading } from "./output/report.js";
import { machineName } from "./run-experiments.js";

interface Page {
  readonly title: string;
  readonly about: string;
  /** The command of research: "certainty". */
  readonly command: string;
  readonly parts: readonly Part[];
}

interface MeasuredPage {
  readonly measured: readonly StoredCase[];
  readonly heading: Heading;
  /** Where the page is to go; "": nowhere. */
  readonly out: string;
}

/** Null where a case is named that does not exist; then that was said. */
export async function measureByWords({ title, about, command, parts }: Page): Promise<MeasuredPage | null> {
  const { quick, only, seed, out, store } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      seed: { type: "string", default: "1" },
      out: { type: "string", default: "" },
      store: { type: "string", default: "" },
    },
  }).values;
  const cases = selectCases(parts, only === "" ? null : only.split(","));
  if (cases.length === 0) {
    console.error(`There is no part or case "${only}". There are:\n${listCases(parts)}`);
    process.exitCode = 2;
    return null;
  }
  const effort = { scale: quick ? "quick" : "full", seed: Number(seed) } as const;
  const measured = await measureCases(cases, effort, (one) => {
    console.log(`\n${one.part}/${one.name}, ${one.seconds.toFixed(1)} s of processor`);
    for (const figure of one.figures) console.log(`  ${formatFigure(figure)}`);
    if (store !== "") storeCase(store, { ...one, ...effort });
  });
  sayGoals(measured);
  const shown = store === "" ? measured.map((one) => ({ ...one, ...effort })) : readCases(store, parts, effort.seed);
  const words = [
    ...(shown.every(({ scale }) => scale === "quick") ? ["--quick"] : []),
    ...(store !== "" || only === "" ? [] : [`--only "${only}"`]),
  ];
  const heading = {
    title,
    about,
    command: [`npm run research -- ${command}`, ...words].join(" "),
    settings: { seed },
    seconds: shown.reduce((sum, { seconds }) => sum + seconds, 0),
    machine: machineName(),
  };
  return { measured: shown, heading, out };
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
