/** What a killed run left in the temporary folder goes with the next run that reads a table. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createFolder } from "../../../test/node/support.js";
import { readTable } from "../../input/read-table.js";
import { temporaryMark } from "./abandoned-files.js";

const folder = createFolder();

test("tables put aside by a process that is gone are removed, those of others stay", async () => {
  process.env.TMPDIR = folder.path;
  const mark = temporaryMark("-");
  const gone = mark.replace(/^\d+/, "999999999");
  const elsewhere = gone.replace(/-\w{8}/, "-0badcafe");
  const names = [
    `parsight-${gone}.spool`,
    `parsight-${mark}.spool`,
    `parsight-${elsewhere}.spool`,
    "parsight-1-x.spool",
  ];
  for (const name of names) folder.write(name, "a\n1\n");
  mkdirSync(join(folder.path, `parsight-${gone}.spill`));
  writeFileSync(join(folder.path, `parsight-${gone}.spill`, "0.tmp"), "rows");
  const old = folder.write(`parsight-${elsewhere.replace("9-", "8-")}.spool`, "a\n1\n");
  utimesSync(old, 0, 0);
  await readTable("-", { stdin: Readable.from([Buffer.from("a\n1\n")]) });
  expect(readdirSync(folder.path).sort()).toEqual(names.slice(1).sort());
});
