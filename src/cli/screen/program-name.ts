/**
 * What a person types to start the program: `parsight` where the shell finds it, `npx parsight` in a clone or a
 * project. Texts that name a command are written with `parsight` and shown as they are typed here.
 */
import { COMMAND_NAMES } from "../arguments/command-names.js";

const NAME = "parsight";
const BY_NPX = `npx ${NAME}`;

interface ProgramCall {
  /** The file that Node was started with; a link in a folder of programs keeps its name. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function programName({ file, environment }: ProgramCall): string {
  // npm, npx and their like tell the programs that they start so.
  if ((environment.npm_execpath ?? environment.npm_command) !== undefined) return BY_NPX;
  const parts = file.split(/[\\/]/);
  if (!parts.at(-1)!.endsWith(".js")) return NAME; // the shell found a link
  // `node bin/parsight.js` in a clone; among installed packages it is what starts a program on Windows.
  return parts.includes("node_modules") ? NAME : BY_NPX;
}

const CALL = new RegExp(
  `(?<!npx )\\b${NAME}(?= (?:${COMMAND_NAMES.join("|")}|<command>|--help|--version)(?![\\w-]))`,
  "g",
);

/** "parsight learn" as it is typed here; the name of the program by itself stays. */
export function asTyped(text: string, program: string): string {
  return text.replace(CALL, program);
}
