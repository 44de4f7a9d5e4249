/** `parsight review`: what people decide about rules and features. */
import type { Command } from "../../arguments/command.js";
import { COMMON } from "../../shared/common-options.js";
import { TODAY } from "../../shared/review-option.js";

export const REVIEW_ACTIONS = ["approve", "mute", "note", "list", "check"] as const;
export const REVIEW_OUTPUTS = ["text", "json"] as const;

export const reviewCommand: Command = {
  name: "review",
  summary: "approve rules, mute features, take notes; and see whether decisions still fit",
  description: [
    "Decisions stand in a file of their own, beside the model: YAML, in which the comments of people stay, or JSON when its name ends in .json. They name the rule itself, or the feature and the condition, so they hold after learning again. Give the file to learn, explain, report, check and export as --review.",
    "approve <review> <model> <id…>: these rules are counted anew at every learning, as source approved, and shown first among equals; a warning tells when one is true less often than it was. mute <review> <model> <feature…>: these are passed over as suspects, everywhere or where --when holds; the next suspects move up, and results count what was muted. note <review> <model> <id or feature…> --text: a remark without effect.",
    "list <review>: all decisions. check <review> <model> [<table…>]: decisions that are stale, expired, contradicting or, in these rows, never used, and how many rows each mute hid; exit 3 when there are any. Where a rule with a note is no longer learnt, the rule most like it is suggested for the note.",
  ],
  operands: [
    { name: "action", help: "what to do", count: "one", choices: REVIEW_ACTIONS },
    { name: "review", help: "the review file; approve, mute and note make it where there is none", count: "one" },
    { name: "more", help: "the model, then ids of rules, features, or tables", count: "any" },
  ],
  groups: [
    {
      title: "Decision",
      options: [
        {
          kind: "text",
          name: "when",
          value: "condition",
          help: 'mute: only where this holds: "Mode = Cleaning", "Level >= 10 and Pump = ON"',
        },
        { kind: "text", name: "text", value: "text", help: "note: what to remember" },
        { kind: "text", name: "reason", value: "text", help: "why" },
        { kind: "text", name: "by", value: "name", help: "who decided" },
        { kind: "text", name: "until", value: "day", help: "the last day on which it has an effect, as 2026-11-17" },
        TODAY,
      ],
    },
    {
      title: "Output",
      options: [
        {
          kind: "choice",
          name: "format",
          choices: REVIEW_OUTPUTS,
          help: "list, check: how it is written",
          default: "text",
        },
      ],
    },
    COMMON,
  ],
  examples: [
    {
      about: "While cleaning the valve says nothing",
      line: 'parsight review mute tank.review.yaml tank.json Valve --when "Mode = Cleaning" --reason "moved by hand"',
    },
    { about: "All decisions", line: "parsight review list tank.review.yaml" },
  ],
  load: async () => (await import("./run.js")).runReview,
};
