import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ADBENCH_SETS, type Download, findFile, readRawSet } from "../../data/adbench.js";
import { dataFolder } from "../../data/data-folder.js";

const bytes = Buffer.from("the file");
const entry = { name: "tiny", file: "1_tiny.npz", sha256: createHash("sha256").update(bytes).digest("hex") };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parsight-data-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function answering(content: Uint8Array, asked: string[], status = 200): Download {
  return async (url) => {
    asked.push(url);
    return { ok: status === 200, status, arrayBuffer: async () => Uint8Array.from(content).buffer };
  };
}

test("a file that is not there is downloaded once, checked, and kept", async () => {
  const asked: string[] = [];
  expect(Buffer.from(await findFile(entry, folder, answering(bytes, asked)))).toEqual(bytes);
  expect(Buffer.from(await findFile(entry, folder, answering(bytes, asked)))).toEqual(bytes);
  expect(asked).toEqual([
    "https://raw.githubusercontent.com/Minqi824/ADBench/main/adbench/datasets/Classical/1_tiny.npz",
  ]);
  expect(readFileSync(join(folder, "adbench", "1_tiny.npz"))).toEqual(bytes);
});

test("another content than expected is refused and not kept", async () => {
  const other = findFile(entry, folder, answering(Buffer.from("another file"), []));
  await expect(other).rejects.toThrow("is not the file it should be: its SHA-256 is ");
  expect(existsSync(join(folder, "adbench", "1_tiny.npz"))).toBe(false);
});

test("so is a local file that was changed", async () => {
  mkdirSync(join(folder, "adbench"));
  writeFileSync(join(folder, "adbench", "1_tiny.npz"), "changed");
  await expect(findFile(entry, folder, answering(bytes, []))).rejects.toThrow(`expected ${entry.sha256}`);
});

test("without a network the way out is named", async () => {
  const offline: Download = async () => {
    throw new Error("no network");
  };
  await expect(findFile(entry, folder, offline)).rejects.toThrow("set PARSIGHT_DATA to the folder that holds adbench/");
  await expect(findFile(entry, folder, answering(bytes, [], 404))).rejects.toThrow("answered with status 404");
});

test("an unknown set is refused with those there are", async () => {
  await expect(readRawSet("wines", folder, answering(bytes, []))).rejects.toThrow(
    'there is no set "wines"; sets are: breastw,',
  );
});

const isHere = existsSync(join(dataFolder(), "adbench", ADBENCH_SETS[0]!.file));
if (!isHere) console.warn("The raw sets are not tested: set PARSIGHT_DATA to the folder that holds adbench/");

describe.skipIf(!isHere)("the sets of the paper", () => {
  const shapes: Readonly<Record<string, [number, number]>> = {
    breastw: [683, 9],
    satellite: [6435, 36],
    shuttle: [49097, 9],
    wine: [129, 13],
  };
  test.each(Object.entries(shapes))("%s has the rows and features of the paper's table", async (name, shape) => {
    const { values, labels } = await readRawSet(name, dataFolder(), answering(bytes, []));
    expect(values.shape).toEqual(shape);
    expect(new Set(labels)).toEqual(new Set([0, 1]));
  });
});
