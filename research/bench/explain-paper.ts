/** Explaining by the best violated rules among 300,000, against a scan of all rules in their order. */
import { join } from "node:path";
import { createExplainer, type Explanation, learn, type Model, type Table } from "../../src/index.js";
import { NO_PACK, readNumbers } from "../data/pack.js";
import {
  type EncodedTable,
  encodeTable,
  FAILS,
  HOLDS,
  predicateState,
  ruleAt,
  toPublicPredicate,
} from "../internals.js";
import { median } from "../measures/median.js";
import { atMost, type Bench, type BenchContext, formatMicroseconds, type Line, requireAnswer } from "./bench.js";
import { firstRules } from "./data/first-rules.js";
import { oneRowTables, repeated } from "./data/one-row-tables.js";
import { categoryTable } from "./data/synthetic.js";
import { checkBatch, medianBatch, medianBatchCpu, medianSingle, noTimes, timeRound, warmUp } from "./row-times.js";

export const explainPaper: Bench = {
  name: "paper",
  title: "Explain one row, method paper, 300,000 rules",
  about:
    "The best 300,000 rules of fault (rules of up to four predicates, none left out as redundant); its perturbed rows. Ours is the whole " +
    "explanation with its sentence, one row in a call, or its share of one call with 1,000 rows, after three seconds of warm-up. The reference walks down all rules until five are violated, " +
    "and gives their numbers only. Checked first: both find the same rules in the same order. One thread, wall time.",
  run: runPaper,
};

const GOAL = "median ≤ 20 µs per row";
const RULES = 300_000;
const TOP = 5;

async function runPaper(context: BenchContext): Promise<Line[]> {
  const prepared = prepare(context);
  if (prepared === null) {
    const goal = { text: GOAL, measured: null };
    return [
      { what: "one call", ours: "–", rival: "scan", theirs: `not run: ${NO_PACK}`, ratio: null, goal, remark: "" },
    ];
  }
  const { model, rows } = prepared;
  context.say(`explain: ${model.rules.length} rules`);
  const explain = createExplainer(model, { method: "paper", top: TOP });
  const singles = oneRowTables(rows);
  const encoded = encodeTable(model.features, rows);
  checkRules(checkBatch({ explain, rows: singles, all: rows }), model, encoded);
  const all = repeated(rows, context.isQuick ? 1 : Math.ceil(1000 / rows.rowCount));
  const timed = { explain, rows: singles, all };
  const times = noTimes();
  const cold = warmUp(timed, context.isQuick ? 0 : undefined);
  const scans: number[] = [];
  for (let round = 0; round < context.runs; round++) {
    timeRound(timed, times);
    for (let row = 0; row < rows.rowCount; row++) {
      const start = performance.now();
      scanRules(model, encoded, row);
      scans.push((performance.now() - start) * 1000);
    }
  }
  const mean = scans.reduce((sum, us) => sum + us, 0) / scans.length;
  const rival = "scan of all rules";
  const count = `${model.rules.length.toLocaleString("en-US")} rules`;
  const [single, batch] = [medianSingle(times), medianBatch(times)];
  return [
    {
      rival,
      what: `one call, ${count}`,
      ours: formatMicroseconds(single),
      theirs: formatMicroseconds(median(scans)),
      ratio: median(scans) / single,
      goal: atMost({ text: GOAL, most: 20 }, single, formatMicroseconds),
      remark: `before warming up: ${formatMicroseconds(cold)}`,
    },
    {
      rival,
      what: `batch, ${count}`,
      ours: formatMicroseconds(batch),
      theirs: formatMicroseconds(mean),
      ratio: mean / batch,
      goal: null,
      remark: `means over rows; CPU ${formatMicroseconds(medianBatchCpu(times))}`,
    },
  ];
}

function prepare({ pack, isQuick }: BenchContext): { model: Model; rows: Table } | null {
  if (isQuick) {
    const shape = { rows: 300, features: 6, values: 3, seed: 1 };
    const model = learn(categoryTable(shape), { redundancy: "all" });
    return { model, rows: categoryTable({ ...shape, rows: 20, seed: 2 }) };
  }
  if (pack === null) return null;
  const table = readNumbers(join(pack, "fault", "train.csv"));
  const model = learn(table, { redundancy: "all", maxPredicates: 4 });
  return { model: firstRules(model, RULES), rows: readNumbers(join(pack, "fault", "perturbed.csv")) };
}

/** Numbers of the first rules whose antecedent holds and whose consequent fails: the definition. */
function scanRules({ rules, predicates }: Model, table: EncodedTable, row: number): number[] {
  const states = predicates.map((predicate) => predicateState(predicate, table, row));
  const found: number[] = [];
  for (let rule = 0; rule < rules.length && found.length < TOP; rule++) {
    if (states[rules.consequents[rule]!] !== FAILS) continue;
    let holds = true;
    for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]! && holds; at++) {
      holds = states[rules.items[at]!] === HOLDS;
    }
    if (holds) found.push(rule);
  }
  return found;
}

function checkRules(explanations: readonly Explanation[], model: Model, table: EncodedTable): void {
  let violated = 0;
  explanations.forEach(({ rules }, row) => {
    const expected = scanRules(model, table, row).map((rule) => describeRule(model, rule));
    const found = rules.map(({ antecedent, consequent, antecedentCount, supportCount }) =>
      JSON.stringify({ antecedent, consequent, antecedentCount, supportCount }),
    );
    violated += found.length;
    requireAnswer(found.join() === expected.join(), `row ${row}: the rules found are not those of the scan`);
  });
  requireAnswer(violated > 0, "no row violates any rule");
}

function describeRule(model: Model, number: number): string {
  const { antecedent, consequent, antecedentCount, supportCount } = ruleAt(model.rules, model.predicates, number);
  return JSON.stringify({
    antecedent: antecedent.map((predicate) => toPublicPredicate(predicate, model)),
    consequent: toPublicPredicate(consequent, model),
    antecedentCount,
    supportCount,
  });
}
