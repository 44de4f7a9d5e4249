/** What the bench of learning refuses: rules that are missing, counted otherwise, or left out for nothing. */
import { describe, expect, test } from "vitest";
import { learn, type Model, type Table } from "../../../src/index.js";
import {
  cutOffsOf,
  type PipelineModel,
  requireAllRules,
  requireProductive,
  requireSameRules,
} from "../../bench/compare-rules.js";
import { mixedTable } from "../../bench/data/synthetic.js";
import { type Checked, requireSense } from "../../bench/learn-pack.js";

const table: Table = mixedTable({ rows: 300, numeric: 5, categorical: 0, seed: 1 });
const options = { trees: 0, neighbours: 0, minConfidence: 0.5 } as const;
const all = learn(table, { ...options, redundancy: "all" });
const productive = learn(table, options);

/** What the pipeline would have saved, had it found exactly our rules. */
function asPipeline({ features, predicates, rules }: Model): PipelineModel {
  const end = (value: number): number | null => (Number.isFinite(value) ? value : null);
  const mined = [...rules.sources.keys()].filter((rule) => rules.sources[rule] === 1);
  return {
    cutOffs: cutOffsOf(all),
    predicates: predicates.flatMap((predicate) => {
      if (predicate.kind !== "interval" || predicate.maxInclusive) return []; // of range rules, which stand last
      return [[features[predicate.feature]!.name, end(predicate.min), end(predicate.max)] as const];
    }),
    rules: mined.map((rule) => [
      [...rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!)],
      rules.consequents[rule]!,
      rules.antecedentCounts[rule]!,
      rules.supportCounts[rule]!,
    ]),
  };
}

const pipeline = asPipeline(all);
const minedCount = pipeline.rules.length;

describe("rules that both have", () => {
  test("are all compared, and the same", () => {
    expect(minedCount).toBeGreaterThan(20);
    expect(requireSameRules(all, pipeline, { table, name: "set" })).toMatchObject({
      rules: minedCount,
      commonRules: minedCount,
    });
    expect(() => requireAllRules(all, pipeline, { table, name: "set" })).not.toThrow();
  });

  test("must have the same counts", () => {
    const [[antecedent, consequent, antecedentCount, supportCount], ...rest] = pipeline.rules as [
      PipelineModel["rules"][number],
      ...PipelineModel["rules"],
    ];
    const wrong = [antecedent, consequent, antecedentCount + 1, supportCount] as const;
    expect(() => requireSameRules(all, { ...pipeline, rules: [wrong, ...rest] }, { table, name: "set" })).toThrow(
      /^set: rule \S+ holds in \d+ of \d+ rows in ours, in \d+ of \d+ in the pipeline$/,
    );
  });

  test("may be missing on neither side", () => {
    const fewer = { ...pipeline, rules: pipeline.rules.slice(3) };
    expect(() => requireSameRules(all, fewer, { table, name: "set" })).toThrow(
      "set: 3 of our rules are not in the pipeline's",
    );
    expect(() => requireSameRules(productive, pipeline, { table, name: "set" })).toThrow(
      /^set: the pipeline's rule \S+ is not among ours$/,
    );
  });

  test("are those between predicates that hold in the same rows", () => {
    const [first, ...rest] = pipeline.predicates;
    const moved = { ...pipeline, predicates: [[first![0], null, -1e9] as const, ...rest] };
    const { commonPredicates, commonRules, rules } = requireSameRules(all, moved, { table, name: "set" });
    expect(commonPredicates).toBeLessThan(pipeline.predicates.length);
    expect(commonRules).toBeLessThan(rules);
    expect(() => requireAllRules(all, moved, { table, name: "set" })).toThrow(
      `set: with the same cut-offs only ${commonPredicates} of ${moved.predicates.length} predicates are the same, and ${commonRules} of ${rules} rules`,
    );
  });

  test("are given our cut-offs, ascending", () => {
    const given = cutOffsOf(all);
    expect(Object.keys(given)).toEqual(all.features.map(({ name }) => name));
    for (const cuts of Object.values(given)) expect(cuts).toEqual([...cuts].sort((a, b) => a - b));
    const { cutOffs, commonCutOffs } = requireSameRules(all, pipeline, { table, name: "set" });
    expect(commonCutOffs).toBe(cutOffs);
    expect(cutOffs).toBeGreaterThan(5);
  });
});

describe("a model without superfluous rules", () => {
  test("lacks exactly those", () => {
    expect(productive.rules.length).toBeLessThan(all.rules.length);
    expect(() => requireProductive(productive, all, "set")).not.toThrow();
  });

  test("may neither keep one nor lack another", () => {
    expect(() => requireProductive(all, all, "set")).toThrow(
      /^set: rule \S+ was left out for nothing, or kept for nothing$/,
    );
    const none = { ...productive, rules: { ...productive.rules, length: 0 } };
    expect(() => requireProductive(none, all, "set")).toThrow(/was left out for nothing/);
  });

  test("has the counts of all rules, and their predicates", () => {
    const antecedentCounts = productive.rules.antecedentCounts.map((count) => count + 1);
    const falsified = { ...productive, rules: { ...productive.rules, antecedentCounts } };
    expect(() => requireProductive(falsified, all, "set")).toThrow(/is not among all rules, or counts otherwise$/);
    const fewer = { ...productive, predicates: productive.predicates.slice(1) };
    expect(() => requireProductive(fewer, all, "set")).toThrow("set: other predicates without redundancy");
  });
});

describe("before times are taken", () => {
  const time = { wallMs: 1, cpuMs: 1, insideMs: 1 };
  const good: Checked = {
    name: "set",
    miner: "apriori",
    run: time,
    compared: { rules: 100, cutOffs: 10, commonCutOffs: 9 },
    hits: { ours: { rate: 0.8, chance: 0.1 }, theirs: { rate: 0.84, chance: 0.1 } },
  };

  test("enough must have been compared", () => {
    expect(() => requireSense([good])).not.toThrow();
    const few = { ...good, compared: { ...good.compared, commonCutOffs: 8 } };
    expect(() => requireSense([few])).toThrow("of the pipeline's 10 cut-offs only 8 are ours too");
  });

  test("our diagnosis must be better than chance, and not below theirs", () => {
    const hits = (ours: number) => () =>
      requireSense([{ ...good, hits: { ours: { rate: ours, chance: 0.1 }, theirs: { rate: 0.84, chance: 0.1 } } }]);
    expect(hits(0.05)).toThrow("set: our diagnosis is no better than chance");
    expect(hits(0.7)).toThrow("our diagnosis hits 0.70 of the changed features, the pipeline's 0.84");
  });
});
