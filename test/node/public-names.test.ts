/** The package by its public names, as a program that has installed it sees them. It runs what the last build made. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createFolder } from "./support.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const folder = createFolder();

/** What a module prints that stands in the package's own folder, where the package can be named. */
function outputOf(program: string, ...words: readonly string[]): unknown {
  const options = ["--input-type=module", "--eval", program, "--", ...words];
  return JSON.parse(execFileSync(process.execPath, options, { cwd: ROOT, encoding: "utf8" }));
}

test("parsight/node reads tables and writes files", () => {
  const path = folder.write("rows.csv", "Level,Pump\n1.5,ON\n2,OFF\n");
  const program = `
    import { readBatches, readTable, writeFileAtomic } from "parsight/node";
    const [path, copy] = process.argv.slice(1);
    await writeFileAtomic(copy, ["Level,Pump\\n", "1.5,ON\\n"]);
    const { table } = await readTable([path, copy]);
    let batchRows = 0;
    for await (const batch of readBatches(path)) batchRows += batch.rows.length;
    console.log(JSON.stringify([table.columns.map(({ name, type }) => name + ":" + type), table.rowCount, batchRows]));`;
  expect(outputOf(program, path, join(folder.path, "copy.csv"))).toEqual([["Level:number", "Pump:text"], 3, 2]);
});

test("parsight has functions and written forms", () => {
  expect(outputOf(`console.log(JSON.stringify(Object.keys(await import("parsight")).sort()))`)).toEqual(
    [
      "InputError",
      "LEARN_PHASES",
      "StoppedError",
      "SUMMARY_FORMATS",
      "createExplainer",
      "createSummary",
      "csvFormat",
      "explain",
      "htmlFormat",
      "jsonFormat",
      "learn",
      "listRules",
      "loadModel",
      "markdownFormat",
      "ndjsonFormat",
      "saveModel",
      "tableFromColumns",
      "tableFromRows",
    ].sort(),
  );
});
