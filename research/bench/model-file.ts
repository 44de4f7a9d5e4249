/** A model of a million rules: saved, loaded, and held against JSON.parse of the same text. */
import { join } from "node:path";
import { learn, loadModel, type Model, saveModel } from "../../src/index.js";
import { NO_PACK, readNumbers } from "../data/pack.js";
import { atMost, type Bench, type BenchContext, formatMs, formatRatio, type Line, requireAnswer } from "./bench.js";
import { firstRules } from "./data/first-rules.js";
import { categoryTable } from "./data/synthetic.js";
import { race, timeOnce } from "./timing.js";

export const modelFile: Bench = {
  name: "model",
  title: "Model of 1 million rules: save and load",
  about:
    "The best million rules of satellite (rules of up to four predicates, none left out as redundant, γ = 0.8), as " +
    "text. Checked first: what was loaded is saved as the same text. Loading checks every field, every reference, the order of the rules " +
    "and the checksum; JSON.parse does not. One thread, wall time.",
  run: runModelFile,
};

const GOAL = "load ≤ 2× JSON.parse";
const RULES = 1_000_000;

async function runModelFile(context: BenchContext): Promise<Line[]> {
  const model = millionRules(context);
  if (model === null) {
    const goal = { text: GOAL, measured: null };
    return [
      { what: "load", ours: "–", rival: "JSON.parse", theirs: `not run: ${NO_PACK}`, ratio: null, goal, remark: "" },
    ];
  }
  const text = saveModel(model);
  requireAnswer(saveModel(loadModel(text)) === text, "a loaded model is not saved as the same text");
  context.say(`model of ${model.rules.length} rules, ${(text.length / 1e6).toFixed(1)} MB`);
  const [load, parse, save] = await race(
    [
      { name: "load", run: () => timeOnce(() => loadModel(text)) },
      { name: "JSON.parse", run: () => timeOnce(() => JSON.parse(text)) },
      { name: "save", run: () => timeOnce(() => saveModel(model)) },
    ],
    context.runs,
  );
  const what = `${model.rules.length.toLocaleString("en-US")} rules, ${(text.length / 1e6).toFixed(1)} MB`;
  return [
    {
      what: `load ${what}`,
      ours: formatMs(load!.wallMs),
      rival: "JSON.parse of the same text",
      theirs: formatMs(parse!.wallMs),
      ratio: parse!.wallMs / load!.wallMs,
      goal: atMost({ text: GOAL, most: 2 }, load!.wallMs / parse!.wallMs, formatRatio),
      remark: `CPU: ours ${formatRatio(load!.cpuMs / parse!.cpuMs)} of theirs`,
    },
    {
      what: `save ${what}`,
      ours: formatMs(save!.wallMs),
      rival: "–",
      theirs: "–",
      ratio: null,
      goal: null,
      remark: "",
    },
  ];
}

function millionRules({ pack, isQuick }: BenchContext): Model | null {
  if (isQuick) return learn(categoryTable({ rows: 300, features: 6, values: 3, seed: 1 }), { redundancy: "all" });
  if (pack === null) return null;
  const table = readNumbers(join(pack, "satellite", "train.csv"));
  const model = learn(table, { redundancy: "all", maxPredicates: 4, minConfidence: 0.8, maxRules: 20_000_000 });
  return firstRules(model, RULES);
}
