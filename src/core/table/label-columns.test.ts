import { expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { columnFacts } from "./column-facts.js";
import { describeLabel } from "./label-columns.js";

function labelOf(name: string, values: readonly unknown[], others: Readonly<Record<string, unknown[]>> = {}) {
  const table = tableFromColumns({ [name]: values, ...others });
  const facts = table.columns.map(columnFacts);
  return describeLabel(facts[0]!, facts);
}

const BY_NAME = "it looks like a label, by its name";
const FLAGS = [0, 1, 0, null];

test("a column that is called a label and holds few whole numbers, words or truth values is one", () => {
  for (const name of [
    "anomaly",
    "Anomalie",
    "is_anomaly",
    "isAnomaly",
    "Outlier",
    "changepoint",
    "change_point",
    "Label",
    " Label",
  ])
    expect(labelOf(name, FLAGS), name).toBe(BY_NAME);
  for (const name of ["Normal/Attack", "attack_cat", "type of attack", "label", "is fraud", "ground_truth"])
    expect(labelOf(name, ["Normal", "Attack", "DoS", null]), name).toBe(BY_NAME);
  expect(labelOf("isFraud", [false, true])).toBe(BY_NAME);
  expect(labelOf("anomaly", [0, 0, 0])).toBe(BY_NAME);
});

test("a reading whose name only holds such a word stays, and so do degrees in a column anomaly", () => {
  for (const name of [
    "angle of attack",
    "temperature_anomaly",
    "mean anomaly",
    "label_printer",
    "fraud_team",
    "reflow",
  ])
    expect(labelOf(name, FLAGS), name).toBeNull();
  expect(labelOf("anomaly", [0.31, -0.12, 0.5])).toBeNull();
  expect(
    labelOf(
      "label",
      Array.from({ length: 60 }, (_, row) => `text ${row}`),
    ),
  ).toBeNull();
  expect(
    labelOf(
      "attack",
      Array.from({ length: 11 }, (_, row) => row),
    ),
  ).toBeNull();
  expect(labelOf("label", [new Date(0)])).toBeNull();
});

test("what detectors call outlierness, recon_error or verdict is left out, too", () => {
  const scores = Array.from({ length: 30 }, (_, row) => row / 7);
  for (const name of ["outlierness", "recon_error", "reconstruction_loss", "abnormality", "novelty_score"])
    expect(labelOf(name, scores), name).toBe("it looks like the score of a detector, by its name");
  expect(labelOf("verdict", ["ok", "bad", "ok"])).toBe(
    "it looks like a label: by its name, and its values are yes and no",
  );
  for (const name of ["novelty", "error", "loss", "judge"]) expect(labelOf(name, scores), name).toBeNull();
  expect(labelOf("verdict", ["buy", "sell"])).toBeNull();
});

test("scores are found by their name, or beside a flag; other scores stay", () => {
  expect(labelOf("anomaly_score", [0.31, 0.7])).toBe("it looks like the score of a detector, by its name");
  for (const name of [
    "lof_score",
    "if_score",
    "iforest",
    "Isolation Forest score",
    "reconstruction_error",
    "decision_function",
  ])
    expect(labelOf(name, [0.31, 0.7]), name).toBe("it looks like the score of a detector, by its name");
  expect(labelOf("credit_score", [0.31, 0.7])).toBeNull();
  expect(labelOf("position error", [0.31, 0.7])).toBeNull();
  expect(labelOf("outlier probability", [0.31, 0.7])).toBe("it looks like the score of a detector, by its name");
  expect(labelOf("score", [0.31, 0.7], { flag: [0, 1] })).toBe(
    "it looks like the score of a detector, beside its flag",
  );
  for (const name of ["anomaly", "is_outlier", "label"])
    expect(labelOf("score", [0.31, 0.7], { [name]: [0, 1] }), name).toBe(
      "it looks like the score of a detector, beside its flag",
    );
  expect(labelOf("score", [0.31, 0.7], { label: ["blue", "red"] })).toBeNull();
  expect(labelOf("score", [0.31, 0.7], { flag: ["SF", "S0"] })).toBeNull();
  expect(labelOf("score", [0.31, 0.7])).toBeNull();
  expect(labelOf("risk_score", [0.31, 0.7], { flag: [0, 1] })).toBeNull();
});

test("a prediction of -1 and 1, as detectors write it, is a label", () => {
  for (const name of ["pred", "prediction", "y_pred", "y_true"]) {
    expect(labelOf(name, [-1, 1, 1])).toBe("it looks like a label: by its name, and its values are yes and no");
    expect(labelOf(name, [0.5, 1.5])).toBeNull();
  }
});

test("flag, class and target are labels only where they say yes and no", () => {
  const yes = "it looks like a label: by its name, and its values are yes and no";
  for (const name of ["flag", "Class", "target", "fault", "Machine failure", "normal", "is_normal"]) {
    for (const values of [
      [0, 1],
      [-1, 1],
      [0, 0],
      ["yes", "no"],
      [true, null],
      ["normal", "anomaly"],
    ])
      expect(labelOf(name, values), `${name} ${values}`).toBe(yes);
    for (const values of [
      [1, 2],
      [0, 1, 2],
      ["SF", "REJ"],
      [20.5, 21],
    ])
      expect(labelOf(name, values), `${name} ${values}`).toBeNull();
  }
  expect(labelOf("target temperature", [0, 1])).toBeNull();
});

test("whatever it is called, a column that says normal or attack is a label", () => {
  expect(labelOf("state", ["normal", "attack", "normal"])).toBe("it looks like a label: its values say normal or not");
  expect(labelOf("status", ["normal", "fault", "normal"])).toBe("it looks like a label: its values say normal or not");
  expect(labelOf("status", ["normal", "fault", "maintenance"])).toBeNull();
  expect(labelOf("status", ["run", "fault"])).toBeNull();
  expect(labelOf("state", ["normal", "high", "low"])).toBeNull();
  expect(labelOf("state", ["normal", "attack", "a", "b", "c", "d"])).toBeNull();
});
