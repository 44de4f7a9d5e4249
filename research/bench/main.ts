/**
 * Benches against rivals; prints a Markdown table.
 *
 *   npm run research -- bench                            all of them, about half an hour
 *   npm run research -- bench --only mining,cut-offs     some
 *   npm run research -- bench --runs 9 --out bench.md    more rounds, into a file as well
 *   npm run research -- bench --out docs/benchmarks.md   the summary into that page, the rest into benchmarks-run.md
 *   npm run research -- bench --quick                    tiny tables, no Python: do the benches still run?
 *
 * Sets are found by PARSIGHT_DATA or made from the published ones; Python's rivals are installed into the cache folder,
 * where there is Python.
 */
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { findOrMakePack } from "../data/write-pack.js";
import { BENCHES } from "./benches.js";
import { describeMachine } from "./machine.js";
import { prepareRivals, type Rivals } from "./python.js";
import { formatReport, reportPages } from "./report.js";
import { runApart } from "./run-apart.js";

const HELP = `npm run research -- bench [options]

  --only <bench,…>   only these: ${BENCHES.map(({ name }) => name).join(", ")}
  --runs <n>         rounds of each race (default: 7)
  --out <file>       write the tables into a file as well; in docs/benchmarks.md the summary goes between its two marks, the rest into docs/benchmarks-run.md
  --quick            tiny tables, no Python: do the benches still run?
  --python <name>    the Python with which the rivals' environment is made (default: python3)
  --help             show this
`;

const OPTIONS = {
  only: { type: "string", default: "" },
  runs: { type: "string", default: "7" },
  out: { type: "string", default: "" },
  quick: { type: "boolean", default: false },
  python: { type: "string", default: "python3" },
  help: { type: "boolean", default: false },
} as const;

await main();

async function main(): Promise<void> {
  const values = readOptions();
  if (values === null) return;
  if (values.help) return void process.stdout.write(HELP);
  const names = values.only === "" ? BENCHES.map(({ name }) => name) : values.only.split(",");
  const unknown = names.find((name) => !BENCHES.some((bench) => bench.name === name));
  const runs = Number(values.runs);
  if (unknown !== undefined) return refuse(`There is no bench "${unknown}". ${listBenches()}`);
  if (!Number.isInteger(runs) || runs < 1) return refuse(`--runs must be a whole number from 1, got ${values.runs}`);
  if (values.out !== "" && !canWrite(values.out)) return refuse(`--out ${values.out} cannot be written`);
  const say = (line: string): void => console.error(line);
  const rivals: Rivals = values.quick
    ? { kind: "absent", reason: "--quick runs without Python" }
    : prepareRivals(say, values.python);
  const pack = values.quick ? null : await findOrMakePack(say).catch((error: unknown) => withoutPack(error, say));
  const machine = describeMachine({ rivals, runs, pack, date: new Date() });
  const wanted = BENCHES.filter(({ name }) => names.includes(name));
  const outcomes = await runApart(wanted, { runs, isQuick: values.quick, pack, rivals });
  process.stdout.write(formatReport(outcomes, machine, { isQuick: values.quick }));
  if (values.out !== "") {
    const page = { path: values.out, text: existsSync(values.out) ? readFileSync(values.out, "utf8") : "" };
    for (const { path, text } of reportPages(page, outcomes, { machine, isQuick: values.quick }))
      writeFileSync(path, text);
  }
  if (outcomes.some(({ failure }) => failure !== null)) process.exitCode = 1;
}

/** Null when it was refused. */
function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    refuse(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return null;
  }
}

/** Asked before half an hour of work: a file that may be written, or a folder in which it may be made. */
function canWrite(path: string): boolean {
  try {
    if (existsSync(path)) readFileSync(path); // no folder, then
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Benches that need the sets say that they were not run; here is why. */
function withoutPack(error: unknown, say: (line: string) => void): null {
  say(`The sets are not there and could not be made: ${error instanceof Error ? error.message : String(error)}`);
  return null;
}

function listBenches(): string {
  return `Benches are: ${BENCHES.map(({ name }) => name).join(", ")}.`;
}

function refuse(message: string): void {
  console.error(message);
  process.exitCode = 2;
}
