/**
 * From what the caller named (paths, globs, `-`) to files that exist and can be read, in the order given; a glob's
 * files by name.
 *
 * Standard input and pipes are copied to a temporary file first: a table is read more than once (types, then rows).
 */
import { createReadStream, createWriteStream, type Stats } from "node:fs";
import { open, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { InputError, StoppedError, visibleText } from "../../core/base/index.js";
import { temporaryFilePath } from "../../node/files/abandoned-files.js";
import { describeDeadLink, describeDeadLinkIn } from "../../node/files/links.js";
import { temporaryError } from "../../node/files/temporary-error.js";
import { forgetTemporaryFile, rememberTemporaryFile } from "../../node/files/temporary-files.js";
import type { Database } from "./duckdb.js";
import { mayBeTable } from "./file-content.js";
import { quoteText } from "./sql-text.js";
import { isSystemError, permissionError, type SystemError } from "./system-errors.js";

export interface SourceFile {
  /** Absolute path to read. */
  readonly path: string;
  /** What messages call it: as the caller wrote it, or "standard input". */
  readonly shown: string;
  readonly bytes: number;
  /** Which of the caller's sources it came from, from 0. */
  readonly source: number;
}

interface SourceContext {
  readonly database: Database;
  readonly stdin: AsyncIterable<Uint8Array> | null;
  readonly shouldStop: () => boolean;
  /** Takes the path of a temporary file to remove when the read is over. */
  readonly onTemporary: (path: string) => void;
}

export async function findSourceFiles(
  sources: readonly string[],
  context: SourceContext,
): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const [index, source] of sources.entries()) files.push(...(await findFiles(source, index, context)));
  return files;
}

/** Throws when a path that is no glob names nothing; for where there is no database to look further. */
export async function checkNamedFiles(sources: readonly string[]): Promise<void> {
  for (const source of sources) {
    if (source === "-" || isGlob(source) || (await statOrNull(source)) !== null) continue;
    throw isUrl(source) ? urlError(source) : await missingError(source);
  }
}

/** Remove a spooled file; the counterpart of `onTemporary`. */
export async function removeSpooled(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {}); // where none could be written, none can be removed: that was told
  forgetTemporaryFile(path);
}

async function findFiles(source: string, index: number, context: SourceContext): Promise<readonly SourceFile[]> {
  if (source === "-") return [await spoolStdin(index, context)];
  const stats = await statOrNull(source);
  if (stats === null) return expandGlob(source, index, context);
  return [await openableFile({ shown: source, source: index }, stats, context)];
}

async function expandGlob(source: string, index: number, context: SourceContext): Promise<readonly SourceFile[]> {
  if (isUrl(source)) throw urlError(source);
  if (!isGlob(source)) throw await missingError(source);
  const deadLink = await describeDeadLinkIn(source);
  if (deadLink !== null) throw deadLinkError(deadLink);
  const paths = await globFiles(source, context.database);
  if (paths.length === 0) {
    throw new InputError(
      "GLOB_EMPTY",
      `no file matches ${visibleText(source).replaceAll("\n", "\\u000a")}`,
      "Check the folder and the ending, for instance with ls.",
    );
  }
  const files: SourceFile[] = [];
  for (const shown of paths) {
    const stats = await stat(shown);
    if (!stats.isDirectory()) files.push(await openableFile({ shown, source: index }, stats, context));
  }
  return files;
}

function isUrl(source: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(source);
}

export function isGlob(source: string): boolean {
  return /[*?[]/.test(source);
}

/** What a glob stands for, by name; a path without wildcards stands for itself, if there is such a file. */
export async function globFiles(glob: string, database: Database): Promise<readonly string[]> {
  const rows = await database.rows(`SELECT file FROM glob(${quoteText(glob)}) ORDER BY file`);
  return rows.map(([path]) => withoutHere(String(path)));
}

/** Without the ./ or, on Windows, the .\ that DuckDB writes before names. */
function withoutHere(path: string): string {
  return path.startsWith("./") || path.startsWith(`.${sep}`) ? path.slice(2) : path;
}

type NamedSource = Pick<SourceFile, "shown" | "source">;

async function openableFile(named: NamedSource, stats: Stats, context: SourceContext): Promise<SourceFile> {
  const { shown, source } = named;
  if (stats.isDirectory()) {
    throw new InputError(
      "FILE_IS_FOLDER",
      `${shown} is a folder, not a file`,
      `To read the files in it, give a glob: "${shown.replace(/\/+$/, "")}/*.csv".`,
    );
  }
  if (stats.isCharacterDevice() || stats.isBlockDevice()) throw deviceError(shown);
  if (!stats.isFile()) return spool(createReadStream(shown), named, context);
  await checkReadable(shown);
  return { path: resolve(shown), shown, bytes: stats.size, source };
}

async function checkReadable(shown: string): Promise<void> {
  try {
    const handle = await open(shown);
    await handle.close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === "EACCES" || code === "EPERM" ? permissionError(shown) : error;
  }
}

async function spoolStdin(source: number, context: SourceContext): Promise<SourceFile> {
  if (context.stdin === null && process.stdin.isTTY) {
    throw new InputError(
      "STDIN_TERMINAL",
      "- means standard input, but nothing is piped into it",
      "Pipe a table in, as in: cat table.csv | parsight learn -",
    );
  }
  return spool(context.stdin ?? process.stdin, { shown: "standard input", source }, context);
}

async function spool(
  bytes: AsyncIterable<Uint8Array>,
  { shown, source }: NamedSource,
  context: SourceContext,
): Promise<SourceFile> {
  const path = temporaryFilePath("spool");
  rememberTemporaryFile(path);
  context.onTemporary(path);
  try {
    await pipeline(
      Readable.from(spooledBytes(bytes, shown, context.shouldStop)),
      createWriteStream(path, { mode: 0o600, flags: "wx" }),
    );
  } catch (error) {
    throw isSystemError(error) && isOfWriting(error, path) ? temporaryError(error.code, shown) : error;
  }
  return { path, shown, bytes: (await stat(path)).size, source };
}

function isOfWriting(error: SystemError, path: string): boolean {
  return error.syscall === "write" || error.path === path;
}

/**
 * What is put aside: everything, as long as there is a wish for it and room. Of what cannot be a table (it may never
 * end) only the beginning, from which the reader says what it is instead.
 */
async function* spooledBytes(
  bytes: AsyncIterable<Uint8Array>,
  shown: string,
  shouldStop: () => boolean,
): AsyncIterable<Uint8Array> {
  let total = 0;
  let checkedAt = 0;
  for await (const chunk of bytes) {
    if (shouldStop()) throw new StoppedError();
    yield chunk;
    if (total === 0 && chunk.length >= HEADER_BYTES && !mayBeTable(chunk)) return;
    total += chunk.length;
    if (total - checkedAt < CHECK_BYTES) continue;
    checkedAt = total;
    await checkRoom(shown);
  }
}

/** By so many first bytes every format is known. */
const HEADER_BYTES = 12;
/** Written between two looks at the room that is left. */
const CHECK_BYTES = 64 * 2 ** 20;
/** Left to other programs. */
const SPARE_BYTES = 512 * 2 ** 20;

async function checkRoom(shown: string): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize < SPARE_BYTES) throw temporaryError("ENOSPC", shown);
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES") throw permissionError(path);
    return null;
  }
}

async function missingError(path: string): Promise<InputError> {
  const link = await describeDeadLink(path);
  if (link !== null) return deadLinkError(link);
  return new InputError("FILE_MISSING", `there is no file ${path}`, `Looked for ${resolve(path)}.`);
}

function deadLinkError(link: string): InputError {
  return new InputError("FILE_MISSING", link, "Mend the link, or name the file itself.");
}

function deviceError(shown: string): InputError {
  return new InputError(
    "FILE_DEVICE",
    `${shown} is a device, not a file`,
    "Name a file, or pipe a table in and name it -.",
  );
}

function urlError(source: string): InputError {
  return new InputError("FILE_URL", `${source} is a web address`, "Only local files are read. Download it first.");
}
