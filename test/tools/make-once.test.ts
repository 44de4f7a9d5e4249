import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeOnce } from "./make-once.js";

const folder = mkdtempSync(join(tmpdir(), "make-once-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("what is there is not made again", () => {
  const fail = (): string => {
    throw new Error("it is there");
  };
  expect(makeOnce(join(folder, "there"), () => "found", fail)).toBe("found");
});

test("who makes it gives its turn back, also where it fails", () => {
  const name = join(folder, "fails");
  const fail = (): string => {
    expect(existsSync(`${name}.pid`)).toBe(true);
    throw new Error("no network");
  };
  expect(() => makeOnce(name, () => null, fail)).toThrow("no network");
  expect(existsSync(`${name}.pid`)).toBe(false);
  expect(
    makeOnce(
      name,
      () => null,
      () => "made",
    ),
  ).toBe("made");
});

test("the turn of one who died is taken over", () => {
  const name = join(folder, "died");
  writeFileSync(`${name}.pid`, "99999999");
  expect(
    makeOnce(
      name,
      () => null,
      () => "made",
    ),
  ).toBe("made");
});
