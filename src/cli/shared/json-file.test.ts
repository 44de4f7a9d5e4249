import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FileTooLarge, readJsonBytes } from "./json-file.js";

const MEGABYTE = 1 << 20;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "parsight-json-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(content: string | Uint8Array): string {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return path;
}

async function readText(content: string | Uint8Array, maxBytes = MEGABYTE): Promise<string> {
  return new TextDecoder().decode(await readJsonBytes(write(content), maxBytes));
}

test("an object comes whole, plain or packed, behind blanks or a mark", async () => {
  const text = ` \n\t{"long":"${"é".repeat(300_000)}"}`;
  expect(await readText(text)).toBe(text);
  expect(await readText(gzipSync(text))).toBe(text);
  expect(await readText(`\ufeff${text}`)).toBe(text);
  expect(await readText("")).toBe("");
});

test("up to the limit and not a byte more, packed or not", async () => {
  const text = `{"x":"${"0".repeat(1000)}"}`;
  for (const content of [text, gzipSync(text)]) {
    expect(await readText(content, text.length)).toBe(text);
    await expect(readText(content, text.length - 1)).rejects.toThrow(FileTooLarge);
  }
});

test("a packed file that would unpack to far more than it holds is given up at the limit", async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from('{"x":"'), Buffer.alloc(64 * MEGABYTE)]));
  expect(bomb.length).toBeLessThan(MEGABYTE / 8);
  await expect(readText(bomb)).rejects.toThrow(FileTooLarge);
});

test("what does not begin as an object is not read on, even where it has no end", async () => {
  const zeros = await readJsonBytes("/dev/zero", 1e12);
  expect(zeros.length).toBeLessThanOrEqual(MEGABYTE);
  const bomb = await readJsonBytes(write(gzipSync(Buffer.alloc(64 * MEGABYTE))), 1e12);
  expect(bomb.length).toBeLessThanOrEqual(MEGABYTE);
});

test("a packed file that is cut off or damaged is an error of zlib", async () => {
  const packed = gzipSync(`{"x":"${"abc".repeat(1000)}"}`);
  await expect(readText(packed.subarray(0, 30))).rejects.toMatchObject({ code: "Z_BUF_ERROR" });
  await expect(readText(Buffer.concat([packed.subarray(0, 12), Buffer.alloc(40, 7)]))).rejects.toMatchObject({
    code: expect.stringMatching(/^Z_/) as string,
  });
});
