/**
 * Rows of a table that two models see differently: what is a finding to one and not to the other, or for another cause.
 */
import { accusedOf, causeOf, causeText } from "../check/index.js";
import type { Explanation } from "../presenting/index.js";

export interface ChangedRow {
  readonly row: number;
  /** null: no finding. */
  readonly old: string | null;
  readonly new: string | null;
}

export interface VerdictDiff {
  readonly rows: number;
  readonly newlyFound: number;
  readonly noLongerFound: number;
  readonly otherCause: number;
  /** The first ones. */
  readonly changed: readonly ChangedRow[];
}

interface VerdictTally {
  /** Explanations of the same rows by both, those that are strange enough, and how many rows were looked at. */
  add(before: readonly Explanation[], after: readonly Explanation[], rows: number): void;
  finish(): VerdictDiff;
}

export function createVerdictTally(most: number): VerdictTally {
  const changed: ChangedRow[] = [];
  let [rows, newlyFound, noLongerFound, otherCause] = [0, 0, 0, 0];
  return {
    add(before, after, looked) {
      rows += looked;
      const old = verdicts(before);
      const now = verdicts(after);
      for (const row of [...new Set([...old.keys(), ...now.keys()])].sort((a, b) => a - b)) {
        const [was, is] = [old.get(row) ?? null, now.get(row) ?? null];
        if (was === is) continue;
        if (was === null) newlyFound++;
        else if (is === null) noLongerFound++;
        else otherCause++;
        if (changed.length < most) changed.push({ row, old: was, new: is });
      }
    },
    finish: () => ({ rows, newlyFound, noLongerFound, otherCause, changed }),
  };
}

function verdicts(explanations: readonly Explanation[]): ReadonlyMap<number, string> {
  return new Map(
    explanations.flatMap((explanation) => {
      const suspect = accusedOf(explanation);
      return suspect === undefined ? [] : [[explanation.row, causeText(causeOf(suspect))] as const];
    }),
  );
}
