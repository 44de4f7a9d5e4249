/**
 * Many tables, one after the other in one process, as a program does it that uses the library:
 *
 *     learn-all.js <list.json>
 *
 * The list has pairs of a table and where its model goes.
 */
import { readFileSync } from "node:fs";
import { learn, saveModel } from "../src/index.js";
import { readTable, writeFileAtomic } from "../src/node/index.js";

const files = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as [source: string, model: string][];
for (const [source, model] of files) {
  const { table } = await readTable(source);
  await writeFileAtomic(model, [saveModel(learn(table))]);
}
