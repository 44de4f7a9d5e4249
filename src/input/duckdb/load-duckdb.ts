/**
 * DuckDB's library, loaded when it is first needed. It is an optional dependency: whoever left it out hears how to
 * install it.
 */
import { statSync } from "node:fs";
import { InputError } from "../../core/base/index.js";

type Duckdb = typeof import("@duckdb/node-api");

/** Loads it, or says that `purpose` ("reading rows.parquet") needs it. `load` is for tests. */
export async function loadDuckdb(purpose: string, load: () => Promise<Duckdb> = importDuckdb): Promise<Duckdb> {
  try {
    return await load();
  } catch (error) {
    throw missingError(purpose, error);
  }
}

/**
 * Node takes a link to a package for the package itself, and then misses what lies beside it, when the last file asked
 * about was a pipe (a stale result in its own realpathSync). Some installers link packages, and our streams are often
 * pipes; so something else is asked about first.
 */
function importDuckdb(): Promise<Duckdb> {
  statSync(".", { throwIfNoEntry: false });
  return import("@duckdb/node-api");
}

/**
 * The package, or the part of it for this machine, is not there, or the system cannot load it. Anything else is a bug.
 */
function missingError(purpose: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ERR_DLOPEN_FAILED")
    return duckdbError(purpose, `which cannot be loaded here: ${message.split("\n")[0]}`);
  const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return isMissing ? duckdbError(purpose, "which is not installed") : error;
}

function duckdbError(purpose: string, state: string): InputError {
  return new InputError(
    "DUCKDB_MISSING",
    `${purpose} needs DuckDB, ${state}`,
    "Install it where parsight is installed: npm install @duckdb/node-api. Without it one plain CSV file of up to 64 MB can be read.",
  );
}
