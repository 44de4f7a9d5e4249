/** `parsight learn`: from normal rows to a model. */
import { SETTING_NAMES } from "../../../core/model/index.js";
import type { Command } from "../../arguments/command.js";
import {
  COMMON,
  learnOptions,
  NORMAL,
  outOption,
  PRESET,
  readingGroup,
  wholeNumber,
} from "../../shared/common-options.js";

import { REVIEWING } from "../../shared/review-option.js";

export const DEFAULT_MODEL = "parsight.model.json";
export const LEARN_FORMATS = ["text", "json"] as const;

export const learnCommand: Command = {
  name: "learn",
  summary: "learn rules from normal rows and write them to a model file",
  description: [
    "Reads one or more tables of normal rows, learns what is normal in them, and writes a model. Each column is a numeric or a categorical feature; moments in time, identifiers, codes of thousands of values, labels and empty columns are left out. It says so, with the reason, and --numeric, --categorical and --exclude change it.",
    "A column is one of numbers when at least 95 % of its cells are. Cells that are none, such as ERR, count as missing and are named by their line; with --strict they are refused. How numbers are written (1234.5, 1,234.5, 3,14 or 1.234,5) is decided for each file and column by its cells, and said where it is unusual; what can be read in two ways (1.234) follows the rest of the file and is said, too, or refused with --strict. Texts that are numbers, in JSON or Parquet, are numbers unless --categorical names them; a line that repeats a header of two names or more is no row.",
    "Columns that are called anomaly, label, is_fraud, attack type and the like, and scores of detectors, would make rules that explain an anomaly by its label. They are left out, unless they are named in --categorical or --numeric. Where normal rows are labelled, learn from these alone: --normal anomaly=0.",
    "Tables are CSV, TSV, JSON, NDJSON or Parquet, plain or packed by gzip or zstd, or a DuckDB database file. Several files and globs are read as one table, - is standard input.",
    "The model keeps some normal rows to compare with (--neighbours). If nobody may see them, say --neighbours 0.",
  ],
  operands: [
    { name: "table", help: "files with normal rows, globs, or - for standard input", count: "some", unless: "sql" },
  ],
  groups: [
    {
      title: "Output",
      options: [
        outOption("where the model goes; packed when the name ends in .gz, - is standard output", DEFAULT_MODEL),
        {
          kind: "choice",
          name: "format",
          choices: LEARN_FORMATS,
          help: "how to say what was learnt",
          default: "text",
        },
      ],
    },
    readingGroup(NORMAL),
    { title: "Review", options: REVIEWING },
    { title: "Columns", options: learnOptions(["exclude", "numeric", "categorical"]) },
    {
      title: "Learning",
      options: [
        PRESET,
        ...learnOptions([...SETTING_NAMES, "order", "time"]),
        wholeNumber({
          name: "threads",
          min: 1,
          max: 256,
          help: "most threads to learn with; the model never depends on it",
          default: "as many as the machine runs at a time",
        }),
        {
          kind: "text",
          name: "memory",
          value: "size",
          help: "about how much memory to take, like 500MB or 2GB; a table that needs more is learnt from the temporary folder, to the same model",
          default: "half of what is free",
        },
      ],
    },
    { title: "The past", options: learnOptions(["history", "window", "by"]) },
    COMMON,
  ],
  examples: [
    { about: "Learn from a file", line: "parsight learn examples/water-tank/data/normal.csv -o tank.json" },
    {
      about: "Leave columns out, and be told the outcome as JSON",
      line: "parsight learn examples/water-tank/data/normal.csv --exclude Time,Mode --format json -o tank.json",
    },
    {
      about: "Only rows of one mode, with the settings of the paper",
      line: `parsight learn examples/water-tank/data/normal.csv --where "Mode = 'Auto'" --preset paper -o auto.json.gz`,
    },
    {
      about: "Look at the past of rows as well",
      line: "parsight learn examples/water-tank/data/normal.csv --history -o moving.json",
    },
    {
      about: "Within a limit of memory, from the temporary folder if need be",
      line: "parsight learn examples/water-tank/data/normal.csv --memory 500MB -o tank.json",
    },
    {
      about: "From a pipe",
      line: "cat examples/water-tank/data/normal.csv | parsight learn - -o tank.json",
    },
  ],
  load: async () => (await import("./run.js")).runLearn,
};
