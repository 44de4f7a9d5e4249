/** `parsight check`: rows in a pipeline, against a budget and what is known. */

import type { Command } from "../../arguments/command.js";
import {
  COMMON,
  explainOption,
  formatOption,
  MODEL_AND_TABLES,
  NAMING,
  outOption,
  readingGroup,
} from "../../shared/common-options.js";
import { CONTEXT } from "../../shared/read-rows.js";
import { REVIEWING } from "../../shared/review-option.js";
import { DEFAULT_STRENGTH } from "../../shared/usual-strength.js";

export const CHECK_FORMATS = ["text", "json", "ndjson", "junit", "sarif"] as const;
export const DEFAULT_MAX_RATE = 0.01;

export const checkCommand: Command = {
  name: "check",
  summary: "check rows in a pipeline: exit 3 when more are wrong than the budget allows",
  description: [
    "Explains all rows and counts findings: rows that are stranger than 99 % of normal ones, with a value that is more likely wrong than right and that the review does not mute. Exit 0 when no more of the rows are findings than --max-rate allows, 3 when more are, 2 when the input is bad or has no rows to check.",
    "With --baseline only what is new is told and counted: causes that the earlier check did not have, and those that have become more frequent than chance would make them. A cause is a feature and how it deviates, such as Valve: Closed or Level: too high, so it is known again when the model is learnt anew. --save-baseline writes what this check found for the next one.",
    "Rows are read batch by batch: a file may be of any size. ndjson has a line for each new finding as it is found, json and text the causes and the first findings, junit and sarif are for build servers and code hosts.",
  ],
  operands: MODEL_AND_TABLES.map((operand) =>
    operand.name === "table"
      ? { ...operand, help: "files with the rows to check, globs, or - for standard input" }
      : operand,
  ),
  groups: [
    {
      title: "Output",
      options: [
        outOption("where the result goes"),
        formatOption(CHECK_FORMATS, "how it is written"),
        {
          kind: "number",
          name: "maxRate",
          value: "share",
          integer: false,
          min: 0,
          max: 1,
          openMax: false,
          range: "[0, 1]",
          help: "the budget: the largest share of rows that may be new findings",
          default: String(DEFAULT_MAX_RATE),
        },
        {
          kind: "text",
          name: "baseline",
          value: "file",
          help: "what an earlier check found: only what is new is told",
        },
        { kind: "text", name: "saveBaseline", value: "file", help: "write what this check found, for the next one" },
        {
          kind: "flag",
          name: "allowEmpty",
          help: "exit 0 when there are no rows to check, which is an error otherwise",
        },
      ],
    },
    { title: "Checking", options: [minStrength(), ...NAMING, CONTEXT, ...REVIEWING] },
    readingGroup(explainOption("anomaly")),
    COMMON,
  ],
  examples: [
    {
      about: "In a pipeline: one row in a hundred may be odd",
      line: "parsight check tank.json examples/water-tank/data/normal.csv --max-rate 0.01",
    },
    {
      about: "Remember what is known, to be told only what is new tomorrow",
      line: "parsight check tank.json examples/water-tank/data/normal.csv --save-baseline known.json",
    },
  ],
  load: async () => (await import("./run.js")).runCheck,
};

function minStrength() {
  const option = explainOption("minStrength");
  return option.kind === "number"
    ? {
        ...option,
        help: "how strange a finding is at least",
        default: `${DEFAULT_STRENGTH}, or what the model can tell`,
      }
    : option;
}
