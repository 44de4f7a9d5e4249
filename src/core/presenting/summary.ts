/**
 * Explanations of many rows in groups: rows with the same accused features and the same first rule have the same cause.
 * Rows that look normal are one group, whatever is least usual in each, and so are those in which no feature stands
 * out; neither is a cause.
 *
 * Grows with the number of groups, not of rows, so a stream of any length can be summarised.
 */
import { looksNormal } from "./describe-row.js";
import type { Explanation } from "./explanation.js";
import { formatCountOf } from "./format-number.js";
import type { PublicRule } from "./public-rule.js";
import { namesOf, type RowNames } from "./row-names.js";

/** In the order in which they are named. */
export const GROUP_KINDS = ["cause", "unexplained", "normal"] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

export interface SummaryGroup {
  /** Accused features, most suspect first in the first row of the group; empty: this is no cause. */
  readonly features: readonly string[];
  /** The rule of the first accused feature; null: no rule speaks about it. */
  readonly rule: PublicRule | null;
  readonly count: number;
  readonly firstRow: number;
  readonly lastRow: number;
  /** The sentence of the strongest row of the group, its number, and what it is called. */
  readonly example: RowNames & { readonly row: number; readonly text: string };
  /** unexplained: no feature stands out, though the row may be strange as a whole. */
  readonly kind: GroupKind;
}

export interface Summary {
  /** Rows explained. */
  readonly rows: number;
  /**
   * Causes, the largest first, of equal ones the one that began first; then what is unexplained, then what looks
   * normal.
   */
  readonly groups: readonly SummaryGroup[];
  /** How the rows as a whole are strange; absent: they are not, or nobody asked. */
  readonly drift?: SummaryDrift;
}

interface SummaryDrift {
  readonly feature: string;
  /** The row with which it began, and when that was. */
  readonly since: { readonly row: number; readonly time?: string | null };
  /** Share of the rows that are stranger than 95 % of normal ones. */
  readonly strange: number;
  readonly text: string;
}

export interface SummaryBuilder {
  add(explanation: Explanation): void;
  finish(): Summary;
}

/** What a row's group is known by. */
type GroupOf = Pick<SummaryGroup, "kind" | "features" | "rule">;

export function groupOf(explanation: Explanation): GroupOf {
  if (looksNormal(explanation)) return { kind: "normal", features: [], rule: null };
  const accused = explanation.features.filter((suspect) => suspect.expected !== null);
  const first = accused[0]?.rule ?? null;
  return {
    kind: accused.length === 0 ? "unexplained" : "cause",
    features: accused.map((suspect) => suspect.feature),
    rule: first === null ? null : explanation.rules[first]!,
  };
}

/** Equal for rows of the same group. */
function groupKey({ kind, features, rule }: GroupOf): string {
  return JSON.stringify([kind, [...features].sort(), features[0], rule?.antecedent, rule?.consequent]);
}

export function countCauses(groups: readonly Pick<SummaryGroup, "kind">[]): number {
  return groups.filter(({ kind }) => kind === "cause").length;
}

/** "12 causes, 144 rows look normal", of which what is none is left out. */
export function describeGroups(groups: readonly Pick<SummaryGroup, "kind" | "count">[]): string {
  const causes = countCauses(groups);
  const parts = [causes === 0 ? "no cause" : formatCountOf(causes, "cause")];
  for (const { kind, count } of groups) {
    if (kind !== "cause") parts.push(`${formatCountOf(count, "row")} ${describeKind(kind, count)}`);
  }
  return parts.join(", ");
}

/** What is said of rows that have no cause. */
export function describeKind(kind: Exclude<GroupKind, "cause">, count: number): string {
  if (kind === "unexplained") return "without a feature that stands out";
  return count === 1 ? "looks normal" : "look normal";
}

export function createSummary(): SummaryBuilder {
  const groups = new Map<string, SummaryGroup & { readonly strength: number }>();
  let rows = 0;
  return {
    add(explanation) {
      rows++;
      const group = groupOf(explanation);
      const { features, rule, kind } = group;
      const key = groupKey(group);
      const before = groups.get(key);
      const strength = explanation.strength ?? rule?.score ?? 0;
      const isStronger = before === undefined || strength > before.strength;
      groups.set(key, {
        features: before?.features ?? features,
        rule: before?.rule ?? rule,
        count: (before?.count ?? 0) + 1,
        firstRow: before?.firstRow ?? explanation.row,
        lastRow: explanation.row,
        example: isStronger
          ? { row: explanation.row, text: explanation.text, ...namesOf(explanation) }
          : before.example,
        kind,
        strength: isStronger ? strength : before.strength,
      });
    },
    finish() {
      const place = ({ kind }: SummaryGroup): number => GROUP_KINDS.indexOf(kind);
      const sorted = [...groups.values()].sort(
        (a, b) => place(a) - place(b) || b.count - a.count || a.firstRow - b.firstRow,
      );
      return { rows, groups: sorted.map(({ strength: _, ...group }) => group) };
    },
  };
}
