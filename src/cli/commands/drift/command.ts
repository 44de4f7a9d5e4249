/** `parsight drift`: whether rows are still as those that a model was learnt from. */

import { DRIFT_OPTIONS } from "../../../core/drift/index.js";
import { rangeOf } from "../../../core/model/index.js";
import type { Command } from "../../arguments/command.js";
import {
  COMMON,
  explainOption,
  formatOption,
  MODEL_AND_TABLES,
  outOption,
  readingGroup,
} from "../../shared/common-options.js";

export const DRIFT_FORMATS = ["text", "json", "ndjson", "csv"] as const;

const { falseAlarms } = DRIFT_OPTIONS;

export const driftCommand: Command = {
  name: "drift",
  summary: "which features and rules no longer hold and since when, and whether to learn again",
  description: [
    "Watches rows in order of time, where a column says when they were, else as they stand: features that are higher or lower than they were or than the rest of their row tells, that stray, freeze or jump, that are missing or have values never seen, shares of categories, and rules that fail more often. Exit 0 when nothing has changed, 3 when something has, 2 when the input is bad.",
    "Rows that depend on those next to them make false alarms where each row counts. So blocks of rows are held against blocks of the learning rows, as long as these needed to be independent of one another. What moves too slowly for that is not watched: the last line says how much is.",
    "Rows are read batch by batch: a file may be of any size, and rows may come from standard input.",
  ],
  operands: MODEL_AND_TABLES.map((operand) =>
    operand.name === "table"
      ? { ...operand, help: "files with the rows to watch, globs, or - for standard input" }
      : operand,
  ),
  groups: [
    {
      title: "Output",
      options: [outOption("where the result goes"), formatOption(DRIFT_FORMATS, "how it is written")],
    },
    {
      title: "Watching",
      options: [
        {
          kind: "number",
          name: "falseAlarms",
          value: "share",
          integer: falseAlarms.integer,
          min: falseAlarms.min,
          max: falseAlarms.max,
          openMax: false,
          range: rangeOf(falseAlarms),
          help: falseAlarms.help,
          default: String(falseAlarms.default),
        },
        explainOption("time"),
        {
          kind: "text",
          name: "by",
          value: "col",
          help: "column that tells machines, accounts and the like apart: each is watched by itself, up to 1,000",
        },
      ],
    },
    readingGroup(explainOption("anomaly")),
    COMMON,
  ],
  examples: [
    {
      about: "Are these rows as those that were learnt?",
      line: "parsight drift tank.json examples/water-tank/data/normal.csv",
    },
    {
      about: "For a program: what changed, one line each",
      line: "parsight drift tank.json examples/water-tank/data/normal.csv --format ndjson",
    },
  ],
  load: async () => (await import("./run.js")).runDrift,
};
