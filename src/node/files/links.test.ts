import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeDeadLink, describeDeadLinkIn, followDeadLink } from "./links.js";
import { identifyFile, isSameFile } from "./same-file.js";

const folder = mkdtempSync(join(tmpdir(), "parsight-links-"));
const at = (name: string): string => join(folder, name);
writeFileSync(at("there.csv"), "a\n1\n");
symlinkSync("there.csv", at("alive.csv"));
symlinkSync("gone.csv", at("dead1.csv"));
symlinkSync("circle.csv", at("circle.csv"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a link that leads nowhere is told with its target", async () => {
  expect(await describeDeadLink(at("dead1.csv"))).toBe(`${at("dead1.csv")} is a link to gone.csv, which is not there`);
  expect(await describeDeadLink(at("circle.csv"))).toContain("leads in a circle");
  expect(await describeDeadLink(at("alive.csv"))).toBeNull();
  expect(await describeDeadLink(at("there.csv"))).toBeNull();
});

test("of a glob the first such link is told, also with a class of characters", async () => {
  expect(await describeDeadLinkIn(at("dead*.csv"))).toContain("dead1.csv is a link");
  expect(await describeDeadLinkIn(at("dead[0-9].csv"))).toContain("dead1.csv is a link");
  expect(await describeDeadLinkIn(at("dead[!0-9].csv"))).toBeNull();
  expect(await describeDeadLinkIn(at("there[z-a].csv"))).toBeNull();
});

test("a path leads through its links to the file that is meant, though it is not there yet", async () => {
  expect(
    isSameFile(await identifyFile(await followDeadLink(at("dead1.csv"))), await identifyFile(at("gone.csv"))),
  ).toBe(true);
  expect(await followDeadLink(at("there.csv"))).toBe(at("there.csv"));
});

test("two paths of one file are known as one, and those of two are not", async () => {
  const [there, alive, other] = await Promise.all([at("there.csv"), at("alive.csv"), at("new.csv")].map(identifyFile));
  expect(isSameFile(there!, alive!)).toBe(true);
  expect(isSameFile(there!, other!)).toBe(false);
  expect(isSameFile(other!, await identifyFile(join(folder, ".", "new.csv")))).toBe(true);
  expect(await identifyFile(folder)).toEqual([]);
});
