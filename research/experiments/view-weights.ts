/**
 * The weight of the mixture in the sums of blame is fitted here, on tables of numbers whose density is known and that
 * nothing else is measured on: HitRate@100/@150 by weight, and the difference to the first weight with two standard
 * errors, over rows. So are those of its doubts, and of the network, on tables with categories.
 *
 *   npm run research -- view-weights [--of mixture] [--weights 1.25,2.5] [--seeds 31,32] [--faults 300]
 *   npm run research -- view-weights --of doubts --weights 0,0.5,1,2,4
 *   npm run research -- view-weights --of network --weights 0,2,4,6,8
 */
import { parseArgs } from "node:util";
import { createExplainer, learn, type Model } from "../../src/index.js";
import { createRandom, hashText } from "../internals.js";
import { formatRates, type HitRates, hitRates, meanRates } from "../measures/hit-rate.js";
import { mean, standardError } from "../measures/mean.js";
import { drawFaults, type FaultKind, wrongValues } from "./simulated/faults.js";
import { drawRows, tableOf } from "./simulated/network.js";
import { STRUCTURES, type Structure } from "./simulated/structures.js";

const { values: args } = parseArgs({
  options: {
    of: { type: "string", default: "mixture" },
    weights: { type: "string", default: "1.25,1.75,2.5,3.5,5" },
    seeds: { type: "string", default: "31,32,33" },
    faults: { type: "string", default: "300" },
  },
});
const WEIGHTS = args.weights.split(",").map(Number);
const KINDS: readonly FaultKind[] = ["marginal", "uniform"];
/** True rows that tell how wrong values are distributed. */
const SAMPLE = 20_000;

main();

interface JudgedRow {
  readonly isKnowable: boolean;
  /** One for each weight. */
  readonly rates: readonly HitRates[];
}

function main(): void {
  const isOfNumbers = (name: string): boolean => /^(numbers|regimes)/.test(name);
  const fitted = STRUCTURES.filter(({ name }) => isOfNumbers(name) === (args.of !== "network"));
  const seeds = args.seeds.split(",").map(Number);
  const rows = seeds.flatMap((seed) => fitted.flatMap((structure) => judgeStructure(structure, seed)));
  console.log("weight  all rows                     knowable rows");
  WEIGHTS.forEach((weight, i) => {
    const knowable = rows.filter(({ isKnowable }) => isKnowable);
    console.log(`${String(weight).padEnd(6)}  ${formatLine(rows, i).padEnd(27)}  ${formatLine(knowable, i)}`);
  });
}

function judgeStructure({ name, make, rows }: Structure, seed: number): JudgedRow[] {
  const random = createRandom(seed + (hashText(name, 0) >>> 0));
  const network = make(random);
  const model = learn(tableOf(network, drawRows(network, rows, random)), { seed });
  const explainers = WEIGHTS.map((weight) => createExplainer(withWeight(model, weight)));
  const sample = drawRows(network, SAMPLE, random);
  return KINDS.flatMap((kind) => {
    const faulty = drawFaults({ network, wrong: wrongValues(network, kind, sample) }, Number(args.faults), random);
    const table = tableOf(
      network,
      faulty.map(({ row }) => row),
    );
    const found = explainers.map((explainer) => explainer(table));
    return faulty.map(({ changed, isKnowable }, row): JudgedRow => {
      const names = changed.map((place) => network[place]!.name);
      const rankedBy = (i: number): string[] => found[i]![row]!.features.map(({ feature }) => feature);
      return { isKnowable, rates: WEIGHTS.map((_, i) => hitRates(rankedBy(i), names)) };
    });
  });
}

/** What learning multiplies by the share of categories, and by less than 1 where rows are few. */
const USUAL_FACTOR = 4;

function withWeight(model: Model, weight: number): Model {
  const { mixture, network } = model;
  if (args.of === "network" && network !== null)
    return { ...model, network: { ...network, weight: (network.weight * weight) / USUAL_FACTOR } };
  if (args.of === "doubts" && mixture !== null) return { ...model, mixture: { ...mixture, doubtWeight: weight } };
  if (args.of !== "mixture" || mixture === null) throw new Error(`no ${args.of} was learnt`);
  return { ...model, mixture: { ...mixture, weight } };
}

function formatLine(rows: readonly JudgedRow[], weight: number): string {
  const differences = rows.map(({ rates }) => rates[weight]!.at100 - rates[0]!.at100);
  const error = 2 * standardError(differences);
  return `${formatRates(meanRates(rows.map(({ rates }) => rates[weight]!)))} ${mean(differences).toFixed(4)} ± ${error.toFixed(4)}`;
}
