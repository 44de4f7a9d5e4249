/**
 * How memory and time of learning out of core grow with the rows: tables of 12 columns in Parquet files, nine of
 * numbers, two of texts and one of truths, in no order of time.
 *
 *   npm run research -- stored-growth                      100,000 rows, in memory and out of it
 *   npm run research -- stored-growth 1000000 50MB         so many rows with this limit
 *   npm run research -- stored-growth 100000000 99GB 1GB   the largest of docs/scale.md: 25 GB of disk
 *
 * Of several limits each is tried; below one of 99 GB a table of 100 million rows is learnt in memory, which takes some
 * 17 GB. Up to MOST_IN_MEMORY rows are also learnt without a limit. All models must be the same bytes. Files lie in the
 * temporary folder (TMPDIR).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelCheck } from "./big-table.js";
import { type ChildTiming, runParsight } from "./command-line.js";
import { writeGrowthTable } from "./data/growth-table.js";

const MOST_IN_MEMORY = 10_000_000;

async function main([asked = "100000", ...given]: readonly string[]): Promise<void> {
  const rows = Number(asked);
  const limits = given.length === 0 ? ["10MB"] : given;
  const scratch = mkdtempSync(join(tmpdir(), "parsight-growth-"));
  try {
    const table = join(scratch, "table.parquet");
    await writeGrowthTable(table, rows);
    const model = join(scratch, "model.json");
    const check = modelCheck(rows);
    const learn = async (...more: readonly string[]): Promise<ChildTiming> => {
      const timing = await runParsight(["learn", table, "--quiet", "-o", model, ...more], scratch);
      check(model);
      return timing;
    };
    if (rows <= MOST_IN_MEMORY) say(rows, "in memory", await learn());
    for (const limit of limits) say(rows, `--memory ${limit}`, await learn("--memory", limit));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function say(rows: number, how: string, { wallMs, cpuMs, peakBytes }: ChildTiming): void {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;
  console.log(
    `${rows.toLocaleString("en-US")} × 12, ${how}: peak ${(peakBytes / 1e9).toFixed(2)} GB, ${seconds(cpuMs)} of processor, ${seconds(wallMs)} by the clock`,
  );
}

await main(process.argv.slice(2));
