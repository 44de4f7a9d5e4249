import { expect, test } from "vitest";
import { InputError } from "../../core/base/index.js";
import { loadDuckdb } from "./load-duckdb.js";

const HINT =
  "Install it where parsight is installed: npm install @duckdb/node-api. Without it one plain CSV file of up to 64 MB can be read.";

function failure(code: string, message: string): () => Promise<never> {
  return () => Promise.reject(Object.assign(new Error(message), { code }));
}

test("what needs DuckDB says so where it was left out, and how to install it", async () => {
  for (const code of ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]) {
    await expect(loadDuckdb("reading rows.parquet", failure(code, "Cannot find package"))).rejects.toEqual(
      new InputError("DUCKDB_MISSING", "reading rows.parquet needs DuckDB, which is not installed", HINT),
    );
  }
});

test("a library that the system cannot load is called so, with the system's words", async () => {
  const words = "libduckdb.so: cannot open shared object file\nmore";
  await expect(loadDuckdb("writing x.parquet", failure("ERR_DLOPEN_FAILED", words))).rejects.toEqual(
    new InputError(
      "DUCKDB_MISSING",
      "writing x.parquet needs DuckDB, which cannot be loaded here: libduckdb.so: cannot open shared object file",
      HINT,
    ),
  );
});

test("anything else is no mistake of the caller's", async () => {
  await expect(loadDuckdb("reading x", failure("EMFILE", "too many open files"))).rejects.toThrow(
    "too many open files",
  );
});
