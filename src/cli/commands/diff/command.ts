/** `parsight diff`: what changed between two models. */
import type { Command } from "../../arguments/command.js";
import { COMMON, outOption, wholeNumber } from "../../shared/common-options.js";

export const DIFF_FORMATS = ["text", "json"] as const;
export const DIFF_LIMIT = 10;

export const diffCommand: Command = {
  name: "diff",
  summary: "what changed between two models, and which rows they see differently",
  description: [
    "Compares two models: features gained, lost or of another kind, the values that were seen, and rules gained, lost or moved: where one about the same features took the place of another with other bounds or values. With tables it also says which of their rows change their verdict, as parsight check gives it: findings of one model that are none of the other, or have another cause.",
  ],
  operands: [
    { name: "old", help: "a model file", count: "one" },
    { name: "new", help: "another one", count: "one" },
    { name: "table", help: "files with rows that both are to judge", count: "any" },
  ],
  groups: [
    {
      title: "Output",
      options: [
        outOption("where the result goes"),
        { kind: "choice", name: "format", choices: DIFF_FORMATS, help: "how it is written", default: "text" },
        wholeNumber({
          name: "limit",
          min: 0,
          max: 1_000_000,
          help: "text: most rules of each kind, and most rows",
          default: String(DIFF_LIMIT),
        }),
      ],
    },
    COMMON,
  ],
  examples: [{ about: "A model against itself: nothing changes", line: "parsight diff tank.json tank.json" }],
  load: async () => (await import("./run.js")).runDiff,
};
