import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { asNobody, createFolder, errorOf } from "../../../test/node/support.js";
import { buildChild } from "../../../test/node/support-child.js";
import { onSmallDisk } from "../../../test/small-disk.js";
import { temporaryMark } from "./abandoned-files.js";
import { checkCanWrite, removeTemporaryFiles, writeFileAtomic } from "./write-file.js";

const folder = createFolder();
const at = (name: string): string => join(folder.path, name);
const temporaries = (path = folder.path): readonly string[] =>
  readdirSync(path).filter((name) => name.endsWith(".tmp"));

describe("writing", () => {
  test("texts and bytes, from lists and streams, small and large", async () => {
    await writeFileAtomic(at("a.txt"), ["one ", Buffer.from("zwö "), "🙂"]);
    expect(readFileSync(at("a.txt"), "utf8")).toBe("one zwö 🙂");
    async function* lines() {
      for (let line = 0; line < 100_000; line++) yield `${line}\n`;
    }
    await writeFileAtomic(at("b.txt"), lines());
    expect(readFileSync(at("b.txt"), "utf8").split("\n").length).toBe(100_001);
    await writeFileAtomic(at("empty.txt"), []);
    expect(statSync(at("empty.txt")).size).toBe(0);
    expect(temporaries()).toEqual([]);
  });

  test("gzip by the name or as told, the same bytes each time", async () => {
    await writeFileAtomic(at("m.json.gz"), ['{"a":', "1}"]);
    const bytes = readFileSync(at("m.json.gz"));
    expect(gunzipSync(bytes).toString()).toBe('{"a":1}');
    await writeFileAtomic(at("m.json.gz"), ['{"a":1}']);
    expect(readFileSync(at("m.json.gz"))).toEqual(bytes);
    await writeFileAtomic(at("plain.gz"), ["x"], { gzip: "never" });
    expect(readFileSync(at("plain.gz"), "utf8")).toBe("x");
    await writeFileAtomic(at("packed"), ["x"], { gzip: "always" });
    expect(gunzipSync(readFileSync(at("packed"))).toString()).toBe("x");
  });

  test("keeps the mode of an existing file, and a link to it", async () => {
    chmodSync(folder.write("real.txt", "old"), 0o640);
    symlinkSync(at("real.txt"), at("link.txt"));
    await writeFileAtomic(at("link.txt"), ["new"]);
    expect(readFileSync(at("real.txt"), "utf8")).toBe("new");
    expect(statSync(at("real.txt")).mode & 0o777).toBe(0o640);
    await writeFileAtomic(at("fresh.txt"), ["new"]);
    expect(statSync(at("fresh.txt")).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test("writes straight to what is not a file", async () => {
    await writeFileAtomic("/dev/null", ["x"]);
    expect(temporaries("/dev")).toEqual([]);
  });

  test("what a killed run left is removed by the next one that writes there, and nothing else", async () => {
    const mark = temporaryMark(".");
    const gone = folder.write(`.other.txt.${mark.replace(/^\d+/, "999999999")}.tmp`, "half");
    const elsewhere = mark.replace(/^\d+\.\w{8}/, "999999998.00000000");
    const old = folder.write(`.old.txt.${elsewhere}.tmp`, "half");
    const recent = folder.write(`.recent.txt.${elsewhere}.tmp`, "half");
    const running = folder.write(`.running.txt.${mark}.tmp`, "half");
    const foreign = folder.write(".kept.txt.999999999.abc.tmp", "not ours");
    for (const path of [old, running, foreign]) utimesSync(path, 0, 0);
    await writeFileAtomic(at("kept.txt"), ["x"]);
    const left = [gone, old, recent, running, foreign].map((path) => existsSync(path));
    expect(left).toEqual([false, false, true, true, true]);
    for (const path of [recent, running, foreign]) rmSync(path);
  });

  test("a link to a file that is not there yet stays a link", async () => {
    symlinkSync("to-come.txt", at("dangling.txt"));
    await checkCanWrite(at("dangling.txt"));
    await writeFileAtomic(at("dangling.txt"), ["new"]);
    expect(lstatSync(at("dangling.txt")).isSymbolicLink()).toBe(true);
    expect(readFileSync(at("to-come.txt"), "utf8")).toBe("new");
  });

  test("a link into a folder that is not there is refused, and stays", async () => {
    symlinkSync("gone/model.json", at("nowhere.json"));
    for (const write of [checkCanWrite, (path: string) => writeFileAtomic(path, ["x"])]) {
      expect(await errorOf(write(at("nowhere.json")), folder.path)).toEqual([
        "OUTPUT_FOLDER_MISSING",
        "cannot write nowhere.json: nowhere.json is a link to gone/model.json, which is not there",
        "Mend the link, or write elsewhere.",
      ]);
    }
    expect(lstatSync(at("nowhere.json")).isSymbolicLink()).toBe(true);
  });
});

describe("a failure leaves the old file as it was", () => {
  async function* failing(): AsyncGenerator<string> {
    yield "x".repeat(200_000);
    throw new Error("the chunks failed");
  }

  test("an error of the chunks is thrown as it is, packed or not", async () => {
    for (const name of ["old.txt", "old.txt.gz"]) {
      folder.write(name, "old");
      await expect(writeFileAtomic(at(name), failing())).rejects.toThrow("the chunks failed");
      expect(readFileSync(at(name), "utf8")).toBe("old");
    }
    expect(temporaries()).toEqual([]);
  });

  test("the source of the chunks is closed when the disk fails", async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield "x".repeat(100_000);
      } finally {
        isClosed = true;
      }
    }
    const full = errorOf(writeFileAtomic("/dev/full", endless()), "");
    expect((await full)[0]).toBe("DISK_FULL");
    expect(isClosed).toBe(true);
  });

  test("a full disk", async ({ skip }) => {
    const disk = at("disk");
    await onSmallDisk(disk, skip, async () => {
      writeFileSync(join(disk, "model.json"), "old");
      for (const options of [{}, { gzip: "always" as const }]) {
        const noise = Array.from({ length: 40 }, () => Uint8Array.from({ length: 20_000 }, () => Math.random() * 256));
        expect(await errorOf(writeFileAtomic(join(disk, "model.json"), noise, options), folder.path)).toEqual([
          "DISK_FULL",
          "no room left on the disk for disk/model.json",
          "Free some space, or write elsewhere. What was there before is unchanged.",
        ]);
        expect(readFileSync(join(disk, "model.json"), "utf8")).toBe("old");
        expect(temporaries(disk)).toEqual([]);
      }
    });
  });

  test("a folder this user may not write to, and a file it may not replace", async () => {
    chmodSync(folder.path, 0o755);
    mkdirSync(at("locked"));
    writeFileSync(at("locked/model.json"), "old");
    chmodSync(at("locked/model.json"), 0o444);
    chmodSync(at("locked"), 0o555);
    for (const name of ["locked/model.json", "locked/new.json"]) {
      expect(await asNobody(() => errorOf(writeFileAtomic(at(name), ["new"]), folder.path))).toEqual([
        "OUTPUT_NOT_WRITABLE",
        `${name} may not be written by this user`,
        "Check the rights of the folder locked, or write elsewhere.",
      ]);
    }
    expect((await asNobody(() => errorOf(checkCanWrite(at("locked/model.json")), folder.path)))[0]).toBe(
      "OUTPUT_NOT_WRITABLE",
    );
    expect(readFileSync(at("locked/model.json"), "utf8")).toBe("old");
    chmodSync(at("locked"), 0o755);
  });

  test("a folder in place of a file, a folder that is not there, a file in place of a folder, no name, too long a name", async () => {
    mkdirSync(at("place"));
    folder.write("file", "x");
    const long = "n".repeat(300);
    const refused: readonly (readonly [string, ...string[]])[] = [
      [at("place"), "OUTPUT_IS_FOLDER", "cannot write place: it is a folder", "Name a file in it."],
      [
        at("nowhere/m.json"),
        "OUTPUT_FOLDER_MISSING",
        "cannot write nowhere/m.json: there is no folder nowhere",
        "Create it first, with mkdir -p.",
      ],
      [at("file/m.json"), "OUTPUT_FOLDER_MISSING", "cannot write file/m.json: file is not a folder", "Check the path."],
      ["", "OUTPUT_NAME", "the name to write to is empty", "Give one, or leave it out."],
      [at(long), "OUTPUT_NAME", `cannot write ${long}: the name is too long`, "Choose a shorter one."],
    ];
    for (const [path, ...error] of refused) {
      expect(await errorOf(writeFileAtomic(path, ["x"]), folder.path)).toEqual(error);
      expect(await errorOf(checkCanWrite(path), folder.path)).toEqual(error);
    }
    expect(await errorOf(checkCanWrite(`${at("nowhere")}/`), folder.path)).toEqual([
      "OUTPUT_FOLDER_MISSING",
      "cannot write nowhere/: there is no folder nowhere/",
      "Create it first, with mkdir -p.",
    ]);
  });
});

test("a name as long as names may be", async () => {
  const name = `${"模".repeat(83)}.json`;
  expect(Buffer.byteLength(name)).toBe(254);
  await checkCanWrite(at(name));
  await writeFileAtomic(at(name), ["new"]);
  expect(readFileSync(at(name), "utf8")).toBe("new");
});

test("what can be written is found so, and left as it is", async () => {
  folder.write("there.json", "old");
  for (const path of [at("there.json"), at("to-come.json"), "/dev/null"]) await checkCanWrite(path);
  expect(readFileSync(at("there.json"), "utf8")).toBe("old");
  expect(existsSync(at("to-come.json"))).toBe(false);
});

describe("in a process that is ended", () => {
  /** Writes "old…", then again and again "new…" of 5 MB, telling its parent when it starts a write. */
  const WRITER = `
    import { writeFileAtomic } from "./write-file.js";
    const [, , path, mode] = process.argv;
    async function* slowly(mark) {
      for (let i = 0; i < 50; i++) { yield mark.repeat(100_000); if (mode === "slow") await new Promise((r) => setTimeout(r, 5)); }
    }
    if (mode === "handled") process.on("SIGINT", () => process.exit(130));
    await writeFileAtomic(path, slowly("o"));
    for (;;) { process.send("writing"); await writeFileAtomic(path, slowly("n")); }
  `;

  beforeAll(async () => {
    await buildChild(folder.path, "node/files/write-file", WRITER);
  });

  async function startWriter(path: string, mode: string): Promise<ChildProcess> {
    const child = fork(at("child/main.js"), [path, mode], { stdio: "inherit" });
    await once(child, "message");
    return child;
  }

  async function endWith(child: ChildProcess, signal: NodeJS.Signals, afterMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    child.kill(signal);
    await once(child, "exit");
  }

  test("killed outright at 20 random moments: the file is always whole", async () => {
    const path = at("killed.txt");
    for (let round = 0; round < 20; round++) {
      await endWith(await startWriter(path, "fast"), "SIGKILL", Math.random() * 60);
      const text = readFileSync(path, "utf8");
      expect(text.length).toBe(5_000_000);
      expect(new Set([text[0], text.at(-1)]).size, `round ${round}`).toBe(1);
    }
    await writeFileAtomic(at("another.txt"), ["done"]);
    expect(temporaries()).toEqual([]);
  });

  for (const [signal, mode] of [
    ["SIGINT", "slow"],
    ["SIGTERM", "slow"],
    ["SIGINT", "handled"],
  ] as const) {
    test(`${signal}${mode === "handled" ? " with a handler that exits" : ""}: nothing is left behind`, async () => {
      const path = at(`${signal}-${mode}.txt`);
      const child = await startWriter(path, mode === "slow" ? "slow" : "handled");
      await endWith(child, signal, 30);
      expect([child.signalCode, child.exitCode]).toEqual(mode === "slow" ? [signal, null] : [null, 130]);
      expect(readFileSync(path, "utf8").length).toBe(5_000_000);
      expect(temporaries()).toEqual([]);
    });
  }
});

test("removeTemporaryFiles removes what is being written", async () => {
  async function* interrupted(): AsyncGenerator<string> {
    yield "x".repeat(200_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(temporaries().length).toBe(1);
    removeTemporaryFiles();
    expect(temporaries()).toEqual([]);
    throw new Error("stopped");
  }
  await expect(writeFileAtomic(at("never.txt"), interrupted())).rejects.toThrow("stopped");
  expect(existsSync(at("never.txt"))).toBe(false);
});
