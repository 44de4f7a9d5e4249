/** Prints the script of a shell. */
import type { Command } from "../../arguments/command.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import type { Io } from "../../system/io.js";
import { SHELLS } from "./command.js";
import { completionScript } from "./scripts.js";

export async function runCompletion(commandLine: Arguments, io: Io, commands: readonly Command[]): Promise<number> {
  const shell = SHELLS.find((each) => each === commandLine.operands[0])!; // checked with the operands
  await io.stdout.write(completionScript(shell, commands));
  return 0;
}
