/**
 * The program: argv → a command → its exit code. 0 done, 1 failed, 2 bad usage or input, 3 findings, 130 stopped (which
 * main.ts turns into 143 after SIGTERM).
 *
 * An InputError becomes `error CODE: message` and its hint. Anything else that is thrown is our bug and keeps its
 * stack.
 */
import { hideSecrets, InputError, nearestName, StoppedError } from "../core/base/index.js";
import type { Command } from "./arguments/command.js";
import { COMMANDS, findCommand } from "./command-table.js";
import { formatCommandHelp, formatProgramHelp } from "./help/format-help.js";
import { formatError, type MessageLook } from "./screen/format-error.js";
import { styleFor, styleOf } from "./screen/style.js";
import { type Io, OutputClosed } from "./system/io.js";

const DONE = 0;
const FAILED = 1;
const BAD_INPUT = 2;
const INTERRUPTED = 130;

export async function run(argv: readonly string[], system: Io): Promise<number> {
  const io = withoutSecrets(system);
  try {
    return await dispatch(argv, io);
  } catch (error) {
    return answerFailure(error, argv, io);
  }
}

/** Whatever is said of addresses, by a warning, an error or a crash, leaves out their passwords and keys. */
function withoutSecrets(system: Io): Io {
  const { program, stdin, stdout, stderr, environment, stop, finishWhenStopped } = system;
  return {
    get version() {
      return system.version; // read only when it is asked for
    },
    ...{ program, stdin, stdout, environment, stop, finishWhenStopped },
    stderr: {
      write: (text) => stderr.write(typeof text === "string" ? hideSecrets(text) : text),
      writeNow: (text) => stderr.writeNow(hideSecrets(text)),
      get isTerminal() {
        return stderr.isTerminal;
      },
      isFile: stderr.isFile,
      width: () => stderr.width(),
    },
  };
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const at = argv.findIndex((word) => !GLOBAL_FLAGS.includes(word));
  const word = argv[at];
  const flags = at < 0 ? [...argv] : argv.slice(0, at);
  const words = at < 0 ? [] : argv.slice(at + 1);
  if (word === "--version" || word === "-V") return print(io, `${io.version}\n`);
  if (word === undefined || isHelp(word))
    return help(words[0], io, { words: [...flags, ...words], isMissing: word === undefined });
  const command = findCommand(word);
  if (command === undefined) throw unknownCommand(word);
  if (words.slice(0, endOfOptions(words)).some((each) => each === "--help" || each === "-h")) {
    return print(io, formatCommandHelp(command, helpLook(io, [...flags, ...words])));
  }
  return runCommand(command, [...flags, ...words], io);
}

/** May stand before the command too. */
const GLOBAL_FLAGS: readonly string[] = ["--quiet", "-q", "--no-color"];

async function runCommand(command: Command, words: readonly string[], io: Io): Promise<number> {
  const { parseArguments } = await import("./arguments/parse-arguments.js");
  const commandLine = parseArguments(command, words);
  const runLoaded = await command.load();
  return runLoaded(commandLine, io, COMMANDS);
}

interface HelpCall {
  /** Flags among them say how it looks. */
  readonly words: readonly string[];
  /** Help that nobody asked for: a command is missing. */
  readonly isMissing: boolean;
}

async function help(wanted: string | undefined, io: Io, { words, isMissing }: HelpCall): Promise<number> {
  const look = helpLook(io, words);
  if (wanted === undefined || wanted.startsWith("-")) {
    await io.stdout.write(formatProgramHelp(COMMANDS, io.version, look));
    return isMissing ? BAD_INPUT : DONE;
  }
  const command = findCommand(wanted);
  if (command === undefined) throw unknownCommand(wanted);
  return print(io, formatCommandHelp(command, look));
}

function helpLook(io: Io, words: readonly string[]): MessageLook {
  return { style: styleFor(io.stdout, words, io.environment), program: io.program, width: io.stdout.width() };
}

async function print(io: Io, text: string): Promise<number> {
  await io.stdout.write(text);
  return DONE;
}

async function answerFailure(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  if (error instanceof OutputClosed) return DONE;
  if (io.stop.aborted || error instanceof StoppedError) return INTERRUPTED;
  const style = styleOf(io.stderr.isTerminal && !argv.includes("--no-color"), io.environment);
  const text =
    error instanceof InputError
      ? formatError(error, { style, program: io.program, width: io.stderr.width() })
      : formatBug(error);
  await io.stderr.write(text).catch(() => {}); // without a reader there is nobody to tell
  return error instanceof InputError ? BAD_INPUT : FAILED;
}

function formatBug(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `error BUG: this should not have happened; it is a mistake in parsight, not in what you gave\n${stack}\n`;
}

function unknownCommand(word: string): InputError {
  const names = COMMANDS.map(({ name }) => name);
  const list = `Commands are: ${names.join(", ")}.`;
  if (word.startsWith("-"))
    return new InputError("OPTION_UNKNOWN", `there is no option ${word} before a command`, list);
  const nearest = nearestName(word, names);
  const hint = nearest === null ? list : `Closest: ${nearest}. ${list}`;
  return new InputError("COMMAND_UNKNOWN", `there is no command "${word}"`, hint);
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h" || word === "help";
}

function endOfOptions(words: readonly string[]): number {
  const at = words.indexOf("--");
  return at < 0 ? words.length : at;
}
