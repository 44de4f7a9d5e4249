/** A disk that is soon full, for tests of what happens then. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** Mounts 256 kB at a new folder for as long as the test takes; where that is not allowed the test is skipped. */
export async function onSmallDisk(
  path: string,
  skip: (why: string) => never,
  work: () => Promise<void>,
): Promise<void> {
  mkdirSync(path);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", path], { stdio: "ignore" });
  } catch {
    skip("mounting needs root");
  }
  try {
    await work();
  } finally {
    execFileSync("umount", [path]);
  }
}
