/** The package by its public names, as a program that has installed it sees them. It runs what the last build made. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createFolder } from "./support.js";

const folder = createFolder();
mkdirSync(join(folder.path, "node_modules"));
symlinkSync(fileURLToPath(new URL("../../", import.meta.url)), join(folder.path, "node_modules", "parsight"));

/** What a program prints in whose folder the package is installed. */
function outputOf(program: string, ...words: readonly string[]): unknown {
  const path = folder.write("program.mjs", program);
  return JSON.parse(execFileSync(process.execPath, [path, ...words], { encoding: "utf8" }));
}

test("parsight/node reads tables and writes files", () => {
  const path = folder.write("rows.csv", "Level,Pump\n1.5,ON\n2,OFF\n");
  const program = `
    import { readBatches, readTable, writeFileAtomic } from "parsight/node";
    const [path, copy] = process.argv.slice(2);
    await writeFileAtomic(copy, ["Level,Pump\\n", "1.5,ON\\n"]);
    const { table } = await readTable([path, copy]);
    let batchRows = 0;
    for await (const batch of readBatches(path)) batchRows += batch.rows.length;
    console.log(JSON.stringify([table.columns.map(({ name, type }) => name + ":" + type), table.rowCount, batchRows]));`;
  expect(outputOf(program, path, join(folder.path, "copy.csv"))).toEqual([["Level:number", "Pump:text"], 3, 2]);
});

test("parsight/node learns in worker threads", () => {
  const program = `
    import { tableFromColumns } from "parsight";
    import { learnInWorker } from "parsight/node";
    const level = Array.from({ length: 60 }, (_, row) => row % 20);
    const table = tableFromColumns({ level, pump: level.map((value) => (value < 10 ? "ON" : "OFF")) });
    const refused = await learnInWorker(table, {}, { threads: 1.5 }).catch(({ code, message }) => [code, message]);
    const { model } = await learnInWorker(table, { trees: 1 }, { threads: 2 });
    console.log(JSON.stringify([model.rowCount, model.features.length, refused]));`;
  const refusal = ["OPTION_RANGE", "threads must be a whole number from 1, got 1.5"];
  expect(outputOf(program)).toEqual([60, 2, refusal]);
});

test("parsight has functions and written forms", () => {
  expect(outputOf(`console.log(JSON.stringify(Object.keys(await import("parsight")).sort()))`)).toEqual(
    [
      "InputError",
      "LEARN_PHASES",
      "StoppedError",
      "SUMMARY_FORMATS",
      "activeReview",
      "parseReview",
      "createDriftWatcher",
      "findDrift",
      "createExplainer",
      "createIncidentExplainer",
      "createRowHistory",
      "explainIncidents",
      "createCsvIncidents",
      "csvIncidents",
      "jsonIncidents",
      "markdownIncidents",
      "ndjsonIncidents",
      "createSummary",
      "createCsvFormat",
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
