/** The names of all commands, in the order in which the help lists them; command-table.ts has a command for each. */
export const COMMAND_NAMES = [
  "demo",
  "learn",
  "explain",
  "report",
  "rules",
  "review",
  "check",
  "export",
  "diff",
  "drift",
  "detect",
  "compare",
  "web",
  "completion",
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];
