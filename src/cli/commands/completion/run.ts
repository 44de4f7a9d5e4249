/** Prints the script of a shell. */
import type { Arguments } from "../../arguments/parse-arguments.js";
import { COMMANDS } from "../../command-table.js";
import type { Io } from "../../system/io.js";
import { SHELLS } from "./command.js";
import { completionScript } from "./scripts.js";

export async function runCompletion(given: Arguments, io: Io): Promise<number> {
  const shell = SHELLS.find((each) => each === given.operands[0])!; // checked with the operands
  await io.stdout.write(completionScript(shell, COMMANDS));
  return 0;
}
