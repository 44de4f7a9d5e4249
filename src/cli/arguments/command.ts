/**
 * A command as data: what it takes, how it is taught, and the code that runs it, loaded only when it runs.
 */
import type { Io } from "../system/io.js";
import type { OptionGroup } from "./option.js";
import type { Arguments } from "./parse-arguments.js";

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Paragraphs for the help of the command. */
  readonly description: readonly string[];
  readonly operands: readonly Operand[];
  readonly groups: readonly OptionGroup[];
  readonly examples: readonly Example[];
  load(): Promise<RunCommand>;
}

export interface Operand {
  readonly name: string;
  readonly help: string;
  /** `any`: none or more. */
  readonly count: "one" | "some" | "any";
  /** An option that makes it superfluous. */
  readonly unless?: string;
  /** The only words allowed. */
  readonly choices?: readonly string[];
}

/** A command line to try and what it does. Those that run as they stand are run by a test. */
export interface Example {
  readonly about: string;
  readonly line: string;
}

/** One run of a command: what was typed, and the world around it. */
export interface Invocation {
  readonly commandLine: Arguments;
  readonly io: Io;
}

/** Returns the exit code. `commands`: all there are. */
type RunCommand = (commandLine: Arguments, io: Io, commands: readonly Command[]) => Promise<number>;

/** "parsight explain <model> <table…> [options]". */
export function usageOf(command: Command): string {
  const operands = command.operands.map(({ name, count }) => {
    const word = `<${name}${count === "one" ? "" : "…"}>`;
    return count === "any" ? `[${word}]` : word;
  });
  return ["parsight", command.name, ...operands, "[options]"].join(" ");
}
