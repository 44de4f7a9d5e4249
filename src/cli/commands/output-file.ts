/** Where results go: a file, written whole or not at all, or standard output, piece by piece. */
import { InputError, StoppedError } from "../../core/errors/input-error.js";
import { findTableFiles, type NamedTables } from "../../node/reading/table-files.js";
import { identifyFile, isSameFile } from "../../node/same-file.js";
import { checkCanWrite, writeFileAtomic } from "../../node/write-file.js";
import type { Io } from "../io.js";

export const STANDARD_OUTPUT = "-";

export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export async function writePieces(out: string, pieces: Pieces, io: Io, gzip: "auto" | "never" = "auto"): Promise<void> {
  if (out !== STANDARD_OUTPUT) return writeFileAtomic(out, untilStopped(pieces, io.stop), { gzip });
  for await (const piece of untilStopped(pieces, io.stop)) await io.stdout.write(piece);
}

async function* untilStopped(pieces: Pieces, stop: AbortSignal): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces) {
    if (stop.aborted) throw new StoppedError();
    yield piece;
  }
  if (stop.aborted) throw new StoppedError();
}

export interface Written {
  /** The option that names it, as it is typed. */
  readonly option: string;
  readonly path: string;
}

export interface FilesRead {
  /** Opened as they are named: a model, a detector. */
  readonly files: readonly string[];
  /** Tables by path, glob, `-` and SQL. */
  readonly tables: NamedTables;
}

/** Of a command that reads none. */
export const NO_TABLES: NamedTables = { sources: [], sql: undefined, where: undefined };

/**
 * Asked before anything is read, which can take long: writing over what is being read is never meant, nor are two results
 * in one file, and where nothing can be written no work need begin.
 */
export async function checkOutputs(written: readonly Written[], { files, tables }: FilesRead, io: Io): Promise<void> {
  const outputs = written.filter(({ path }) => path !== STANDARD_OUTPUT);
  if (outputs.length === 0) return;
  for (const { path } of outputs) await checkCanWrite(path);
  const readsStandardInput = tables.sources.includes("-") && io.stdin === undefined;
  const inputs = [...files, ...(await findTableFiles(tables)), ...(readsStandardInput ? [STANDARD_INPUT] : [])];
  const taken = (await Promise.all(inputs.map(identifyFile))).map((identity) => ({ identity, refuse: isRead }));
  for (const output of outputs) {
    const identity = await identifyFile(output.path);
    const clash = taken.find((each) => isSameFile(each.identity, identity));
    if (clash !== undefined) throw clash.refuse(output);
    taken.push({ identity, refuse: isWritten });
  }
}

/** What the shell opened for `< file`. */
const STANDARD_INPUT = "/dev/stdin";

function isRead({ option, path }: Written): InputError {
  return new InputError(
    "OUTPUT_IS_INPUT",
    `${option} ${path} is also a file to read`,
    "Choose another name; nothing was written.",
  );
}

function isWritten({ option, path }: Written): InputError {
  return new InputError(
    "OUTPUT_CONFLICT",
    `${option} ${path} is also where another result goes`,
    "Choose another name; nothing was written.",
  );
}

/** The format meant by a file's ending (before .gz), if it is one of these. */
export function formatByEnding<T extends string>(out: string, formats: readonly T[]): T | undefined {
  const ending = /\.(\w+)$/.exec(out.replace(/\.gz$/, ""))?.[1]?.toLowerCase() ?? "";
  const meant = ENDINGS.get(ending) ?? ending;
  return formats.find((format) => format === meant);
}

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["jsonl", "ndjson"],
  ["md", "markdown"],
  ["htm", "html"],
  ["txt", "text"],
]);
