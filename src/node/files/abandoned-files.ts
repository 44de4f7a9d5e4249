/**
 * Temporary files that a killed process left, found by their names and removed by the next run.
 *
 * A name says which process made the file, and where that process lived: on which start of which machine, in which
 * container. Of our neighbours we know whether they still run; a file of one that does not is removed at once. Of
 * others (another machine with the same folder, before a restart, a system that does not tell) nothing is known, so
 * their files must also have been left alone for a day. Nothing else is touched: not by name, not of another user.
 */
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const DAY_MS = 24 * 60 * 60 * 1000;
const PLACE_LENGTH = 8;
const RANDOM_LENGTH = 8;

/** The part of a temporary file's name that tells whose it is; `gap` stands between the process and the rest. */
export function temporaryMark(gap: "." | "-"): string {
  return `${process.pid}${gap}${findPlace()}${randomLetters()}`;
}

/** A path for a file or folder in the temporary folder. */
export function temporaryFilePath(ending: "spool" | "spill"): string {
  return join(tmpdir(), `parsight-${temporaryMark("-")}.${ending}`);
}

const MARK = `[0-9a-f]{${PLACE_LENGTH}}[a-z0-9]{${RANDOM_LENGTH}}`;
const BESIDE_OUTPUT = new RegExp(`^\\..+\\.(\\d+)\\.(${MARK})\\.tmp$`);
const IN_TEMPORARY_FOLDER = new RegExp(`^parsight-(\\d+)-(${MARK})\\.(?:spool|spill)$`);

/** Whether a file or folder next to an output is a temporary one by its name. */
export function isTemporaryName(name: string): boolean {
  return BESIDE_OUTPUT.test(name);
}

let sweeping: Promise<void> | null = null;

/** Once in the life of this process. */
export function sweepTemporaryFolder(): Promise<void> {
  sweeping ??= sweep(tmpdir(), IN_TEMPORARY_FOLDER);
  return sweeping;
}

/** What was left beside outputs in this folder. */
export function sweepFolder(folder: string): Promise<void> {
  return sweep(folder, BESIDE_OUTPUT);
}

async function sweep(folder: string, pattern: RegExp): Promise<void> {
  const names = await readdir(folder).catch(() => []); // who needs the folder says what is wrong with it
  for (const name of names) {
    const [, pid, mark] = pattern.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(folder, name);
    if (await mayRemove(path, isNeighbour(mark!))) {
      await rm(path, { recursive: true, force: true }).catch(() => {}); // the next run tries again
    }
  }
}

function isNeighbour(mark: string): boolean {
  return findPlace() !== UNKNOWN_PLACE && mark.startsWith(findPlace());
}

async function mayRemove(path: string, isOfNeighbour: boolean): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null || stats.isSymbolicLink() || stats.uid !== (process.geteuid?.() ?? stats.uid)) return false;
  return isOfNeighbour || Date.now() - stats.mtimeMs > DAY_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

let place: string | null = null;

/** This start of this machine and the processes we can see; zeros where the system does not tell. */
function findPlace(): string {
  place ??= readPlace();
  return place;
}

function readPlace(): string {
  try {
    const start = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
    const hash = createHash("sha256").update(start).update(readlinkSync("/proc/self/ns/pid"));
    return hash.digest("hex").slice(0, PLACE_LENGTH);
  } catch {
    return UNKNOWN_PLACE; // no Linux
  }
}

const UNKNOWN_PLACE = "0".repeat(PLACE_LENGTH);

function randomLetters(): string {
  return Math.random()
    .toString(36)
    .slice(2, 2 + RANDOM_LENGTH)
    .padEnd(RANDOM_LENGTH, "0");
}
