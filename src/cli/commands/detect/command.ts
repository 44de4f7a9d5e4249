/**
 * `parsight detect`: normal rows and other rows → the other rows with a score and a flag, for those who have no
 * detector.
 */
import { DEFAULT_CONTAMINATION, DETECTOR_KINDS } from "../../../detectors/detector-kinds.js";
import type { Command } from "../../arguments/command.js";
import type { NumberOption, Option, OptionGroup } from "../../arguments/option.js";
import { COMMON, learnOptions, outOption, readingGroup, wholeNumber } from "../../shared/common-options.js";
import { DEFAULT_BATCH_ROWS, DEFAULT_TIMEOUT_MS, OUTSIDE_PLACES } from "./outside/outside-schemes.js";

/** What --detector takes. */
export const DETECTOR_FORMS: readonly string[] = [
  ...DETECTOR_KINDS,
  ...Object.entries(OUTSIDE_PLACES).map(([scheme, place]) => `${scheme}:${place}`),
];

const CONTAMINATION: NumberOption = {
  kind: "number",
  name: "contamination",
  value: "share",
  integer: false,
  min: 0,
  max: 1,
  openMax: true,
  range: "[0, 1)",
  help: "largest share of the learning rows that may lie at or above the threshold: how many false alarms are bearable",
  default: String(DEFAULT_CONTAMINATION),
};

/** Which detector, and how it is asked; parsight compare has them too. */
export const DETECTOR_OPTIONS: readonly Option[] = [
  {
    kind: "text",
    name: "detector",
    value: DETECTOR_FORMS.join("|"),
    help: "one trained here on the learning rows, an ONNX model, or an HTTP endpoint that takes rows and returns scores",
    default: DETECTOR_KINDS[0],
  },
  CONTAMINATION,
  wholeNumber({
    name: "seed",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    help: "seed of a detector trained here",
    default: "1",
  }),
  {
    kind: "flag",
    name: "lowIsStrange",
    help: "an ONNX model or endpoint gives strange rows low scores, as scikit-learn's do; they are turned around",
  },
  wholeNumber({
    name: "timeoutMs",
    min: 1,
    max: 3_600_000,
    help: "HTTP: milliseconds to wait for an answer",
    default: String(DEFAULT_TIMEOUT_MS),
  }),
  wholeNumber({
    name: "batchRows",
    min: 1,
    max: 100_000,
    help: "ONNX and HTTP: rows handed over at once",
    default: String(DEFAULT_BATCH_ROWS),
  }),
];

const READING = readingGroup({
  kind: "filter",
  name: "normal",
  help: "learn only from rows with this value in this column; the column is no feature",
}).options;

/** How both tables are read. */
export const TABLES: OptionGroup = {
  title: "Reading the tables",
  options: [
    ...READING.filter(({ name }) => name === "normal"),
    ...learnOptions(["exclude", "numeric", "categorical"]),
    ...READING.filter(({ name }) => ["header", "delimiter", "strict"].includes(name)),
  ],
};

export const detectCommand: Command = {
  name: "detect",
  summary: "find strange rows by a detector, and write them with a score and a flag",
  description: [
    "Trains a detector on normal rows (or asks one of yours), scores other rows and writes them all, every column as it was, with two more: score (higher is stranger) and flag (1 for an anomaly). Then parsight explain --anomaly flag=1 says what is wrong with the flagged ones.",
    "A row is flagged when its score reaches a threshold: by default the lowest score that at most 5 % of the learning rows reach (--contamination), or, when the rows carry labels, the one with the best F1 (--labels).",
    'An ONNX model gets rows × features as numbers: numeric columns as they are, true and false as 1 and 0, texts as their position among the sorted values of the learning rows. An endpoint gets the same by POST: {"features": […], "rows": [[…], …]}, and answers {"scores": […]}.',
  ],
  operands: [
    { name: "train", help: "a file with normal rows, or a glob; not with --load", count: "one", unless: "load" },
    {
      name: "rows",
      help: "a file with the rows to score, a glob, or - for standard input",
      count: "one",
      unless: "load",
    },
  ],
  groups: [
    {
      title: "Output",
      options: [
        outOption("where the rows go, as CSV; packed when the name ends in .gz"),
        { kind: "text", name: "scoreColumn", value: "name", help: "name of the column of scores", default: "score" },
        { kind: "text", name: "flagColumn", value: "name", help: "name of the column of flags", default: "flag" },
      ],
    },
    {
      title: "Detecting",
      options: [
        ...DETECTOR_OPTIONS,
        {
          kind: "filter",
          name: "labels",
          help: "rows with this value are known anomalies: flag from the score with the best F1; the column is no feature",
        },
        { kind: "text", name: "save", value: "file", help: "also keep the detector trained here, for --load" },
        {
          kind: "text",
          name: "load",
          value: "file",
          help: "use a saved detector instead of training one; only rows are named",
        },
      ],
    },
    TABLES,
    COMMON,
  ],
  examples: [
    {
      about: "Flag strange rows, then explain them",
      line: "parsight detect examples/water-tank/data/normal.csv examples/water-tank/data/anomalies.csv -o flagged.csv",
    },
    {
      about: "The flagged ones, explained",
      line: "parsight explain tank.json flagged.csv --anomaly flag=1 --top 1",
    },
    {
      about: "Train once, use again",
      line: "parsight detect examples/water-tank/data/normal.csv examples/water-tank/data/anomalies.csv --detector autoencoder --contamination 0.01 --save tank.detector.json -o flagged.csv",
    },
    {
      about: "The detector saved above, on other rows",
      line: "parsight detect examples/water-tank/data/anomalies.csv --load tank.detector.json -o flagged.csv",
    },
  ],
  load: async () => (await import("./run.js")).runDetect,
};
