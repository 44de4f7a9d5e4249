import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeSite } from "../../src/cli/commands/web/write-site.js";
import { InputError } from "../../src/core/base/index.js";
import { onSmallDisk } from "../small-disk.js";
import { type Folder, parsight, ROOT, temporaryFolder } from "./support/program.js";

let folder: Folder;
const OWN_PAGE = readFileSync(join(ROOT, "web/workbench/index.html"), "utf8");

beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(folder.at("page/assets"), { recursive: true });
  writeFileSync(folder.at("page/index.html"), `${OWN_PAGE}<!-- new -->`);
  writeFileSync(folder.at("page/assets/new.js"), "new".repeat(100_000));
});

afterAll(() => folder.remove());

/** All files below, by name, with the first characters of each. */
function filesIn(name: string): Record<string, string> {
  const entries = readdirSync(folder.at(name), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const short = (path: string): string => path.slice(folder.at(name).length + 1);
  return Object.fromEntries(paths.map((path) => [short(path), readFileSync(path, "utf8").slice(-12)]).sort());
}

function oldSite(name: string): void {
  mkdirSync(folder.at(`${name}/assets`), { recursive: true });
  writeFileSync(folder.at(`${name}/index.html`), `${OWN_PAGE}<!-- old -->`);
  writeFileSync(folder.at(`${name}/assets/old.js`), "old");
}

async function refusal(name: string): Promise<readonly string[]> {
  const error = await writeSite(folder.at("page"), name === "" ? "" : folder.at(name)).catch((thrown) => thrown);
  if (!(error instanceof InputError)) throw error;
  return [error.code, error.message.replaceAll(`${folder.path}/`, "")];
}

const NEW = { "assets/new.js": "newnewnewnew", "index.html": "<!-- new -->" };

test("a folder that is not there yet, an empty one, a link to one", async () => {
  mkdirSync(folder.at("empty"));
  mkdirSync(folder.at("linked"));
  symlinkSync("linked", folder.at("link"));
  for (const name of ["fresh", "deep/down/fresh", "empty", "link"]) {
    await writeSite(folder.at("page"), folder.at(name));
    expect(filesIn(name), name).toEqual(NEW);
  }
  expect(readdirSync(folder.path).filter((name) => name.startsWith("."))).toEqual([]);
});

test("an older site is renewed, and what else is there stays", async () => {
  oldSite("site");
  writeFileSync(folder.at("site/CNAME"), "example.org");
  await writeSite(folder.at("page"), folder.at("site"));
  expect(filesIn("site")).toEqual({ ...NEW, CNAME: "example.org", "assets/old.js": "old" });
});

test("somebody else's folder is left alone", async () => {
  mkdirSync(folder.at("theirs"));
  writeFileSync(folder.at("theirs/index.html"), "their page");
  const message = "the folder theirs holds other files and no workbench";
  expect(await refusal("theirs")).toEqual(["OUTPUT_FOLDER_TAKEN", message]);
  expect(filesIn("theirs")).toEqual({ "index.html": "their page" });
});

test("a file, no name, a folder below a file", async () => {
  expect(await refusal("page/index.html")).toEqual([
    "OUTPUT_FOLDER_MISSING",
    "page/index.html is a file, not a folder",
  ]);
  expect(await refusal("")).toEqual(["OUTPUT_NAME", "the name to write to is empty"]);
  expect(await refusal("page/index.html/site")).toEqual([
    "OUTPUT_FOLDER_MISSING",
    "cannot write page/index.html/site: page/index.html is not a folder",
  ]);
});

test("on a full disk the old site stays whole, and nothing new is left", async ({ skip }) => {
  await onSmallDisk(folder.at("disk"), skip, async () => {
    oldSite("disk/site");
    const before = filesIn("disk");
    for (const name of ["disk/site", "disk/fresh"]) {
      expect(await refusal(name)).toEqual(["DISK_FULL", `no room left on the disk for ${name}`]);
      expect(filesIn("disk")).toEqual(before);
    }
    expect(readdirSync(folder.at("disk"))).toEqual(["site"]);
  });
});

test("the program writes its own page, twice, and not over another", async () => {
  for (let time = 0; time < 2; time++) {
    const { code, stderr } = await parsight(["web", "--out", "own"], { cwd: folder.path });
    expect(stderr).toBe("");
    expect(code).toBe(0);
  }
  expect(Object.keys(filesIn("own"))).toContain("index.html");
  const { code, stderr } = await parsight(["web", "--out", "theirs"], { cwd: folder.path });
  expect(stderr).toMatch(/^error OUTPUT_FOLDER_TAKEN: the folder theirs holds other files and no workbench\n/);
  expect(code).toBe(2);
});
