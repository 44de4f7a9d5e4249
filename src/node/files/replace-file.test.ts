import { expect, test } from "vitest";
import { type RenamingSystem, replaceFile } from "./replace-file.js";

/**
 * A system on which renaming fails so often, with this code; it tells how often it was asked, and how long it was
 * waited.
 */
function systemThatFails(times: number, code: string, platform: NodeJS.Platform) {
  const told = { tries: 0, waitedMs: 0 };
  const system: RenamingSystem = {
    platform,
    rename: async () => {
      if (told.tries++ < times) throw Object.assign(new Error(code), { code });
    },
    wait: async (milliseconds) => {
      told.waitedMs += milliseconds;
    },
  };
  return { system, told };
}

test("on Windows a file that somebody has open for a moment is replaced when it is free", async () => {
  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    const { system, told } = systemThatFails(3, code, "win32");
    await replaceFile("new", "old", system);
    expect(told, code).toEqual({ tries: 4, waitedMs: 70 });
  }
});

test("one that stays open is told after two seconds at most", async () => {
  const { system, told } = systemThatFails(100, "EPERM", "win32");
  await expect(replaceFile("new", "old", system)).rejects.toMatchObject({ code: "EPERM" });
  expect(told).toEqual({ tries: 9, waitedMs: 1600 });
});

test("what waiting cannot mend is told at once, and elsewhere everything is", async () => {
  const missing = systemThatFails(1, "ENOENT", "win32");
  await expect(replaceFile("new", "old", missing.system)).rejects.toMatchObject({ code: "ENOENT" });
  const linux = systemThatFails(1, "EPERM", "linux");
  await expect(replaceFile("new", "old", linux.system)).rejects.toMatchObject({ code: "EPERM" });
  expect([missing.told, linux.told]).toEqual([
    { tries: 1, waitedMs: 0 },
    { tries: 1, waitedMs: 0 },
  ]);
});
