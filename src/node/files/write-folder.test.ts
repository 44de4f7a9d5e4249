import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asNobody, createFolder, errorOf } from "../../../test/node/support.js";
import { onSmallDisk } from "../../../test/small-disk.js";
import { StoppedError } from "../../core/base/index.js";
import { temporaryPath } from "./write-file.js";
import { checkNewFolder, type FileInFolder, writeFolder } from "./write-folder.js";

const folder = createFolder();
const at = (name: string): string => join(folder.path, name);
const FILES: readonly FileInFolder[] = [
  { path: "project.yml", text: "a" },
  { path: "tests/one.sql", text: "b" },
];
const write = (path: string, files = FILES): Promise<void> => writeFolder(path, files, () => false);
const names = (path: string): readonly string[] => (readdirSync(path, { recursive: true }) as string[]).sort();
const WHOLE = ["project.yml", "tests", "tests/one.sql"];

describe("a folder is written whole", () => {
  test("where there is none, with the folders above it", async () => {
    await write(at("above/new/"));
    expect(names(at("above"))).toEqual(["new", ...WHOLE.map((name) => `new/${name}`)]);
    expect(readFileSync(at("above/new/tests/one.sql"), "utf8")).toBe("b");
  });

  test("into an empty one, which stays the same folder, also behind a link", async () => {
    mkdirSync(at("empty"), { mode: 0o750 });
    symlinkSync("empty", at("link"));
    const before = statSync(at("empty"));
    await write(at("link"));
    const { ino, mode } = statSync(at("empty"));
    expect([ino, mode]).toEqual([before.ino, before.mode]);
    expect(names(at("empty"))).toEqual(WHOLE);
  });

  test("whatever an interrupted run left, which is removed", async () => {
    const abandoned = (target: string): string => temporaryPath(target).replace(/\.\d+\.(?=\w+\.tmp$)/, ".999999999.");
    mkdirSync(at("again"));
    for (const place of ["again", "above"]) {
      const path = abandoned(at(`${place}/again`));
      mkdirSync(join(path, "tests"), { recursive: true });
      writeFileSync(join(path, "tests/half.sql"), "");
    }
    expect(await checkNewFolder(at("again"))).toBe(true);
    await write(at("again"));
    await write(at("above/other"));
    expect(names(at("again"))).toEqual(WHOLE);
    expect(readdirSync(at("above"))).toEqual(["new", "other"]);
  });
});

describe("nothing is written", () => {
  test("where something else exists", async () => {
    folder.write("file", "mine");
    mkdirSync(at("full"));
    folder.write("full/mine.txt", "mine");
    expect(await errorOf(write(at("file")), folder.path)).toEqual([
      "OUTPUT_NOT_FOLDER",
      "file is not a folder",
      "Name a new folder.",
    ]);
    expect(await errorOf(write(at("full")), folder.path)).toEqual([
      "OUTPUT_FOLDER_FULL",
      "the folder full is not empty",
      "Name a new folder; nothing was written.",
    ]);
    expect(await errorOf(write(at("file/new")), folder.path)).toEqual([
      "OUTPUT_FOLDER_MISSING",
      "cannot write file/new: file is not a folder",
      "Check the path.",
    ]);
    expect(names(at("full"))).toEqual(["mine.txt"]);
  });

  test("where this user may not write", async () => {
    chmodSync(folder.path, 0o755);
    mkdirSync(at("locked/empty"), { recursive: true });
    for (const name of ["locked/empty", "locked"]) chmodSync(at(name), 0o555);
    const failures = await asNobody(async () => [
      await errorOf(write(at("locked/new")), folder.path),
      await errorOf(write(at("locked/above/new")), folder.path),
      await errorOf(write(at("locked/empty")), folder.path),
    ]);
    const where = (name: string, of: string) => [
      "OUTPUT_NOT_WRITABLE",
      `${name} may not be written by this user`,
      `Check the rights of the folder ${of}, or write elsewhere.`,
    ];
    expect(failures).toEqual([
      where("locked/new", "locked"),
      where("locked/above/new", "locked/above"),
      where("locked/empty/project.yml", "locked/empty"),
    ]);
    for (const name of ["locked", "locked/empty"]) chmodSync(at(name), 0o755);
    expect(names(at("locked"))).toEqual(["empty"]);
  });

  test.runIf(process.platform === "linux")("where the system creates no folders, such as /proc", async () => {
    for (const path of ["/proc/new", "/proc/above/new"]) {
      expect(await errorOf(write(path), folder.path)).toEqual([
        "OUTPUT_NOT_WRITABLE",
        `${path} may not be written by this user`,
        `Check the rights of the folder ${path.replace(/.new$/, "")}, or write elsewhere.`,
      ]);
    }
  });

  test("when it is stopped, or another program writes there meanwhile", async () => {
    let polls = 0;
    await expect(writeFolder(at("stopped"), FILES, () => ++polls > 1)).rejects.toThrow(StoppedError);
    expect(existsSync(at("stopped"))).toBe(false);
    mkdirSync(at("taken"));
    const taking = writeFolder(at("taken"), FILES, () => {
      folder.write("taken/project.yml", "mine");
      return false;
    });
    expect((await errorOf(taking, folder.path))[0]).toBe("OUTPUT_FOLDER_FULL");
    expect([names(at("taken")), readFileSync(at("taken/project.yml"), "utf8")]).toEqual([["project.yml"], "mine"]);
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("on a full disk", async ({ skip }) => {
    await onSmallDisk(at("small"), skip, async () => {
      const large = { path: "tests/large.sql", text: "x".repeat(400_000) };
      for (const path of ["small/new", "small"])
        expect((await errorOf(write(at(path), [...FILES, large]), folder.path))[0]).toBe("DISK_FULL");
      expect(readdirSync(at("small"))).toEqual([]);
      await write(at("small")); // a mounted disk cannot be renamed over
      expect(names(at("small"))).toEqual(WHOLE);
    });
  });
});
