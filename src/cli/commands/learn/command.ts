/** `parsight learn`: from normal rows to a model. */
import { SETTING_NAMES } from "../../../core/model/learn-options.js";
import type { Command } from "../../arguments/command.js";
import { COMMON, learnOptions, NORMAL, outOption, PRESET, readingGroup, wholeNumber } from "../common-options.js";

export const DEFAULT_MODEL = "parsight.model.json";
export const LEARN_FORMATS = ["text", "json"] as const;

export const learnCommand: Command = {
  name: "learn",
  summary: "learn rules from normal rows and write them to a model file",
  description: [
    "Reads one or more tables of normal rows, learns what is normal in them, and writes a model. Each column is a numeric or a categorical feature; moments in time, identifiers and empty columns are left out, and it says so.",
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
      ],
    },
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
      about: "From a pipe",
      line: "cat examples/water-tank/data/normal.csv | parsight learn - -o tank.json",
    },
  ],
  load: async () => (await import("./run.js")).runLearn,
};
