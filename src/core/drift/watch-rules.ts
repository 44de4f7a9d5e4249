/**
 * The best rules of a model, row by row: in which rows they are tried and broken. Predicates are asked once for a row.
 * Cost for a row: O(predicates + rules).
 */
import type { Model, RuleBaselines } from "../model/index.js";
import { FAILS, HOLDS, predicateState, UNKNOWN } from "../predicates/index.js";
import type { EncodedTable } from "../table/index.js";
import { type ChangeEvidence, createChangeEvidence } from "./change-evidence.js";
import type { DriftPlace } from "./drift.js";
import { rankLevels } from "./ranked-scores.js";
import { levelOf } from "./rule-levels.js";

export interface WatchedRule {
  /** Its place in the model's list. */
  readonly rule: number;
  readonly blockRows: number;
  readonly evidence: ChangeEvidence;
  /** Rows with its antecedent, and exceptions among them, since what speaks for a change began to rise. */
  rows: number;
  exceptions: number;
  /** Where the first of these blocks began. */
  since: DriftPlace;
  /** Ends a block of rows, which began there. */
  endBlock(start: DriftPlace): void;
}

interface RuleWatcher {
  readonly watched: readonly WatchedRule[];
  addRow(table: EncodedTable, row: number): void;
}

export function watchRules(model: Pick<Model, "rules" | "predicates">, baselines: RuleBaselines): RuleWatcher {
  const { rules, predicates } = model;
  const numbers = baselines.blockRows.flatMap((rows, rule) => (rows > 0 ? [rule] : []));
  const tried = new Int32Array(numbers.length);
  const broken = new Int32Array(numbers.length);
  const watched = numbers.map((rule, each): WatchedRule => {
    const evidence = createChangeEvidence(rankLevels(baselines.levels[rule]!));
    return {
      ...{ rule, blockRows: baselines.blockRows[rule]!, evidence, rows: 0, exceptions: 0, since: { row: 0 } },
      endBlock(start) {
        if (tried[each]! > 0) {
          evidence.add(levelOf(broken[each]!, tried[each]!));
          if (evidence.blocksSince === 1) [this.rows, this.exceptions, this.since] = [0, 0, start];
          this.rows += tried[each]!;
          this.exceptions += broken[each]!;
        }
        [tried[each], broken[each]] = [0, 0];
      },
    };
  });
  const asked = [...new Set(numbers.flatMap((rule) => [...itemsOf(rules, rule)]))];
  const states = new Int8Array(predicates.length);
  return {
    watched,
    addRow(table, row) {
      for (const item of asked) states[item] = predicateState(predicates[item]!, table, row);
      for (let each = 0; each < numbers.length; each++) {
        const state = triedState(rules, numbers[each]!, states);
        if (state === UNKNOWN) continue;
        tried[each]!++;
        if (state === FAILS) broken[each]!++;
      }
    },
  };
}

/** Of antecedent and consequent. */
function itemsOf(rules: Model["rules"], rule: number): number[] {
  return [...rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!), rules.consequents[rule]!];
}

/** Whether the consequent holds; unknown where the antecedent does not. */
function triedState({ offsets, items, consequents }: Model["rules"], rule: number, states: Int8Array): number {
  for (let at = offsets[rule]!; at < offsets[rule + 1]!; at++) if (states[items[at]!] !== HOLDS) return UNKNOWN;
  return states[consequents[rule]!]!;
}
