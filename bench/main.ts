/**
 * Benches against rivals; prints a Markdown table.
 *
 *   npm run bench                                    all of them, about half an hour
 *   npm run bench -- --only mining,cut-offs          some
 *   npm run bench -- --runs 9 --out bench.md         more rounds, into a file as well
 *   npm run bench -- --out docs/benchmarks.md        between the two marks of that page
 *   npm run bench -- --quick                         tiny tables, no Python: do the benches still run?
 *
 * The data is found by PARSIGHT_DATA; Python's rivals are installed into the cache folder, where there is Python.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { packFolder } from "../experiments/data/data-folder.js";
import { BENCHES } from "./benches.js";
import { describeMachine } from "./machine.js";
import { prepareRivals, type Rivals } from "./python.js";
import { formatReport, insertReport } from "./report.js";
import { runBenches } from "./run-benches.js";

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      runs: { type: "string", default: "7" },
      out: { type: "string", default: "" },
      quick: { type: "boolean", default: false },
      python: { type: "string", default: "python3" },
    },
  });
  const names = values.only === "" ? BENCHES.map(({ name }) => name) : values.only.split(",");
  const unknown = names.find((name) => !BENCHES.some((bench) => bench.name === name));
  const runs = Number(values.runs);
  if (unknown !== undefined) return refuse(`There is no bench "${unknown}". ${listBenches()}`);
  if (!Number.isInteger(runs) || runs < 1) return refuse(`--runs must be a whole number from 1, got ${values.runs}`);
  const say = (line: string): void => console.error(line);
  const rivals: Rivals = values.quick
    ? { kind: "absent", reason: "--quick runs without Python" }
    : prepareRivals(say, values.python);
  const machine = describeMachine(rivals, runs, new Date());
  const outcomes = await runBenches(
    BENCHES.filter(({ name }) => names.includes(name)),
    { runs, isQuick: values.quick, pack: values.quick ? null : packFolder(), rivals, say },
  );
  const report = formatReport(outcomes, machine);
  process.stdout.write(report);
  if (values.out !== "") {
    const page = existsSync(values.out) ? readFileSync(values.out, "utf8") : "";
    writeFileSync(values.out, insertReport(page, report));
  }
  if (outcomes.some(({ failure }) => failure !== null)) process.exitCode = 1;
}

function listBenches(): string {
  return `Benches are: ${BENCHES.map(({ name }) => name).join(", ")}.`;
}

function refuse(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
