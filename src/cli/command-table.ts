/** All commands, in the order in which the help lists them. A new command is one entry. */
import type { Command } from "./arguments/command.js";
import { checkCommand } from "./commands/check/command.js";
import { compareCommand } from "./commands/compare/command.js";
import { completionCommand } from "./commands/completion/command.js";
import { demoCommand } from "./commands/demo/command.js";
import { detectCommand } from "./commands/detect/command.js";
import { diffCommand } from "./commands/diff/command.js";
import { explainCommand } from "./commands/explain/command.js";
import { exportCommand } from "./commands/export/command.js";
import { learnCommand } from "./commands/learn/command.js";
import { reportCommand } from "./commands/report/command.js";
import { reviewCommand } from "./commands/review/command.js";
import { rulesCommand } from "./commands/rules/command.js";
import { webCommand } from "./commands/web/command.js";

export const COMMANDS: readonly Command[] = [
  demoCommand,
  learnCommand,
  explainCommand,
  reportCommand,
  rulesCommand,
  reviewCommand,
  checkCommand,
  exportCommand,
  diffCommand,
  detectCommand,
  compareCommand,
  webCommand,
  completionCommand,
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
