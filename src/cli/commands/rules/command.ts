/** `parsight rules`: what a model knows. */
import type { Command } from "../../arguments/command.js";
import { COMMON, formatOption, limitOption, outOption, RULE_FILTERS } from "../../shared/common-options.js";

export const RULES_FORMATS = ["text", "json", "ndjson", "csv"] as const;
/** Rules that fit on a screen. */
export const TEXT_LIMIT = 20;

export const rulesCommand: Command = {
  name: "rules",
  summary: "list the rules of a model, the best first",
  description: [
    "Each rule says: when the left side holds, so does the right side. Beside it stand the numbers behind it, counted over the normal rows it was learnt from.",
    "range rules speak about one feature by itself, mined rules about features together, dependency rules say what each category of one feature fixes in another, tree rules are paths of small trees. What mining and a tree both found is listed once, as mined.",
    "As text, a rule that says no more than simpler ones comes behind them, and that a value is present last; json, ndjson and csv have all in the order of their scores.",
  ],
  operands: [{ name: "model", help: "a model file written by parsight learn", count: "one" }],
  groups: [
    {
      title: "Which rules",
      options: [...RULE_FILTERS, limitOption("most rules listed; 0 lists all", `${TEXT_LIMIT} as text, else all`)],
    },
    {
      title: "Output",
      options: [
        outOption("where the list goes; packed when the name ends in .gz"),
        formatOption(RULES_FORMATS, "how they are written"),
      ],
    },
    COMMON,
  ],
  examples: [
    { about: "The best rules", line: "parsight rules tank.json" },
    { about: "What should the valve be, and when?", line: "parsight rules tank.json --feature Valve --limit 5" },
    { about: "All mined rules for a spreadsheet", line: "parsight rules tank.json --source mined -o rules.csv" },
  ],
  load: async () => (await import("./run.js")).runRules,
};
