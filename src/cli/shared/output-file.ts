/** Where results go: a file, written whole or not at all, or standard output, piece by piece. */
import { InputError, StoppedError } from "../../core/base/index.js";
import { findTableFiles, type NamedTables } from "../../input/duckdb/files-to-read.js";
import { identifyFile, isSameFile } from "../../node/files/same-file.js";
import { checkCanWrite, writeFileAtomic } from "../../node/files/write-file.js";
import { fitText } from "../screen/text-width.js";
import type { Io } from "../system/io.js";

export const STANDARD_OUTPUT = "-";

export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export interface Output {
  /** A file, or `-`. */
  readonly path: string;
  /** Whether a file is packed: where its name says so, or never, since the pieces are packed already. */
  readonly gzip: "auto" | "never";
}

export async function writePieces(out: string, pieces: Pieces, io: Io): Promise<void> {
  await writeOutput({ path: out, gzip: "auto" }, pieces, io);
}

/** For people: on a terminal long lines are wrapped. */
export async function writeText(out: string, text: string, io: Io): Promise<void> {
  await writePieces(out, [out === STANDARD_OUTPUT ? fitText(text, io.stdout.width()) : text], io);
}

export async function writeOutput({ path, gzip }: Output, pieces: Pieces, io: Io): Promise<void> {
  if (path !== STANDARD_OUTPUT) return writeFileAtomic(path, untilStopped(pieces, io.stop), { gzip });
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
 * Asked before anything is read, which can take long: writing over what is being read is never meant, nor are two
 * results in one file, and where nothing can be written no work need begin.
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

/**
 * The format that was asked for, or that the file's ending (before .gz) means: text where there is none. What the
 * ending says and we cannot write is refused, since a program would take the file for what it is not.
 */
export function formatOfOutput<T extends string>(out: string, asked: T | undefined, formats: readonly T[]): T {
  const ending = endingOf(out);
  const meant = ending === "" ? undefined : formats.find((each) => endingsOf(each).includes(ending));
  const format = asked ?? (ending === "" ? formats[0] : meant);
  if (format === undefined) throw unwritable(out, formats);
  if (format !== meant && meant !== undefined && BINARY_ENDINGS.has(ending))
    throw twoFormats(out, `--format ${format}`, meant);
  if (format !== meant) refuseBinaryName(out, formats);
  return format;
}

/** Of a command that writes one format, whatever the name: a name that means another is refused. */
export function refuseOtherName(out: string, format: string): void {
  const ending = endingOf(out);
  if (endingsOf(format).includes(ending)) return;
  const isText = format === "html" && endingsOf("text").includes(ending); // which no browser shows as a page
  if (isText || BINARY_ENDINGS.has(ending) || TEXT_ENDINGS.has(ending)) throw unwritable(out, [format]);
}

function twoFormats(out: string, asked: string, meant: string): InputError {
  return new InputError(
    "OUTPUT_FORMAT",
    `${asked} and --out ${out} ask for two formats`,
    `Leave ${asked} out for ${meant}, or choose a name that does not end in .${endingOf(out)}.`,
  );
}

/** A file that is no text by its name is not written as text. */
function refuseBinaryName(out: string, formats: readonly string[]): void {
  if (BINARY_ENDINGS.has(endingOf(out))) throw unwritable(out, formats);
}

/** "csv" of explained.csv.gz; "" of a name without an ending. */
function endingOf(out: string): string {
  return /[^/\\]\.(\w+)$/.exec(out.replace(/\.gz$/i, ""))?.[1]?.toLowerCase() ?? "";
}

/** Endings that mean a format, the usual one first; of other formats its name. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  text: ["txt", "text", "log", "out"],
  ndjson: ["ndjson", "jsonl"],
  markdown: ["md", "markdown"],
  html: ["html", "htm"],
};

function endingsOf(format: string): readonly string[] {
  return ENDINGS[format] ?? [format];
}

/** Of texts that other programs take for what they are called. */
const TEXT_ENDINGS: ReadonlySet<string> = new Set(
  "csv tsv json ndjson jsonl html htm md markdown sql yaml yml".split(" "),
);

const BINARY_ENDINGS: ReadonlySet<string> = new Set(
  "xlsx xlsm xlsb xls ods numbers docx doc odt rtf pptx ppt odp pdf parquet feather arrow avro orc h5 hdf5 npy npz pkl sqlite db duckdb zip 7z zst bz2 xz tar png jpg jpeg svg gif".split(
    " ",
  ),
);

function unwritable(out: string, formats: readonly string[]): InputError {
  const endings = formats.map((format) => endingsOf(format)[0]);
  return new InputError(
    "OUTPUT_FORMAT",
    `--out ${out} ends in .${endingOf(out)}, which cannot be written`,
    formats.length === 1
      ? `Only ${formats[0]} can be: let the name end in .${endings[0]}.`
      : `Formats are: ${formats.join(", ")}. Let the name end in ${endings.map((each) => `.${each}`).join(", ")}, or in none and say --format.`,
  );
}
