/**
 * Reruns the experiments of the paper, and ours.
 *
 *   npm run research -- experiments                  all of them
 *   npm run research -- experiments features rules   some
 *   npm run research -- experiments --quick          two small sets, two minutes; fails if an order does not hold
 *   npm run research -- experiments noise --sets wine,WBC --seed 2 --out elsewhere
 *   npm run research -- experiments rules --with anchorSamples=600000
 *
 * The data is found by PARSIGHT_DATA, else in the cache folder, else downloaded there from ADBench's repository.
 */
import { parseArgs } from "node:util";
import { EXPERIMENTS, QUICK_SETS } from "./experiments.js";
import { runExperiments } from "./run-experiments.js";

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      sets: { type: "string", default: "" },
      seed: { type: "string", default: "1" },
      out: { type: "string", default: "" },
      with: { type: "string", multiple: true, default: [] },
    },
  });
  const unknown = positionals.find((name) => !EXPERIMENTS.some((experiment) => experiment.name === name));
  if (unknown !== undefined) {
    console.error(
      `There is no experiment "${unknown}". Experiments are: ${EXPERIMENTS.map(({ name }) => name).join(", ")}.`,
    );
    process.exitCode = 2;
    return;
  }
  const scale = values.quick ? "quick" : "full";
  const out = values.out || `.cache/experiments-${scale}`;
  const outcomes = await runExperiments({
    experiments: EXPERIMENTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    scale,
    seed: Number(values.seed),
    sets: values.sets === "" ? (values.quick ? QUICK_SETS : null) : values.sets.split(","),
    overrides: Object.fromEntries(
      values.with.map((each) => each.split("=")).map(([name, value]) => [name, Number(value)]),
    ),
    out,
    say: (line) => console.error(line),
    command: (name) => ["npm run research -- experiments", name, ...moreWords(values)].join(" "),
  });
  for (const { experiment, claims } of outcomes) {
    for (const { text, holds } of claims)
      console.log(`${experiment.padEnd(9)} ${holds ? "holds        " : "DOES NOT HOLD"} ${text}`);
  }
  console.log(`Pages are in ${out}.`);
  if (values.quick && outcomes.some(({ claims }) => claims.some(({ holds, on }) => !holds && on === "any")))
    process.exitCode = 1;
}

/** The options, as they are typed after the names. */
function moreWords(values: { quick: boolean; sets: string; seed: string; with: string[] }): string[] {
  return [
    ...(values.quick ? ["--quick"] : []),
    ...(values.sets === "" ? [] : [`--sets ${values.sets}`]),
    ...(values.seed === "1" ? [] : [`--seed ${values.seed}`]),
    ...values.with.map((each) => `--with ${each}`),
  ];
}
