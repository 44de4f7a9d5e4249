/**
 * Runs a command of research, after building what it runs:
 *
 *   npm run research                        lists the commands
 *   npm run research -- bench --only explain
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Name, compiled file under dist/research, and what it measures. */
const PROGRAMS = [
  ["bench", "bench/main.js", "benchmarks against other libraries (docs/benchmarks.md)"],
  ["stored-growth", "bench/stored-growth.js", "time, memory and disk of learning a table that does not fit in memory"],
  ["experiments", "experiments/main.js", "the paper's experiments and ours (docs/experiments)"],
  ["certainty", "experiments/certainty.js", "strengths, bounds and probabilities on fresh rows"],
  ["drift", "experiments/drift.js", "false alarms of drift, and delays until a change is found"],
  ["history", "experiments/history.js", "what lag features add, on the moving water tank"],
  ["pack-hit-rate", "experiments/pack-hit-rate.js", "HitRate of one method on the pack of perturbed rows"],
  ["diagnosis-figures", "experiments/diagnosis-figures.js", "the other figures of the diagnosis on that pack"],
  ["view-weights", "experiments/view-weights.js", "fits the weights of the evidence views"],
  ["wide", "experiments/wide.js", "time and memory of learning tables with many columns"],
  ["differential", "differential/main.js", "compares the answers, time and memory of two builds on the same tables"],
];
/** Every kind of program once, on tables made here. */
const SMOKE = [
  ["bench", "--quick", "--only", "mining,explain,model"],
  ["experiments", "structures", "--quick", "--sets", "numbers-300,both", "--out", ".cache/research-smoke"],
  ["drift", "--quick", "--only", "changes/others"],
  ["differential", "--before", ".", "--after", ".", "--only", "tank,nasty", "--nasty", "20", "--same"],
];

const [command, ...words] = process.argv.slice(2);
const commands = {
  ...Object.fromEntries(PROGRAMS.map(([name, file]) => [name, () => runProgram(file, words)])),
  test: () => runNode([join("node_modules", "vitest", "vitest.mjs"), "run", "--project", "research", ...words]),
  smoke: runSmoke,
};

if (command === undefined) {
  console.log(describeCommands());
} else if (!Object.hasOwn(commands, command)) {
  console.error(`unknown command "${command}"\n\n${describeCommands()}`);
  process.exitCode = 2;
} else {
  build();
  commands[command]();
}

function describeCommands() {
  const lines = [
    ...PROGRAMS.map(([name, , about]) => [name, about]),
    ["test", "the tests of research; options are Vitest's"],
    ["smoke", "short runs on tables made here: does everything still run?"],
  ].map(([name, about]) => `  ${name.padEnd(19)}${about}`);
  return `npm run research -- <command> [options]\n\n${lines.join("\n")}`;
}

/** The kernel, the library with research, and the command line; neither the page nor the Python package. */
function build() {
  console.error("Building");
  runNode([join("kernel", "build.js")], "ignore");
  runNode([join("node_modules", "typescript", "bin", "tsc"), "-p", join("research", "tsconfig.build.json")]);
  runNode([join("node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn"]);
}

function runSmoke() {
  for (const [name, ...options] of SMOKE) {
    console.log(`\n${name} ${options.join(" ")}`);
    runProgram(PROGRAMS.find(([each]) => each === name)[1], options);
  }
}

function runProgram(file, options) {
  runNode([join("dist", "research", ...file.split("/")), ...options]);
}

/** Ends this process where the other one fails. */
function runNode(parameters, stdout = "inherit") {
  const { status, signal } = spawnSync(process.execPath, parameters, {
    cwd: ROOT,
    stdio: ["inherit", stdout, "inherit"],
  });
  if (status !== 0) process.exit(signal === null ? status : 1);
}
