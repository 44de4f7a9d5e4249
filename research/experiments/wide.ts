/**
 * Measures a wide table, made up: time and memory of learning, size of the model, time of a row, and how often the
 * first suspect is the wrong reading.
 *
 *   npm run research -- wide 2000   so many columns, 1,000 rows
 */
import { performance } from "node:perf_hooks";
import { createExplainer, type Explanation, loadModel } from "../../src/index.js";
import { learnInWorker } from "../../src/node/index.js";
import { makeWideRows, type WrongReading } from "../data/wide-rows.js";

const columns = Number(process.argv[2] ?? 500);
const { normal, fresh, wrong, truth } = makeWideRows({ columns, rows: 1000, others: 400, seed: 1 });
const share = (count: number, all: number): string => (count / Math.max(1, all)).toFixed(2);
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function rightFirst(explained: readonly Explanation[], kind: WrongReading["kind"]): string {
  const rows = explained.filter(({ row }) => truth[row]!.kind === kind);
  const right = rows.filter(({ row, features }) => features[0]!.feature === truth[row]!.feature);
  return share(right.length, rows.length);
}

async function measure(): Promise<void> {
  const before = process.resourceUsage();
  const start = performance.now();
  const { model: learnt, file } = await learnInWorker(normal, { order: "none" }, { packing: "plain" });
  const { userCPUTime, maxRSS } = process.resourceUsage();
  const cpu = ((userCPUTime - before.userCPUTime) / 1e6).toFixed(1);
  say(
    `${columns} columns, ${normal.rowCount} rows: learnt in ${seconds(start)} s (${cpu} s of processors), ${Math.round(maxRSS / 1024)} MB at most`,
  );
  for (const { code, message } of learnt.warnings) say(`  ${code}: ${message}`);
  const loading = performance.now();
  const model = loadModel(new TextDecoder().decode(file!));
  say(`model ${(file!.length / 1e6).toFixed(1)} MB, loaded in ${seconds(loading)} s`);
  const preparing = performance.now();
  const explain = createExplainer(model);
  say(`explainer prepared in ${seconds(preparing)} s`);
  const explaining = performance.now();
  const found = explain(wrong);
  say(`a row explained in ${((performance.now() - explaining) / found.length).toFixed(1)} ms`);
  say(
    `first suspect right: ${rightFirst(found, "extreme")} of extreme readings, ${rightFirst(found, "broken")} of broken relations`,
  );
  const strange = (rows: readonly Explanation[]): string =>
    share(rows.filter(({ strength }) => strength! >= 0.95).length, rows.length);
  say(
    `strength of .95 and more: ${strange(found)} of wrong rows, ${strange(explain(fresh))} of normal ones that were not learnt`,
  );
}

await measure();
