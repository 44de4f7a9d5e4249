/** All commands, in the order in which the help lists them. A new command is one entry. */
import type { Command } from "../arguments/command.js";
import { checkCommand } from "./check/command.js";
import { compareCommand } from "./compare/command.js";
import { completionCommand } from "./completion/command.js";
import { demoCommand } from "./demo/command.js";
import { detectCommand } from "./detect/command.js";
import { diffCommand } from "./diff/command.js";
import { explainCommand } from "./explain/command.js";
import { exportCommand } from "./export/command.js";
import { learnCommand } from "./learn/command.js";
import { reportCommand } from "./report/command.js";
import { reviewCommand } from "./review/command.js";
import { rulesCommand } from "./rules/command.js";
import { webCommand } from "./web/command.js";

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
