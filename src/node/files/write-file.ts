/**
 * Writes a file whole or not at all: into a temporary file beside it, forced to disk, then renamed over it.
 *
 * Whatever happens before the rename (a full disk, a kill, an error in the chunks) leaves the old file as it was. A
 * link is followed, the mode of an existing file stays. What cannot be renamed over (a pipe, /dev/stdout) is written
 * straight. Cost: one copy in a buffer.
 */
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, lstat, open, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { InputError } from "../../core/base/index.js";
import { sweepFolder, temporaryMark } from "./abandoned-files.js";
import { describeDeadLink, followDeadLink } from "./links.js";
import { replaceFile } from "./replace-file.js";
import { forgetTemporaryFile, rememberTemporaryFile } from "./temporary-files.js";

export { removeTemporaryFiles } from "./temporary-files.js";

export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export interface WriteOptions {
  /** `auto`: when the name ends in .gz. Default `auto`. */
  readonly gzip?: "auto" | "always" | "never" | undefined;
}

const BUFFER_BYTES = 64 * 1024;

/**
 * Throws what `writeFileAtomic` would throw at once: for those with long work to do before there is anything to write.
 * That it passes is no promise: a disk can fill up, a folder can go.
 */
export async function checkCanWrite(path: string): Promise<void> {
  checkName(path);
  const old = await statOrNull(path);
  if (old?.isDirectory()) throw folderError(path);
  if (old !== null && !old.isFile()) return;
  if (old !== null) await orExplain(path, checkWritable(path));
  if (old === null && /[\\/]$/.test(path)) throw missingFolderError(path, path);
  const target = await findTarget(path, old);
  await checkFolder(path, dirname(target));
  if (old === null) await checkNotThere(target);
}

/** Where the file will be; a link to one that is not there yet leads to it, too. */
async function findTarget(path: string, old: Stats | null): Promise<string> {
  if (old !== null) return realpath(path);
  const target = await followDeadLink(path);
  if (target === path) return path;
  const folder = await statOrNull(dirname(target));
  if (folder?.isDirectory()) return target;
  throw new InputError(
    "OUTPUT_FOLDER_MISSING",
    `cannot write ${path}: ${(await describeDeadLink(path)) ?? `there is no folder ${dirname(target)}`}`,
    "Mend the link, or write elsewhere.",
  );
}

async function checkFolder(path: string, folder: string): Promise<void> {
  const stats = await orExplain(path, stat(folder));
  if (!stats.isDirectory()) throw notFolderError(path, folder);
  await orExplain(path, access(folder, constants.W_OK | constants.X_OK));
}

/** That there is no such file is as it should be; what else the system says of the name stands in the way. */
async function checkNotThere(path: string): Promise<void> {
  await orExplain(
    path,
    lstat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    }),
  );
}

/** Errors of the chunks are thrown as they are; errors of the disk as InputError. */
export async function writeFileAtomic(path: string, chunks: Chunks, options: WriteOptions = {}): Promise<void> {
  checkName(path);
  const isGzip = options.gzip === "always" || (options.gzip !== "never" && path.endsWith(".gz"));
  const bytes = isGzip ? gzip(gather(chunks)) : gather(chunks);
  const old = await statOrNull(path);
  if (old?.isDirectory()) throw folderError(path);
  if (old !== null && !old.isFile()) return writeStraight(path, bytes);
  if (old !== null) await orExplain(path, checkWritable(path));
  const target = await findTarget(path, old);
  await sweepFolder(dirname(target));
  await writeAndRename({ shown: path, target, old }, bytes);
}

/** A rename would not ask: whoever made the old file read-only wants it to stay. */
async function checkWritable(path: string): Promise<void> {
  const handle = await open(path, "r+");
  await handle.close();
}

/** Where a file goes: the path as the caller wrote it, where that leads, and what is there. */
interface Destination {
  readonly shown: string;
  readonly target: string;
  readonly old: Stats | null;
}

async function writeAndRename({ shown, target, old }: Destination, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = temporaryPath(target);
  rememberTemporaryFile(temporary);
  try {
    const handle = await orExplain(shown, open(temporary, "wx", 0o666));
    try {
      if (old !== null) await orExplain(shown, handle.chmod(old.mode & 0o7777));
      for await (const chunk of bytes) await orExplain(shown, handle.writeFile(chunk));
      await orExplain(shown, handle.sync());
    } finally {
      await handle.close();
    }
    await orExplain(shown, replaceFile(temporary, target));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // The first failure is the one to tell.
    throw error;
  } finally {
    forgetTemporaryFile(temporary);
  }
  await syncFolder(dirname(target));
}

async function writeStraight(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await orExplain(path, open(path, "w"));
  try {
    for await (const chunk of bytes) await orExplain(path, handle.writeFile(chunk));
  } finally {
    await handle.close();
  }
}

/** Small chunks joined to buffers of 64 KB, texts as UTF-8. */
async function* gather(chunks: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const part = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    parts.push(part);
    size += part.length;
    if (size < BUFFER_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

/**
 * `pipeline` carries an error of the source on, and closes the source when the reader leaves; its report is not
 * needed.
 */
function gzip(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(bytes), createGzip(), () => {});
}

/** Makes the rename itself last; not every system can open a folder, and by then the file is whole either way. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(folder, "r");
    await handle.sync();
  } catch {
    // Windows, and some network disks.
  } finally {
    await handle?.close();
  }
}

/**
 * The name's first 50 characters are at most 150 bytes, so that what follows fits into the 255 that a name may have.
 */
export function temporaryPath(target: string): string {
  return join(dirname(target), `.${basename(target).slice(0, 50)}.${temporaryMark(".")}.tmp`);
}

async function statOrNull(path: string): Promise<Stats | null> {
  return stat(path).catch(() => null);
}

/** The result of a disk operation that writes `path`, or its failure in words. */
export async function orExplain<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw diskError(path, error as NodeJS.ErrnoException);
  }
}

function diskError(path: string, error: NodeJS.ErrnoException): unknown {
  const folder = dirname(path);
  switch (error.code) {
    case "ENOSPC":
    case "EDQUOT":
      return new InputError(
        "DISK_FULL",
        `no room left on the disk for ${path}`,
        "Free some space, or write elsewhere. What was there before is unchanged.",
      );
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new InputError(
        "OUTPUT_NOT_WRITABLE",
        `${path} may not be written by this user`,
        `Check the rights of the folder ${folder}, or write elsewhere.`,
      );
    case "EBUSY":
      return new InputError(
        "OUTPUT_NOT_WRITABLE",
        `${path} is in use by another program`,
        "Close it there, or write elsewhere. What was there before is unchanged.",
      );
    case "ENOENT":
      return missingFolderError(path, folder);
    case "ENOTDIR":
    case "EEXIST": // mkdir says it so
      return notFolderError(path, folder);
    case "EISDIR":
      return folderError(path);
    case "ENAMETOOLONG":
      return new InputError("OUTPUT_NAME", `cannot write ${path}: the name is too long`, "Choose a shorter one.");
    case undefined:
      return error;
    default:
      return new InputError(
        "OUTPUT_FAILED",
        `cannot write ${path}: the system answered ${error.code}`,
        "Write elsewhere, or look up what this code means.",
      );
  }
}

function missingFolderError(path: string, folder: string): InputError {
  return new InputError(
    "OUTPUT_FOLDER_MISSING",
    `cannot write ${path}: there is no folder ${folder}`,
    "Create it first, with mkdir -p.",
  );
}

function notFolderError(path: string, folder: string): InputError {
  return new InputError("OUTPUT_FOLDER_MISSING", `cannot write ${path}: ${folder} is not a folder`, "Check the path.");
}

/** The path of a file or folder to write. */
export function checkName(path: string): void {
  if (path === "") throw new InputError("OUTPUT_NAME", "the name to write to is empty", "Give one, or leave it out.");
}

function folderError(path: string): InputError {
  return new InputError("OUTPUT_IS_FOLDER", `cannot write ${path}: it is a folder`, "Name a file in it.");
}
