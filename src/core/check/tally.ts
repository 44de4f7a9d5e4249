/**
 * Counts findings by their causes and compares them with those of an earlier check. A cause is new when the earlier one
 * had none of it, grown when it is more frequent than chance would make it, known otherwise.
 */
import type { Explanation } from "../presenting/index.js";
import { TWO_SIDED_95, wilsonLow } from "../rules/index.js";
import { accusedOf, type Cause, causeOf, causeText } from "./cause.js";

export interface CountedCause extends Cause {
  readonly count: number;
}

export interface Baseline {
  readonly rows: number;
  readonly causes: readonly CountedCause[];
}

type CauseState = "new" | "grown" | "known";

export interface ToldCause extends CountedCause {
  readonly state: CauseState;
  /** Findings above what the baseline leads to expect. */
  readonly excess: number;
  /** The first finding, as a sentence. */
  readonly example: string;
}

/** One row of which something is said. */
export interface CheckFinding extends Cause {
  readonly explanation: Explanation;
  readonly state: CauseState;
}

export interface CheckResult {
  readonly rows: number;
  readonly findings: number;
  /** Findings that count against the budget. */
  readonly newFindings: number;
  readonly rate: number;
  readonly maxRate: number;
  readonly isOver: boolean;
  /** Rows with suspects that the review passed over. */
  readonly muted: number;
  /** Most frequent first. */
  readonly causes: readonly ToldCause[];
  /** The first new ones, in row order. */
  readonly shown: readonly CheckFinding[];
}

export interface FindingTally {
  /** The findings among these explanations that are not known from the baseline; `rows`: how many were looked at. */
  add(explanations: readonly Explanation[], rows: number): readonly CheckFinding[];
  finish(maxRate: number): CheckResult;
  /** For the next check. */
  baseline(): Baseline;
}

interface CauseCount {
  readonly cause: Cause;
  readonly example: string;
  count: number;
}

/** `most`: findings that are remembered, to be shown one by one. */
export function createTally(baseline: Baseline | null, most: number): FindingTally {
  const before = new Map((baseline?.causes ?? []).map((cause) => [causeText(cause), cause.count]));
  const counts = new Map<string, CauseCount>();
  const shown: CheckFinding[] = [];
  let [rows, findings, muted] = [0, 0, 0];
  const count = (explanation: Explanation): CheckFinding | null => {
    if ((explanation.muted ?? 0) > 0) muted++;
    const suspect = accusedOf(explanation);
    if (suspect === undefined) return null;
    findings++;
    const cause = causeOf(suspect);
    const key = causeText(cause);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { cause, example: explanation.text, count: 1 });
    else known.count++;
    if (before.has(key)) return null;
    const finding = { ...cause, explanation, state: "new" as const };
    if (shown.length < most) shown.push(finding);
    return finding;
  };
  return {
    add(explanations, looked) {
      rows += looked;
      return explanations.map(count).filter((finding) => finding !== null);
    },
    finish(maxRate) {
      const causes = [...counts.values()]
        .map((each) =>
          tell(each, rows, { count: before.get(causeText(each.cause)) ?? null, rows: baseline?.rows ?? 0 }),
        )
        .sort((a, b) => b.count - a.count || (causeText(a) < causeText(b) ? -1 : 1));
      const newFindings = causes.reduce((sum, { excess }) => sum + excess, 0);
      const rate = rows === 0 ? 0 : newFindings / rows;
      return { rows, findings, newFindings, rate, maxRate, isOver: rate > maxRate, muted, causes, shown };
    },
    baseline: () => ({ rows, causes: [...counts.values()].map(({ cause, count }) => ({ ...cause, count })) }),
  };
}

/** What the baseline says of a cause; null: nothing. */
interface Earlier {
  readonly count: number | null;
  readonly rows: number;
}

function tell({ cause, count, example }: CauseCount, rows: number, earlier: Earlier): ToldCause {
  if (earlier.count === null) return { ...cause, count, example, state: "new", excess: count };
  const expected = Math.round((earlier.count / Math.max(1, earlier.rows)) * rows);
  const highest = 1 - wilsonLow(earlier.rows - earlier.count, earlier.rows, TWO_SIDED_95);
  const hasGrown = wilsonLow(count, rows, TWO_SIDED_95) > highest;
  const excess = hasGrown ? Math.max(0, count - expected) : 0;
  return { ...cause, count, example, state: hasGrown ? "grown" : "known", excess };
}
