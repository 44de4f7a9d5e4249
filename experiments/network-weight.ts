/**
 * A density of whole rows (network/) beside the evidence of the diagnosis: HitRate@100/@150 and right first suspects on
 * tables with categories, by the weight of what it says, and by it alone. Weights are multiplied by the share of
 * categorical features and by rows / 2,000 where there are fewer.
 *
 *   node dist/experiments/network-weight.js [--weights 0,4] [--seeds 31,32] [--faults 200] [--mixed]
 */
import { parseArgs } from "node:util";
import { createRandom, hashText } from "../src/core/base/random/random.js";
import { openKernel } from "../src/core/compute/kernel.js";
import { blameRow, prepareRowBlamer } from "../src/core/evidence/row-blame.js";
import type { Model } from "../src/core/model/model.js";
import { encodedRows, encodeTable } from "../src/core/table/encode-table.js";
import { fillRow } from "../src/core/table/row-values.js";
import { learn, type Table } from "../src/index.js";
import { mixedNames, readMixed } from "./data/mixed-pack.js";
import { formatRates, type HitRates, hitRates, meanRates } from "./measures/hit-rate.js";
import { mean } from "./measures/mean.js";
import { learnNetwork } from "./network/learn-network.js";
import { prepareNetwork } from "./network/network-evidence.js";
import { drawFaults, type FaultKind, wrongValues } from "./simulated/faults.js";
import { drawRows, tableOf } from "./simulated/network.js";
import { STRUCTURES, type Structure } from "./simulated/structures.js";

const { values: args } = parseArgs({
  options: {
    weights: { type: "string", default: "0,2,4,6" },
    seeds: { type: "string", default: "31,32,33" },
    faults: { type: "string", default: "200" },
    mixed: { type: "boolean", default: false },
  },
});
const WEIGHTS = args.weights.split(",").map(Number);
const KINDS: readonly FaultKind[] = ["marginal", "uniform"];
/** True rows that tell how wrong values are distributed. */
const SAMPLE = 20_000;
const MANY_ROWS = 2000;
const LEARNT_ROWS = 5000;
/** Of what is taken off a category's sum, this part counts (see src/core/evidence/row-blame.ts). */
const USUAL_PART = 0.75;

await main();

interface Judged extends HitRates {
  readonly isFirstRight: boolean;
}

/** For each weight, and behind them by the network alone. */
type JudgedRow = readonly Judged[];

async function main(): Promise<void> {
  const sets: JudgedRow[][] = [];
  if (args.mixed) {
    for (const name of mixedNames()) {
      const { train, perturbed, truth } = await readMixed(name);
      const wrong = truth.map(({ features }) => features);
      sets.push(judge(learn(train, { seed: 1 }), { train, table: perturbed, wrong }));
    }
  } else {
    const withCategories = STRUCTURES.filter(({ name }) => /^(categories|both|amounts)/.test(name));
    for (const seed of args.seeds.split(",").map(Number))
      for (const structure of withCategories) sets.push(judgeStructure(structure, seed));
  }
  [...WEIGHTS.map(String), "alone"].forEach((weight, i) => {
    const rates = sets.map((rows) => meanRates(rows.map((row) => row[i]!)));
    const first = mean(sets.map((rows) => mean(rows.map((row) => Number(row[i]!.isFirstRight)))));
    console.log(`${weight.padEnd(6)}  ${formatRates(meanRates(rates))}  first ${first.toFixed(3)}`);
  });
}

/** Knowable rows. */
function judgeStructure({ name, make, rows }: Structure, seed: number): JudgedRow[] {
  const random = createRandom(seed + (hashText(name, 0) >>> 0));
  const network = make(random);
  const train = tableOf(network, drawRows(network, rows, random));
  const sample = drawRows(network, SAMPLE, random);
  const faulty = KINDS.flatMap((kind) =>
    drawFaults({ network, wrong: wrongValues(network, kind, sample) }, Number(args.faults), random),
  ).filter(({ isKnowable }) => isKnowable);
  const table = tableOf(
    network,
    faulty.map(({ row }) => row),
  );
  const wrong = faulty.map(({ changed }) => changed.map((place) => network[place]!.name));
  return judge(learn(train, { seed }), { train, table, wrong });
}

interface WrongRows {
  readonly train: Table;
  readonly table: Table;
  /** Names of the features that are wrong in each row. */
  readonly wrong: readonly (readonly string[])[];
}

function judge(model: Model, { train, table, wrong }: WrongRows): JudgedRow[] {
  const { features, profiles, rowCount } = model;
  const every = Math.max(1, Math.floor(train.rowCount / LEARNT_ROWS)); // some files are sorted
  const some = Int32Array.from({ length: Math.ceil(train.rowCount / every) }, (_, i) => i * every);
  const network = learnNetwork({ rows: encodedRows(encodeTable(features, train), some), profiles, weight: 1 });
  const evidence = prepareNetwork(network, { rowCount, profiles });
  const share = mean(profiles.map(({ kind }) => Number(kind === "categorical")));
  const blamer = prepareRowBlamer(model, openKernel());
  const usual = blamer.usualSums.slice();
  const encoded = encodeTable(features, table);
  const values = new Float64Array(features.length);
  return wrong.map((names, row): JudgedRow => {
    fillRow(encoded, row, values);
    const offsets = new Float64Array(features.length);
    evidence(values, offsets);
    const ranked = WEIGHTS.map((weight) => {
      const factor = weight * share * Math.min(1, rowCount / MANY_ROWS);
      blamer.usualSums.set(usual.map((sum, j) => sum - (factor * offsets[j]!) / USUAL_PART));
      return [...blameRow(blamer, encoded, row).order];
    });
    const alone = [...offsets.keys()].sort((a, b) => offsets[b]! - offsets[a]!);
    return [...ranked, alone].map((order) => {
      const list = order.map((feature) => features[feature]!.name);
      return { ...hitRates(list, names), isFirstRight: names.includes(list[0]!) };
    });
  });
}
