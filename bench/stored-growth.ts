/**
 * How memory and time of learning out of core grow with the rows: tables of 12 columns in Parquet files, nine of
 * numbers, two of texts and one of truths, in no order of time.
 *
 *   npm run build && node dist/bench/stored-growth.js                 100,000 rows, in memory and out of it
 *   npm run build && node dist/bench/stored-growth.js 1000000 50MB    so many rows with this limit
 *   node dist/bench/stored-growth.js 100000000 99GB 1GB               the largest of docs/scale.md: 25 GB of disk
 *
 * Of several limits each is tried; below one of 99 GB a table of 100 million rows is learnt in memory, which takes some
 * 17 GB. Up to MOST_IN_MEMORY rows are also learnt without a limit. All models must be the same bytes. Files lie in the
 * temporary folder (TMPDIR).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { modelCheck } from "./big-table.js";
import { type ChildTiming, runParsight } from "./command-line.js";

const MOST_IN_MEMORY = 10_000_000;

async function main([asked = "100000", ...given]: readonly string[]): Promise<void> {
  const rows = Number(asked);
  const limits = given.length === 0 ? ["10MB"] : given;
  const scratch = mkdtempSync(join(tmpdir(), "parsight-growth-"));
  try {
    const table = join(scratch, "table.parquet");
    await writeTable(table, rows);
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

async function writeTable(path: string, rows: number): Promise<void> {
  const database = await DuckDBInstance.create(":memory:", { memory_limit: "1GB", preserve_insertion_order: "false" });
  const connection = await database.connect();
  await connection.run(`COPY (SELECT ${COLUMNS.join(", ")} FROM range(${rows}) t(i)) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  database.closeSync();
}

const COLUMNS = [
  `${normal(1)} AS a`,
  `round(${normal(2)} * 10 + 50, 2) AS b`,
  `${normal(1)} * 2 + ${normal(3)} * 0.3 AS c`,
  `floor(${even(4)} * 100)::INTEGER AS d`,
  `exp(${normal(5)}) AS e`,
  `round(${normal(2)} * 5 + ${normal(6)}, 1) AS f`,
  `CASE WHEN ${even(7)} < 0.02 THEN NULL ELSE ${normal(7)} END AS g`,
  `${even(8)} * 1000 AS h`,
  `${even(8)} * 500 + ${normal(9)} AS k`,
  `(['red', 'green', 'blue', 'white', 'black'])[1 + floor(${even(10)} * ${even(11)} * 5)::INTEGER] AS colour`,
  `'site-' || floor(${even(12)} * 200)::INTEGER AS site`,
  `${normal(1)} > 0.5 AS is_high`,
];

/** SQL of a number by lot, told by the row: in [0, 1), or of a normal distribution. */
function even(salt: number): string {
  return `((hash(i * 31 + ${salt}) >> 11)::DOUBLE / 9007199254740992.0)`;
}

function normal(salt: number): string {
  return `(sqrt(-2 * ln(greatest(${even(salt)}, 1e-18))) * cos(6.283185307179586 * ${even(salt + 1000)}))`;
}

await main(process.argv.slice(2));
