/**
 * Writes a new folder whole or not at all: into a temporary folder next to it, which is then renamed.
 *
 * An empty folder that exists stays the same folder (its mode, links to it, a disk mounted there, the current folder
 * of a shell): its files are written into a temporary folder in it and moved in one synchronous step.
 */
import { readdirSync, renameSync } from "node:fs";
import { mkdir, readdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { InputError, StoppedError } from "../../core/base/index.js";
import { isTemporaryName, sweepFolder } from "./abandoned-files.js";
import { followDeadLink } from "./links.js";
import { replaceFile } from "./replace-file.js";
import { forgetTemporaryFile, rememberTemporaryFile } from "./temporary-files.js";
import { checkName, orExplain, temporaryPath } from "./write-file.js";

export interface FileInFolder {
  /** Inside the folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Whether the folder exists, empty; throws if something else does. What an interrupted run left does not count. */
export async function checkNewFolder(path: string): Promise<boolean> {
  checkName(path);
  const stats = await stat(path).catch(() => null); // the first write reports why it cannot be reached
  if (stats === null) return false;
  if (!stats.isDirectory()) throw new InputError("OUTPUT_NOT_FOLDER", `${path} is not a folder`, "Name a new folder.");
  const names = await orExplain(path, readdir(path));
  if (names.every(isTemporaryName)) return true;
  throw new InputError(
    "OUTPUT_FOLDER_FULL",
    `the folder ${path} is not empty`,
    "Name a new folder; nothing was written.",
  );
}

/** Errors of the disk are thrown as InputError; when `shouldStop` returns true, StoppedError is. */
export async function writeFolder(
  path: string,
  files: readonly FileInFolder[],
  shouldStop: () => boolean,
): Promise<void> {
  const exists = await checkNewFolder(path);
  const target = exists ? await realpath(path) : await followDeadLink(resolve(path));
  const parent = exists ? target : dirname(target);
  await orExplain(path, makeFolder(parent));
  await sweepFolder(parent);
  const temporary = temporaryPath(join(parent, basename(target)));
  rememberTemporaryFile(temporary);
  try {
    for (const file of files) {
      if (shouldStop()) throw new StoppedError();
      await orExplain(exists ? join(path, file.path) : path, writeInto(temporary, file));
    }
    await checkNewFolder(path); // another program may have written there meanwhile
    if (exists) await orExplain(path, moveInto(temporary, target));
    else await orExplain(path, replaceFile(temporary, target));
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => {}); // the first failure is the one to report
    forgetTemporaryFile(temporary);
  }
}

async function writeInto(folder: string, { path, text }: FileInFolder): Promise<void> {
  const file = join(folder, path);
  await makeFolder(dirname(file));
  await writeFile(file, text, { flush: true });
}

/** With those above it. Node's own recursive mkdir never returns where the system creates no folders, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  try {
    await mkdir(path);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === "EEXIST" && (await isFolder(path))) return; // another program was faster
    if (failure.code !== "ENOENT") throw failure;
    if (await isFolder(dirname(path))) {
      failure.code = "EPERM";
      throw failure;
    }
    await makeFolder(dirname(path));
    await makeFolder(path);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** Synchronous, so that no signal handler runs between two entries. */
async function moveInto(temporary: string, target: string): Promise<void> {
  for (const name of readdirSync(temporary)) renameSync(join(temporary, name), join(target, name));
}
