// Does the built program work under the Node that runs this? Learns, explains, reports and uses the library, as a user
// would:
//   node scripts/smoke.js
// Quick, and without the packages that tests need; so it can run under any Node and on any system.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createExplainer, learn, loadModel, tableFromRows } from "parsight";
import { learnInWorker, readTable } from "parsight/node";

const root = fileURLToPath(new URL("..", import.meta.url));
const tank = join(root, "examples", "water-tank", "data");
const normal = join(tank, "normal.csv");
const anomalies = join(tank, "anomalies.csv");
const folder = mkdtempSync(join(tmpdir(), "parsight-smoke-"));
const at = (name) => join(folder, name);

function parsight(...words) {
  const output = execFileSync(process.execPath, [join(root, "bin", "parsight.js"), ...words, "--quiet"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  console.log(`parsight ${words[0]}: done`);
  return output;
}

try {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.equal(
    execFileSync(process.execPath, [join(root, "bin", "parsight.js"), "--version"], { encoding: "utf8" }).trim(),
    version,
  );
  parsight("learn", normal, "-o", at("model.json"));
  const lines = parsight("explain", at("model.json"), anomalies, "--format", "ndjson")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, 300);
  assert.ok(lines.every(({ features }) => Math.abs(features.reduce((sum, { blame }) => sum + blame, 0) - 1) < 1e-9));
  // By DuckDB.
  const few = parsight("explain", at("model.json"), anomalies, "--where", "Level > 12", "--format", "ndjson");
  assert.ok(few.trim().split("\n").length < 300);
  parsight("report", at("model.json"), anomalies, "-o", at("report.html"));
  assert.match(readFileSync(at("report.html"), "utf8"), /<script/);

  const model = loadModel(readFileSync(at("model.json"), "utf8"));
  const { table } = await readTable(anomalies);
  const explained = createExplainer(model)(table);
  assert.deepEqual(
    explained.map(({ text }) => text),
    lines.map(({ text }) => text),
  );
  const rows = Array.from({ length: 500 }, (_, row) => ({ Level: row % 20, Pump: row % 20 < 10 ? "ON" : "OFF" }));
  const { model: byThreads } = await learnInWorker(tableFromRows(rows), {}, { threads: 2 });
  assert.deepEqual(byThreads.features, learn(rows).features);
  console.log("the library: done");
  console.log(`All of it works under Node ${process.versions.node} on ${process.platform} ${process.arch}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
