/**
 * Are the rules of two learners the same? Predicates are the same when they ask about the same feature and hold in the
 * same learning rows; rules between such predicates must be there in both, with the same counts.
 */
import { createHash } from "node:crypto";
import type { Model, Table } from "../../src/index.js";
import { requireAnswer } from "./bench.js";
import type { NamedTable } from "./data/pack-tables.js";
import { statesOf } from "./ours.js";

/** What rivals/pipeline.py saves of predicates and rules. */
export interface PipelineModel {
  readonly cutOffs: Readonly<Record<string, readonly number[]>>;
  /** [feature, from, below], null for an open end, or [feature, value]. */
  readonly predicates: readonly (
    | readonly [feature: string, value: number]
    | readonly [feature: string, from: number | null, below: number | null]
  )[];
  readonly rules: readonly (readonly [
    antecedent: readonly number[],
    consequent: number,
    antecedentCount: number,
    supportCount: number,
  ])[];
}

export interface Common {
  readonly cutOffs: number;
  readonly commonCutOffs: number;
  readonly predicates: number;
  readonly commonPredicates: number;
  readonly rules: number;
  readonly commonRules: number;
}

/**
 * `all`: learnt without leaving out rules. Fails when a rule between common predicates is missing on one side or counts
 * otherwise.
 */
export function requireSameRules(all: Model, pipeline: PipelineModel, { name: what, table }: NamedTable): Common {
  const itemByRows = new Map<string, number>();
  statesOf(all, table).forEach(({ feature, holds }, item) => {
    if (feature !== null && !itemByRows.has(keyOf(feature, holds))) itemByRows.set(keyOf(feature, holds), item);
  });
  const itemOf = pipeline.predicates.map((predicate) =>
    itemByRows.get(keyOf(predicate[0], rowsOf(predicate, numbersOf(table, predicate[0])))),
  );
  const items = new Set(itemOf);
  const left = new Map([...countsOf(all)].filter(([, rule]) => rule.items.every((item) => items.has(item))));
  let commonRules = 0;
  for (const [antecedent, consequent, antecedentCount, supportCount] of pipeline.rules) {
    const body = antecedent.map((place) => itemOf[place]);
    const head = itemOf[consequent];
    if (!body.every((item) => item !== undefined) || head === undefined) continue;
    const key = ruleKey(body, head);
    const ours = left.get(key);
    requireAnswer(ours !== undefined, `${what}: the pipeline's rule ${key} is not among ours`);
    requireAnswer(
      ours!.antecedentCount === antecedentCount && ours!.supportCount === supportCount,
      `${what}: rule ${key} holds in ${ours!.supportCount} of ${ours!.antecedentCount} rows in ours, in ${supportCount} of ${antecedentCount} in the pipeline`,
    );
    left.delete(key);
    commonRules++;
  }
  requireAnswer(left.size === 0, `${what}: ${left.size} of our rules are not in the pipeline's`);
  return {
    ...countCutOffs(all, pipeline, table),
    predicates: itemOf.length,
    commonPredicates: itemOf.filter((item) => item !== undefined).length,
    rules: pipeline.rules.length,
    commonRules,
  };
}

/** As requireSameRules, of a pipeline that has taken our cut-offs: all that it found must have been compared. */
export function requireAllRules(all: Model, pipeline: PipelineModel, set: NamedTable): Common {
  const common = requireSameRules(all, pipeline, set);
  const { predicates, commonPredicates, rules, commonRules } = common;
  requireAnswer(
    commonPredicates === predicates && commonRules === rules,
    `${set.name}: with the same cut-offs only ${commonPredicates} of ${predicates} predicates are the same, and ${commonRules} of ${rules} rules`,
  );
  return common;
}

/** The cut-offs of a model's numeric features, ascending, as rivals/pipeline.py takes them. */
export function cutOffsOf({ features, predicates }: Model): PipelineModel["cutOffs"] {
  const cutOffs = features.map(() => new Set<number>());
  for (const predicate of predicates) {
    if (predicate.kind !== "interval" || predicate.maxInclusive) continue;
    for (const end of [predicate.min, predicate.max]) if (Number.isFinite(end)) cutOffs[predicate.feature]!.add(end);
  }
  return Object.fromEntries(
    features.flatMap(({ name, kind }, feature) =>
      kind === "numeric" ? [[name, [...cutOffs[feature]!].sort((a, b) => a - b)] as const] : [],
    ),
  );
}

/** Fails unless the rules of `productive` are those of `all`, less some that a shorter one makes superfluous. */
export function requireProductive(productive: Model, all: Model, what: string): void {
  requireAnswer(
    JSON.stringify(productive.predicates) === JSON.stringify(all.predicates),
    `${what}: other predicates without redundancy`,
  );
  const whole = countsOf(all);
  const left = countsOf(productive);
  for (const [key, rule] of left) {
    const same = whole.get(key);
    requireAnswer(
      same !== undefined && same.antecedentCount === rule.antecedentCount && same.supportCount === rule.supportCount,
      `${what}: rule ${key} is not among all rules, or counts otherwise`,
    );
  }
  for (const [key, rule] of whole) {
    const isSuperfluous = (): boolean =>
      properParts(rule.items.slice(0, -1)).some((part) => {
        const shorter = whole.get(ruleKey(part, rule.items.at(-1)!));
        // Confidences as fractions: s / a ≥ t / b.
        return (
          shorter !== undefined &&
          shorter.supportCount * rule.antecedentCount >= rule.supportCount * shorter.antecedentCount
        );
      });
    requireAnswer(
      left.has(key) !== isSuperfluous(),
      `${what}: rule ${key} was left out for nothing, or kept for nothing`,
    );
  }
}

interface CountedRule {
  /** The antecedent, ascending, and the consequent behind it. */
  readonly items: readonly number[];
  readonly antecedentCount: number;
  readonly supportCount: number;
}

/** Mined rules by their key. */
function countsOf({ rules }: Model): Map<string, CountedRule> {
  const counted = new Map<string, CountedRule>();
  for (let rule = 0; rule < rules.length; rule++) {
    const body = [...rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!)];
    if (body.length === 0) continue; // a range rule
    const head = rules.consequents[rule]!;
    counted.set(ruleKey(body, head), {
      items: [...body, head],
      antecedentCount: rules.antecedentCounts[rule]!,
      supportCount: rules.supportCounts[rule]!,
    });
  }
  return counted;
}

function ruleKey(body: readonly number[], head: number): string {
  return `${[...body].sort((a, b) => a - b).join(",")}>${head}`;
}

/** Neither empty nor all. */
function properParts(items: readonly number[]): number[][] {
  return Array.from({ length: Math.max(0, (1 << items.length) - 2) }, (_, i) =>
    items.filter((_, place) => (((i + 1) >> place) & 1) === 1),
  );
}

function keyOf(feature: string, holds: Uint8Array): string {
  return `${feature}: ${createHash("sha256").update(holds).digest("hex")}`;
}

function numbersOf(table: Table, name: string): Float64Array {
  const column = table.columns.find((one) => one.name === name);
  if (column?.type !== "number") throw new TypeError(`${name} is no numeric column`);
  return column.values;
}

/** 1 for each row where it holds. */
function rowsOf(predicate: PipelineModel["predicates"][number], values: Float64Array): Uint8Array {
  if (predicate.length === 2) return Uint8Array.from(values, (value) => Number(value === predicate[1]));
  const from = predicate[1] ?? Number.NEGATIVE_INFINITY;
  const below = predicate[2] ?? Number.POSITIVE_INFINITY;
  return Uint8Array.from(values, (value) => Number(value >= from && value < below));
}

/** Cut-offs are the same when they have the same learning rows below them. */
function countCutOffs(model: Model, pipeline: PipelineModel, table: Table): Pick<Common, "cutOffs" | "commonCutOffs"> {
  let cutOffs = 0;
  let commonCutOffs = 0;
  for (const [name, cuts] of Object.entries(pipeline.cutOffs)) {
    const values = numbersOf(table, name);
    const below = (cut: number): number => values.reduce((count, value) => count + Number(value < cut), 0);
    const ours = new Set(
      model.predicates.flatMap((predicate) =>
        predicate.kind === "interval" && model.features[predicate.feature]!.name === name && !predicate.maxInclusive
          ? [below(predicate.min), below(predicate.max)]
          : [],
      ),
    );
    cutOffs += cuts.length;
    commonCutOffs += cuts.filter((cut) => ours.has(below(cut))).length;
  }
  return { cutOffs, commonCutOffs };
}
