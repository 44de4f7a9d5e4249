/** All commands. A new one is a name among COMMAND_NAMES and an entry here; the compiler asks for it. */
import type { Command } from "./arguments/command.js";
import { COMMAND_NAMES, type CommandName } from "./arguments/command-names.js";
import { checkCommand } from "./commands/check/command.js";
import { compareCommand } from "./commands/compare/command.js";
import { completionCommand } from "./commands/completion/command.js";
import { demoCommand } from "./commands/demo/command.js";
import { detectCommand } from "./commands/detect/command.js";
import { diffCommand } from "./commands/diff/command.js";
import { driftCommand } from "./commands/drift/command.js";
import { explainCommand } from "./commands/explain/command.js";
import { exportCommand } from "./commands/export/command.js";
import { learnCommand } from "./commands/learn/command.js";
import { reportCommand } from "./commands/report/command.js";
import { reviewCommand } from "./commands/review/command.js";
import { rulesCommand } from "./commands/rules/command.js";
import { webCommand } from "./commands/web/command.js";

const TABLE = {
  demo: demoCommand,
  learn: learnCommand,
  explain: explainCommand,
  report: reportCommand,
  rules: rulesCommand,
  review: reviewCommand,
  check: checkCommand,
  export: exportCommand,
  diff: diffCommand,
  drift: driftCommand,
  detect: detectCommand,
  compare: compareCommand,
  web: webCommand,
  completion: completionCommand,
} satisfies Readonly<Record<CommandName, Command>>;

export const COMMANDS: readonly Command[] = COMMAND_NAMES.map((name) => TABLE[name]);

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
