/**
 * How well the explanation of one anomaly finds the other anomalies: its rules as a detector of the remaining test rows
 * (the paper's "accuracy of explanation rules"). Without a rule precision, recall and F1 are 0.
 */
import type { Rule, Table } from "../../src/index.js";
import { numbers } from "../data/benchmark-set.js";
import { mean } from "./mean.js";
import { isBroken } from "./violations.js";

export interface Transfer {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** `isAlarm` speaks about rows of `test`; the explained row itself is left out. */
export function transferOf(test: Table, explained: number, isAlarm: (row: number) => boolean): Transfer {
  const label = numbers(test, "label");
  let hits = 0;
  let alarms = 0;
  let positives = 0;
  for (let row = 0; row < test.rowCount; row++) {
    if (row === explained) continue;
    const alarm = isAlarm(row);
    if (label[row] === 1) positives++;
    if (alarm) alarms++;
    if (alarm && label[row] === 1) hits++;
  }
  const precision = alarms === 0 ? 0 : hits / alarms;
  const recall = positives === 0 ? 0 : hits / positives;
  return { precision, recall, f1: hits === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** A row that breaks one of the rules is an alarm. */
export function transferOfRules(test: Table, explained: number, rules: readonly Rule[]): Transfer {
  return transferOf(test, explained, (row) => rules.some((rule) => isBroken(rule, test, row)));
}

export function meanTransfer(transfers: readonly Transfer[]): Transfer {
  return {
    precision: mean(transfers.map(({ precision }) => precision)),
    recall: mean(transfers.map(({ recall }) => recall)),
    f1: mean(transfers.map(({ f1 }) => f1)),
  };
}
