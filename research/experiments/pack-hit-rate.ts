/**
 * Measures a way of explaining on the pack: HitRate@100/@150 by set and by kind of change, the share of flagged test
 * rows that get a rule (PoF, for true and false positives), and the share of unflagged normal rows that break some
 * rule.
 *
 *   npm run research -- pack-hit-rate [--preset default|paper] [--method paper|diagnosis] [--rows 40] [--sets a,b]
 *     [--trees 8] [--seed 1] [--known-values]
 *
 * With --known-values each changed value that lies between those of learning rows is moved to the nearest of them: the
 * pack puts 2.37 into columns of whole numbers, which tells more than a real mistake would.
 */
import { parseArgs } from "node:util";
import {
  createExplainer,
  type Explainer,
  type ExplainOptions,
  type LearnOptions,
  learn,
  type Table,
  tableFromColumns,
} from "../../src/index.js";
import { type BenchmarkSet, firstRows, numbers } from "../data/benchmark-set.js";
import { packSetsNamed } from "../data/find-sets.js";
import { formatRates, type HitRates, hitRates, meanRates } from "../measures/hit-rate.js";
import { mean, meanKnown } from "../measures/mean.js";

const { values: args } = parseArgs({
  options: {
    preset: { type: "string", default: "default" },
    method: { type: "string", default: "paper" },
    rows: { type: "string", default: "40" },
    sets: { type: "string", default: "" },
    trees: { type: "string" },
    seed: { type: "string", default: "1" },
    "known-values": { type: "boolean", default: false },
  },
});

main();

function main(): void {
  const sets = packSetsNamed(args.sets);
  if (sets === null) return;
  const limit = Number(args.rows) || Number.POSITIVE_INFINITY;
  printResults(sets.map((set) => measureSet(set, limit)));
}

interface SetResult {
  readonly name: string;
  readonly rules: number;
  readonly learnSeconds: number;
  readonly microsecondsPerRow: number;
  readonly rates: readonly (HitRates & { readonly groups: readonly string[] })[];
  /**
   * Share of flagged rows with a rule: truly anomalous ones, normal ones; and of unflagged normal rows. NaN: no such
   * row.
   */
  readonly found: { readonly truePositives: number; readonly falsePositives: number; readonly unflagged: number };
}

function measureSet(set: BenchmarkSet, limit: number): SetResult {
  const started = performance.now();
  const model = learn(set.train, {
    preset: args.preset,
    seed: Number(args.seed),
    ...(args.trees === undefined ? {} : { trees: Number(args.trees) }),
  } as LearnOptions);
  const learnSeconds = (performance.now() - started) / 1000;
  const explainer = createExplainer(model, { method: args.method } as ExplainOptions);
  const count = Math.min(limit, set.truth.length);
  const rows = firstRows(args["known-values"] ? withKnownValues(set) : set.perturbed, count);
  const explainStarted = performance.now();
  const explanations = explainer(rows);
  const microsecondsPerRow = ((performance.now() - explainStarted) * 1000) / count;
  return {
    name: set.name,
    rules: model.rules.length,
    learnSeconds,
    microsecondsPerRow,
    rates: explanations.map((explanation, row) => {
      const truth = set.truth[row]!;
      const ranked = explanation.features.map((suspect) => suspect.feature);
      const groups = truth.flaggedBefore ? [truth.mode] : [truth.mode, "not flagged before"];
      return { ...hitRates(ranked, truth.features), groups };
    }),
    found: shareExplained(set, explainer),
  };
}

/** The changed rows, with changed values between those of learning rows moved to the nearest of these. */
function withKnownValues({ train, perturbed, truth }: BenchmarkSet): Table {
  const columns = perturbed.columns.map(({ name }) => {
    const known = train.columns.some((column) => column.name === name)
      ? Float64Array.from(numbers(train, name)).filter(Number.isFinite).sort()
      : new Float64Array();
    const values = numbers(perturbed, name).map((value, row) => {
      const isInside = value >= known[0]! && value <= known.at(-1)!;
      return isInside && truth[row]!.features.includes(name) ? nearestOf(known, value) : value;
    });
    return [name, values] as const;
  });
  return tableFromColumns(Object.fromEntries(columns));
}

function nearestOf(known: Float64Array, value: number): number {
  return known.reduce((best, other) => (Math.abs(other - value) < Math.abs(best - value) ? other : best));
}

function shareExplained(set: BenchmarkSet, explainer: Explainer): SetResult["found"] {
  const label = numbers(set.test, "label");
  const flagged = numbers(set.test, "if_flag").map((flag, row) => Math.max(flag, numbers(set.test, "ae_flag")[row]!));
  const hasRule = explainer(set.test).map((explanation) => explanation.rules.length > 0);
  const share = (wanted: (row: number) => boolean): number =>
    mean(hasRule.flatMap((has, row) => (wanted(row) ? [Number(has)] : [])));
  return {
    truePositives: share((row) => flagged[row] === 1 && label[row] === 1),
    falsePositives: share((row) => flagged[row] === 1 && label[row] === 0),
    unflagged: share((row) => flagged[row] === 0 && label[row] === 0),
  };
}

function printResults(results: readonly SetResult[]): void {
  console.log(
    `preset ${args.preset}, method ${args.method}, trees ${args.trees ?? "by default"}, seed ${args.seed}, first ${args.rows} rows of each set${args["known-values"] ? ", known values" : ""}\n`,
  );
  console.log("| set | HitRate@100/@150 | rules | learn s | µs per row | PoF@TPs | PoF@FPs | unflagged normal rows |");
  console.log("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const result of results) {
    const { truePositives, falsePositives, unflagged } = result.found;
    const cells = [
      result.name,
      formatRates(meanRates(result.rates)),
      result.rules,
      result.learnSeconds.toFixed(2),
      result.microsecondsPerRow.toFixed(0),
      ...[truePositives, falsePositives, unflagged].map(formatShare),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  const shares = (["truePositives", "falsePositives", "unflagged"] as const).map((name) =>
    formatShare(meanKnown(results.map((result) => result.found[name]))),
  );
  const overall = meanRates(results.map((result) => meanRates(result.rates)));
  console.log(`| **mean** | **${formatRates(overall)}** | | | | ${shares.join(" | ")} |\n`);
  const groups = new Map<string, HitRates[]>();
  for (const rate of results.flatMap((result) => result.rates)) {
    for (const group of rate.groups) groups.set(group, [...(groups.get(group) ?? []), rate]);
  }
  for (const [group, rates] of [...groups].sort())
    console.log(`${group}: ${formatRates(meanRates(rates))} (${rates.length} rows)`);
}

function formatShare(share: number): string {
  return Number.isNaN(share) ? "n.a." : share.toFixed(2);
}
