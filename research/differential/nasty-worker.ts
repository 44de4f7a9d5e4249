/**
 * Learns and explains nasty tables by the library of one build, in a process of its own:
 *
 *   node nasty-worker.js <folder of the build> <number of tables>
 *
 * Prints one JSON object a table: its rules and explanations, or the error.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { nastyTables } from "../../test/property/nasty-tables.js";

/** The part of the library that is called; every build has it. */
interface Library {
  learn(table: unknown, options: object): unknown;
  explain(model: unknown, table: unknown, options: object): readonly object[];
  listRules(model: unknown): Iterable<object>;
  tableFromColumns(columns: Readonly<Record<string, readonly unknown[]>>): unknown;
}

const SEED = 20_261_119;
const SHAPE = { maxRows: 120, maxColumns: 6, missing: [0, 0, 5, 30] };

const [folder, count] = process.argv.slice(2);
const { learn, explain, listRules, tableFromColumns } = (await import(
  pathToFileURL(join(folder!, "dist", "src", "index.js")).href
)) as Library;

for (const { columns } of fc.sample(nastyTables(SHAPE), { numRuns: Number(count), seed: SEED })) {
  process.stdout.write(
    `${JSON.stringify(answer(Object.fromEntries(columns.map(({ name, values }) => [name, values]))))}\n`,
  );
}

function answer(columns: Readonly<Record<string, readonly unknown[]>>): object {
  try {
    const table = tableFromColumns(columns);
    const model = learn(table, {});
    return {
      rules: [...listRules(model)].map((rule) => JSON.stringify(rule)),
      explanations: explain(model, table, {}).map((row) => JSON.stringify(row)),
    };
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
