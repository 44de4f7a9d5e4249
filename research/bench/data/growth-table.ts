/**
 * A table of any number of rows in 12 columns, nine of numbers, two of texts and one of truths, in no order of time:
 * what a row holds is told by its number.
 */
import { DuckDBInstance } from "@duckdb/node-api";

/** Writes a Parquet file. */
export async function writeGrowthTable(path: string, rows: number): Promise<void> {
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
