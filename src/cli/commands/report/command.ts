/** `parsight report`: a model and rows → one HTML file to look at and send on. */
import { DEFAULT_CARD_LIMIT, MOST_CARDS } from "../../../report/report.js";
import type { Command } from "../../arguments/command.js";
import {
  COMMON,
  explainOption,
  INCIDENTS,
  MODEL_AND_TABLES,
  NAMING,
  outOption,
  readingGroup,
  wholeNumber,
} from "../../shared/common-options.js";
import { CONTEXT } from "../../shared/read-rows.js";
import { REVIEWING } from "../../shared/review-option.js";

export const DEFAULT_REPORT = "report.html";

export const reportCommand: Command = {
  name: "report",
  summary: "a page that shows each anomaly with the picture that proves it, in one file",
  description: [
    "Explains rows as parsight explain does and writes one HTML file: what happened in all, rows gathered by what is wrong with them, and for each anomaly what it is, what it should have been, and how normal rows are spread where the rule applies. The file needs no network and can be mailed.",
    "The pictures are drawn from the normal rows that the model keeps (parsight learn --neighbours), so these rows are in the file.",
  ],
  operands: MODEL_AND_TABLES,
  groups: [
    {
      title: "Output",
      options: [
        outOption("where the report goes; - is standard output", DEFAULT_REPORT),
        {
          kind: "text",
          name: "title",
          value: "text",
          help: "its title",
          default: "Anomalies in <table>; of several files their number, the first and the last",
        },
        wholeNumber({
          name: "limit",
          min: 1,
          max: MOST_CARDS,
          help: "most rows shown one by one: the worst of each cause and each time; all are counted",
          default: String(DEFAULT_CARD_LIMIT),
        }),
      ],
    },
    {
      title: "Explaining",
      options: [
        explainOption("top"),
        explainOption("method"),
        explainOption("minStrength"),
        ...NAMING,
        CONTEXT,
        ...REVIEWING,
      ],
    },
    { title: "Incidents", options: INCIDENTS },
    readingGroup({
      kind: "filter",
      name: "anomaly",
      help: "show only rows with this value in this column, such as a detector's flag",
    }),
    COMMON,
  ],
  examples: [
    {
      about: "A page to look at and to send to a colleague",
      line: "parsight report tank.json examples/water-tank/data/anomalies.csv -o report.html",
    },
    {
      about: "Only some rows",
      line: `parsight report tank.json examples/water-tank/data/anomalies.csv --where "Pump = 'OFF'" --title "While the pump rests"`,
    },
  ],
  load: async () => (await import("./run.js")).runReport,
};
