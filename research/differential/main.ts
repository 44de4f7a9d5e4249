/**
 * Compares two builds of Parsight on the same tables: what do their models and explanations say, how long do they take,
 * how much memory do they use?
 *
 *   npm run research -- differential                            d8b6e7b4 against the working tree, all groups
 *   npm run research -- differential --only tank,mixed          some groups, or cases such as mixed/adult
 *   npm run research -- differential --before a1b2c3d --after . two commits; "." is the working tree as last built
 *   npm run research -- differential --nasty 50                 fewer made-up tables (default: 500)
 *   npm run research -- differential --runs 5                   medians of five runs of the times
 *   npm run research -- differential --same                     exit 1 unless every answer is identical
 *   npm run research -- differential --json differences.json    everything, with the first differing lines
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "../measures/median.js";
import { ROOT } from "../project.js";
import { type Build, openBuild } from "./build.js";
import { type Case, findCases, GROUP_NAMES } from "./cases.js";
import { compareAnswers, type Difference, isSame, type Results } from "./compare-answers.js";
import { type Answer, type Cost, runCase } from "./run-command-line.js";

const OPTIONS = {
  before: { type: "string", default: "d8b6e7b4" },
  after: { type: "string", default: "." },
  only: { type: "string", default: "" },
  nasty: { type: "string", default: "500" },
  runs: { type: "string", default: "1" },
  same: { type: "boolean", default: false },
  json: { type: "string", default: "" },
} as const;

const COLUMNS = [
  "case",
  "rules − + ≠",
  "rows",
  "first suspect ≠",
  "ranking ≠",
  "shown rule ≠",
  "strength Δ",
  "text ≠",
  "any ≠",
  "messages",
  "learn ×",
  "explain ×",
  "memory ×",
];

interface Comparison {
  readonly name: string;
  readonly difference: Difference;
  readonly messagesDiffer: boolean;
  /** After divided by before; null where it was not measured. */
  readonly ratios: Readonly<Record<"learn" | "explain" | "memory", number>> | null;
}

main();

function main(): void {
  const { values } = parseArgs({ options: OPTIONS });
  const wanted = values.only === "" ? [...GROUP_NAMES] : values.only.split(",");
  const [before, after] = [openBuild(values.before, ROOT), openBuild(values.after, ROOT)];
  const groups = wanted.map((name) => name.split("/")[0]!);
  const unknown = groups.find((group) => !(GROUP_NAMES as readonly string[]).includes(group));
  if (unknown !== undefined) throw new Error(`unknown group "${unknown}": groups are ${GROUP_NAMES.join(", ")}`);
  const cases = findCases([...new Set(groups)], ROOT).filter(({ name }) =>
    wanted.some((each) => name === each || name.startsWith(`${each}/`)),
  );
  console.log(`| ${COLUMNS.join(" | ")} |\n|${" --- |".repeat(COLUMNS.length)}`);
  const comparisons: Comparison[] = [];
  const add = (comparison: Comparison): void => {
    comparisons.push(comparison);
    console.log(formatRow(comparison));
  };
  for (const each of cases) add(compareCase(each, { before, after, runs: Number(values.runs) }));
  if (wanted.includes("nasty")) add(compareNasty(Number(values.nasty), before, after));
  const differing = comparisons.filter(({ difference, messagesDiffer }) => messagesDiffer || !isSame(difference));
  console.log(`\n${comparisons.length} cases, ${before.name} against ${after.name}: ${differing.length} differ`);
  if (values.json !== "") writeFileSync(values.json, `${JSON.stringify(comparisons, null, 1)}\n`);
  if (comparisons.length === 0 || (values.same && differing.length > 0)) process.exitCode = 1;
}

interface Builds {
  readonly before: Build;
  readonly after: Build;
  readonly runs: number;
}

/** Builds take turns, so that a machine that slows down slows both. */
function compareCase(each: Case, { before, after, runs }: Builds): Comparison {
  const rounds = Array.from({ length: runs }, () => ({ before: runCase(before, each), after: runCase(after, each) }));
  const { before: first, after: second } = rounds[0]!;
  const ratio = (figure: (answer: Answer) => number): number =>
    median(rounds.map((round) => figure(round.after))) / median(rounds.map((round) => figure(round.before)));
  const memoryOf = ({ learn, explain }: Answer): number =>
    Math.max(...[learn, explain].map((cost: Cost) => cost.megabytes));
  return {
    name: each.name,
    difference: compareAnswers(first, second),
    messagesDiffer: first.messages !== second.messages,
    ratios: {
      learn: ratio(({ learn }) => learn.seconds),
      explain: ratio(({ explain }) => explain.seconds),
      memory: ratio(memoryOf),
    },
  };
}

/** All made-up tables as one case: their rows are numbered on. */
function compareNasty(count: number, before: Build, after: Build): Comparison {
  const [a, b] = [nastyResults(before, count), nastyResults(after, count)];
  return {
    name: `${count} nasty tables`,
    difference: compareAnswers(a, b),
    messagesDiffer: a.errors !== b.errors,
    ratios: null,
  };
}

function nastyResults(build: Build, count: number): Results & { readonly errors: string } {
  const worker = join(dirname(fileURLToPath(import.meta.url)), "nasty-worker.js");
  const { stdout, stderr, status } = spawnSync(process.execPath, [worker, build.folder, String(count)], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`${build.name}: nasty tables ended with ${status}: ${stderr.slice(-400)}`);
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Partial<Results> & { error?: string });
  const numbered = (lines: readonly string[] | undefined, table: number): string[] =>
    (lines ?? []).map((line) => JSON.stringify({ ...JSON.parse(line), row: `${table}/${JSON.parse(line).row}` }));
  return {
    rules: answers.flatMap(({ rules = [] }, table) => rules.map((line) => withTable(line, table))),
    explanations: answers.flatMap(({ explanations }, table) => numbered(explanations, table)),
    errors: JSON.stringify(answers.map(({ error }) => error ?? null)),
  };
}

function withTable(line: string, table: number): string {
  const rule = JSON.parse(line) as { text: string };
  return JSON.stringify({ ...rule, text: `table ${table}: ${rule.text}` });
}

function formatRow({ name, difference, messagesDiffer, ratios }: Comparison): string {
  const { rulesOnlyBefore, rulesOnlyAfter, rulesChanged, rowCount, rowsMissing, firstSuspects } = difference;
  const { rankings, shownRules, strength, texts, lines } = difference;
  const cells = [
    name,
    `${rulesOnlyBefore} ${rulesOnlyAfter} ${rulesChanged}`,
    rowsMissing === 0 ? rowCount : `${rowCount}, ${rowsMissing} in one only`,
    ...[firstSuspects, rankings, shownRules, strength === 0 ? 0 : strength.toPrecision(2), texts, lines],
    messagesDiffer ? "differ" : "same",
    ...(ratios === null ? ["", "", ""] : [ratios.learn, ratios.explain, ratios.memory].map((each) => each.toFixed(2))),
  ];
  return `| ${cells.join(" | ")} |`;
}
