/**
 * How much memory reading takes, on a CSV of about 300 MB, in a process of its own. Slow, so only when asked for:
 *   PARSIGHT_SLOW=1 npx vitest run test/node/memory.test.ts
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildChild } from "./support-child.js";

const CHILD = `
  import { readBatches, readTable } from "./read-table.js";
  const [, , path, mode] = process.argv;
  const started = performance.now();
  let rows = 0;
  let bytesPerCell = null;
  if (mode === "batches") {
    for await (const batch of readBatches(path)) rows += batch.rows.length;
  } else {
    const { table } = await readTable(path);
    rows = table.rowCount;
    const kept = table.columns.filter((column) => column.type !== "other");
    bytesPerCell = kept.reduce((sum, column) => sum + (column.values ?? column.codes).byteLength, 0) / (rows * kept.length);
  }
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ mode, rows, peakMb, bytesPerCell, seconds: (performance.now() - started) / 1000 }));
`;

const ROWS = 3_200_000;

describe.runIf(process.env.PARSIGHT_SLOW)("memory", () => {
  let folder = "";
  let path = "";
  let child = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "parsight-test-"));
    path = join(folder, "large.csv");
    writeLarge(path);
    child = await buildChild(folder, "read-table", CHILD);
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function run(mode: "batches" | "table"): { rows: number; peakMb: number; bytesPerCell: number | null } {
    const answer = execFileSync(process.execPath, [child, path, mode], { encoding: "utf8" });
    process.stderr.write(`${Math.round(statSync(path).size / 1e6)} MB of CSV: ${answer}`);
    return JSON.parse(answer);
  }

  test("batches take a bounded amount, whatever the size of the file", { timeout: 600_000 }, () => {
    const { rows, peakMb } = run("batches");
    expect(rows).toBe(ROWS);
    expect(peakMb).toBeLessThan(450);
  });

  test("a table keeps 8 bytes per number and 4 per text", { timeout: 600_000 }, () => {
    const { rows, peakMb, bytesPerCell } = run("table");
    expect(rows).toBe(ROWS);
    expect(bytesPerCell).toBeCloseTo((8 * 8 + 2 * 4) / 10, 6);
    expect(peakMb).toBeLessThan(900);
  });
});

/** A time, seven numbers, two texts of few values, one that always differs. */
function writeLarge(path: string): void {
  const file = openSync(path, "w");
  let text = "t,a,b,c,d,e,f,g,state,mode,id\n";
  for (let row = 0; row < ROWS; row++) {
    const x = (row * 7919) % 100_003;
    const time = `2024-01-01T00:00:${String(row % 60).padStart(2, "0")}`;
    const numbers = `${x / 1000},${(x % 977) / 100},${row},${x / 100},${x % 20 === 0 ? "" : x / 7},${x % 3},${x % 7}`;
    text += `${time},${numbers},${["ON", "OFF", "STANDBY"][x % 3]},${x % 2 === 0 ? "auto" : "manual operation mode"},item-${row}\n`;
    if (text.length < 1_000_000) continue;
    writeSync(file, text);
    text = "";
  }
  writeSync(file, text);
  closeSync(file);
}
