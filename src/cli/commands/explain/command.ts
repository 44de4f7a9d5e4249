/** `parsight explain`: rows → which features are wrong, why, and what they should have been. */
import type { Command } from "../../arguments/command.js";
import {
  COMMON,
  explainOption,
  formatOption,
  INCIDENTS,
  MODEL_AND_TABLES,
  NAMING,
  outOption,
  readingGroup,
} from "../../shared/common-options.js";
import { CONTEXT } from "../../shared/read-rows.js";
import { REVIEWING } from "../../shared/review-option.js";
import { EXPLAIN_FORMATS } from "./format-names.js";

export const explainCommand: Command = {
  name: "explain",
  summary: "say which features of a row are wrong, why, and what they should have been",
  description: [
    "Reads a model and one or more tables, and explains each row by the rules it breaks. The columns are found by name; other columns are ignored. Rows are numbered from 0 as they stand in the table, before any filter.",
    "Which rows are anomalies is for a detector to say: let it add a column, and name it with --anomaly. It must be no feature of the model. If no row has that value, the result is empty and a warning says so. Without --anomaly every row is explained; --min-strength 0.95 leaves out those that look normal.",
    "--incidents tells strange rows that follow one another with the same cause as one: from when to when, the suspects with their share, the rule that says it best, how it began and went on, and the worst rows. Rows follow in time, where a column says it, else as they stand in the table. An incident has a row stranger than 99 % of normal ones, unless --anomaly or --min-strength says which rows count.",
    "Rows keep their names: the values of --id and --time stand with each row in every format, and with several files also the file and the row there. Columns that learning left out as an identifier and as moments in time are found by themselves.",
    "ndjson and csv are written row by row as they are ready, so that millions of rows are explained in little memory. Standard input is read to its end first, into the temporary folder, unless --follow says otherwise.",
    "--follow explains standard input while it comes, NDJSON or CSV, each row as soon as its line is complete, without an end in sight: text, ndjson, csv or markdown to standard output. A line that holds no row (no JSON, too many cells) is passed over, keeps its row number, and is told on standard error at once; with --strict it ends the stream with the error. A row of CSV with quotes has at most 100 lines; after a stray quote only its own line is skipped. Numbers are written with a point, and each cell is read by itself: 46,6 counts as missing, and 3.166 is 3.166, also where the model was learnt from a file in which that is 3166. With --incidents an incident is told when it is over: when a row comes that is later than its last one by more than the gap (three gaps with models that look back, unless --gap says one) and --lateness. Ctrl-C and SIGTERM end the stream as its end does: rows that have arrived are explained, incidents that are open are written, and the exit code is 130 or 143. Another signal, half a second later, ends it at once.",
    "Nothing is written before the first row is explained, so what failed at once leaves nothing. Where it fails later, a file is left as it was; on standard output text, markdown and csv end in a line that begins with Unfinished, json is never closed, and ndjson stops. The exit code tells in any case.",
  ],
  operands: MODEL_AND_TABLES,
  groups: [
    {
      title: "Output",
      options: [
        outOption("where the explanations go; packed when the name ends in .gz"),
        formatOption(EXPLAIN_FORMATS, "how they are written"),
      ],
    },
    {
      title: "Explaining",
      options: [
        explainOption("top"),
        explainOption("method"),
        explainOption("verify"),
        explainOption("minStrength"),
        ...NAMING,
        CONTEXT,
        ...REVIEWING,
        {
          kind: "flag",
          name: "summary",
          help: "instead of each row, the causes: rows with the same suspects and the same rule, largest first",
        },
        {
          kind: "flag",
          name: "follow",
          help: "explain standard input (-) while it comes, row by row, without waiting for its end",
        },
      ],
    },
    {
      title: "Incidents",
      options: [
        {
          kind: "flag",
          name: "incidents",
          help: "instead of each row, the incidents: strange rows that follow one another with the same cause; with --summary gathered by what is wrong",
        },
        ...INCIDENTS,
        {
          kind: "text",
          name: "lateness",
          value: "length",
          help: "with --follow: how much later than others a row may come, a length of time such as 1m; an incident is told so much later",
          default: "rows come in the order of time",
        },
      ],
    },
    readingGroup(explainOption("anomaly")),
    COMMON,
  ],
  examples: [
    {
      about: "Read it on screen",
      line: "parsight explain tank.json examples/water-tank/data/anomalies.csv --top 3",
    },
    {
      about: "A page to send to a colleague",
      line: "parsight explain tank.json examples/water-tank/data/anomalies.csv -o tank.html",
    },
    {
      about: "In a pipeline: the main suspect of each row",
      line: "parsight explain tank.json examples/water-tank/data/anomalies.csv --format csv | cut -d, -f1-6 | head -5",
    },
    {
      about: "What happened when, one card for each incident",
      line: "parsight explain tank.json examples/water-tank/data/anomalies.csv --incidents",
    },
    {
      about: "Rows as they come, for as long as they come",
      line: "cat examples/water-tank/data/anomalies.csv | parsight explain tank.json - --follow --min-strength 0.99 --format ndjson",
    },
    {
      about: "What is wrong, all in all",
      line: "parsight explain tank.json examples/water-tank/data/anomalies.csv --summary",
    },
    {
      about: "Only rows that are stranger than 99 % of normal ones",
      line: "parsight explain tank.json examples/water-tank/data/anomalies.csv --min-strength 0.99 --format csv",
    },
    {
      about: "For a data frame: as Parquet, rows named by a column of yours",
      line: "parsight explain tank.json examples/water-tank/data/anomalies.csv --id Time,Mode -o explained.parquet",
    },
    {
      about: "Only some rows",
      line: `parsight explain tank.json examples/water-tank/data/anomalies.csv --where "Pump = 'OFF'" --format ndjson`,
    },
  ],
  load: async () => (await import("./run.js")).runExplain,
};
