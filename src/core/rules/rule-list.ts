/**
 * Rules as columns: a million of them take a few dozen megabytes and are written and read as plain arrays.
 *
 * A rule's number is its place in the list. Antecedents are item numbers (places in the list of predicates), ascending;
 * those of rule r stand at items[offsets[r]] … items[offsets[r + 1] - 1].
 */
import type { Predicate } from "../predicates/index.js";
import { type Checked, type CheckedCounts, checkedAt } from "./checked-counts.js";
import { createCounts, MOST_IN_32_BITS, pickCounts, type RowCounts } from "./row-counts.js";

/**
 * Sources of the rules in a model's list, each by its place: a file holds these numbers, so new ones come last. Of
 * rules that serve equally well an earlier source is shown, and trees, which stand in no list, behind all of them.
 */
export const LIST_SOURCES = ["range", "mined", "dependency"] as const;
export type ListSource = (typeof LIST_SOURCES)[number];

export function sourceNumber(source: ListSource): number {
  return LIST_SOURCES.indexOf(source);
}

const MINED = sourceNumber("mined");

export const RULE_SOURCES = [...LIST_SOURCES, "tree"] as const;
export type LearntSource = (typeof RULE_SOURCES)[number];
/** Learnt, or approved by people and counted anew. */
export type RuleSource = LearntSource | "approved";
/** What rules of each source say, for people. */
export const SOURCE_MEANINGS: Readonly<Record<LearntSource, string>> = {
  range: "what each feature may be by itself",
  mined: "what it must be, given other features",
  dependency: "what each category of another feature fixes",
  tree: "what it must be, by small trees of other features",
};
export const ALL_SOURCES = [...RULE_SOURCES, "approved"] as const satisfies readonly RuleSource[];

export interface RuleList {
  readonly length: number;
  /** Places in LIST_SOURCES. */
  readonly sources: Uint8Array;
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;
  readonly consequents: Uint32Array;
  /** Learning rows where the antecedent holds and the consequent is known. */
  readonly antecedentCounts: RowCounts;
  /** Learning rows where antecedent and consequent hold. */
  readonly supportCounts: RowCounts;
  /** The same in rows that do not choose which rule is shown; null: not known. */
  readonly checked: CheckedCounts | null;
}

/** One rule by itself, of any source. */
export interface Rule {
  readonly source: RuleSource;
  readonly antecedent: readonly Predicate[];
  readonly consequent: Predicate;
  readonly antecedentCount: number;
  readonly supportCount: number;
  /** Null: not known. */
  readonly checked: Checked | null;
}

/** A rule without its condition, and without what is worked out for those that are shown. */
export type RuleOutline = Omit<Rule, "antecedent" | "checked">;

/** A rule of a list, by item numbers. */
export interface ListedRule {
  readonly source: ListSource;
  readonly antecedent: readonly number[];
  readonly consequent: number;
  readonly antecedentCount: number;
  readonly supportCount: number;
}

export function ruleAt(rules: RuleList, predicates: readonly Predicate[], rule: number): Rule {
  const { source, consequent, antecedentCount, supportCount } = outlineAt(rules, predicates, rule);
  const start = rules.offsets[rule]!;
  const antecedent = new Array<Predicate>(rules.offsets[rule + 1]! - start);
  for (let i = 0; i < antecedent.length; i++) antecedent[i] = predicates[rules.items[start + i]!]!;
  return { source, antecedent, consequent, antecedentCount, supportCount, checked: checkedAt(rules.checked, rule) };
}

/** What `ruleAt` gives, for less. */
export function outlineAt(rules: RuleList, predicates: readonly Predicate[], rule: number): RuleOutline {
  return {
    source: LIST_SOURCES[rules.sources[rule]!]!,
    consequent: predicates[rules.consequents[rule]!]!,
    antecedentCount: rules.antecedentCounts[rule]!,
    supportCount: rules.supportCounts[rule]!,
  };
}

/** The list as it would be without the rules of one source; the same where it has none. `rowCount`: of its model. */
export function withoutSource(rules: RuleList, source: ListSource, rowCount: number): RuleList {
  const number = sourceNumber(source);
  if (!rules.sources.subarray(0, rules.length).includes(number)) return rules;
  const builder = new RuleListBuilder(rowCount);
  const numbers: number[] = [];
  for (let rule = 0; rule < rules.length; rule++) {
    if (rules.sources[rule] === number) continue;
    numbers.push(rule);
    builder.add({
      source: LIST_SOURCES[rules.sources[rule]!]!,
      antecedent: rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!),
      consequent: rules.consequents[rule]!,
      antecedentCount: rules.antecedentCounts[rule]!,
      supportCount: rules.supportCounts[rule]!,
    });
  }
  const list = builder.build(Uint32Array.from(numbers.keys()));
  return { ...list, checked: rules.checked === null ? null : reorderChecked(rules.checked, Uint32Array.from(numbers)) };
}

/** Number of predicates of a rule, the consequent included. */
export function predicateCount(rules: RuleList, rule: number): number {
  return rules.offsets[rule + 1]! - rules.offsets[rule]! + 1;
}

/** Grows a RuleList rule by rule in typed arrays that double when full. */
export class RuleListBuilder {
  length = 0;
  private sources = new Uint8Array(1024);
  private offsets = new Uint32Array(1025);
  private items = new Uint32Array(2048);
  private consequents = new Uint32Array(1024);
  private antecedentCounts: RowCounts;
  private supportCounts: RowCounts;

  /** `rowCount`: no rule counts more rows. */
  constructor(private readonly rowCount = MOST_IN_32_BITS) {
    this.antecedentCounts = createCounts(1024, rowCount);
    this.supportCounts = createCounts(1024, rowCount);
  }

  add(rule: Omit<ListedRule, "antecedent"> & { readonly antecedent: ArrayLike<number> }): void {
    if (this.length === this.sources.length) this.growRules();
    const start = this.offsets[this.length]!;
    while (start + rule.antecedent.length > this.items.length) this.items = doubled(this.items);
    this.items.set(rule.antecedent, start);
    this.sources[this.length] = sourceNumber(rule.source);
    this.consequents[this.length] = rule.consequent;
    this.antecedentCounts[this.length] = rule.antecedentCount;
    this.supportCounts[this.length] = rule.supportCount;
    this.length++;
    this.offsets[this.length] = start + rule.antecedent.length;
  }

  /** Mined rules (see RuleRecords). */
  addRecords(records: ArrayLike<number>): void {
    for (let at = 0; at < records.length; ) {
      if (this.length === this.sources.length) this.growRules();
      let end = this.offsets[this.length]!;
      const consequent = at + 1 + records[at]!;
      if (end + consequent > this.items.length + at) this.items = doubled(this.items);
      for (at++; at < consequent; at++) this.items[end++] = records[at]!;
      this.sources[this.length] = MINED;
      this.consequents[this.length] = records[consequent]!;
      this.supportCounts[this.length] = records[consequent + 1]!;
      this.antecedentCounts[this.length] = records[consequent + 2]!;
      this.offsets[++this.length] = end;
      at = consequent + 3;
    }
  }

  /** The rules in this order; each number in `order` once. `checked`: those of the rules as they were added. */
  build(order: Uint32Array, checked: CheckedCounts | null = null): RuleList {
    const offsets = new Uint32Array(order.length + 1);
    const items = new Uint32Array(this.offsets[this.length]!);
    order.forEach((rule, place) => {
      const antecedent = this.items.subarray(this.offsets[rule]!, this.offsets[rule + 1]!);
      items.set(antecedent, offsets[place]!);
      offsets[place + 1] = offsets[place]! + antecedent.length;
    });
    return {
      length: order.length,
      sources: Uint8Array.from(order, (rule) => this.sources[rule]!),
      offsets,
      items,
      consequents: order.map((rule) => this.consequents[rule]!),
      antecedentCounts: pickCounts(this.antecedentCounts, order),
      supportCounts: pickCounts(this.supportCounts, order),
      checked: checked === null ? null : reorderChecked(checked, order),
    };
  }

  /** The rules as they were added. The arrays are shared: add nothing while they are in use. */
  added(): RuleList {
    return {
      length: this.length,
      sources: this.sources,
      offsets: this.offsets,
      items: this.items,
      consequents: this.consequents,
      antecedentCounts: this.antecedentCounts,
      supportCounts: this.supportCounts,
      checked: null,
    };
  }

  /** As it was before the first rule. */
  clear(): void {
    const { sources, offsets, items, consequents, antecedentCounts, supportCounts } = new RuleListBuilder(
      this.rowCount,
    );
    Object.assign(this, { length: 0, sources, offsets, items, consequents, antecedentCounts, supportCounts });
  }

  private growRules(): void {
    const sources = new Uint8Array(this.sources.length * 2);
    sources.set(this.sources);
    this.sources = sources;
    this.offsets = doubled(this.offsets);
    this.consequents = doubled(this.consequents);
    this.antecedentCounts = doubledCounts(this.antecedentCounts, this.rowCount);
    this.supportCounts = doubledCounts(this.supportCounts, this.rowCount);
  }
}

function reorderChecked({ antecedentCounts, supportCounts, lows }: CheckedCounts, order: Uint32Array): CheckedCounts {
  return {
    antecedentCounts: pickCounts(antecedentCounts, order),
    supportCounts: pickCounts(supportCounts, order),
    lows: lows === null ? null : Float64Array.from(order, (rule) => lows[rule]!),
  };
}

function doubledCounts(counts: RowCounts, rowCount: number): RowCounts {
  const larger = createCounts(counts.length * 2, rowCount);
  larger.set(counts);
  return larger;
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
