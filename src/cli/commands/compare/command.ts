/** `parsight compare`: one row → what every method says about it, side by side. */
import { COMPARED_METHODS } from "../../../compare/peer-names.js";
import type { Command } from "../../arguments/command.js";
import { COMMON, formatOption, outOption, wholeNumber } from "../../shared/common-options.js";
import { DETECTOR_OPTIONS, TABLES } from "../detect/command.js";

export const COMPARE_FORMATS = ["text", "markdown", "json"] as const;
export type CompareFormat = (typeof COMPARE_FORMATS)[number];

export const compareCommand: Command = {
  name: "compare",
  summary: "show what every method says about one row: ours, the paper's, SOAM, COIN, ATON, SHAP, LIME, Anchor",
  description: [
    "Explains one row by our diagnosis, by the paper's method and by the methods the paper compares with, each in its own form, with a sentence that says what the form means and the time it took. This is the paper's Table 1 for your own anomaly.",
    "SHAP, LIME and Anchor explain a detector rather than the data: they ask the one of --detector. Times do not contain training the detector; learning our rules, once for all rows, is told apart.",
  ],
  operands: [
    { name: "train", help: "a file with normal rows, or a glob", count: "one" },
    { name: "rows", help: "a file with the row to explain, a glob, or - for standard input", count: "one" },
  ],
  groups: [
    {
      title: "Output",
      options: [outOption("where the comparison goes"), formatOption(COMPARE_FORMATS, "how it is written")],
    },
    {
      title: "Comparing",
      options: [
        wholeNumber({
          name: "row",
          min: 0,
          max: Number.MAX_SAFE_INTEGER,
          help: "number of the row to explain, from 0",
          default: "0",
        }),
        {
          kind: "text",
          name: "methods",
          value: "name,…",
          help: `which methods: ${COMPARED_METHODS.join(", ")}`,
          default: "all",
        },
        ...DETECTOR_OPTIONS,
      ],
    },
    TABLES,
    COMMON,
  ],
  examples: [
    {
      about: "Quick methods beside ours",
      line: "parsight compare examples/water-tank/data/normal.csv examples/water-tank/data/anomalies.csv --row 17 --methods soam,coin,shap,lime,paper,diagnosis",
    },
    {
      about: "A table for a report",
      line: "parsight compare examples/water-tank/data/normal.csv examples/water-tank/data/anomalies.csv --row 1 --methods z,tail,lime,diagnosis --format markdown",
    },
  ],
  load: async () => (await import("./run.js")).runCompare,
};
