/**
 * The tests of the Python package, by pytest in an environment of their own (see environment.ts). With PARSIGHT_DATA a
 * few of the public sets are compared, too; all of them with PARSIGHT_SLOW=1.
 */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { environmentOf, findPython, openEnvironment, run } from "./environment.js";

const MINUTE = 60_000;
const SETS = process.env.PARSIGHT_SLOW === "1" ? "all_sets or not all_sets" : "not all_sets";
const found = findPython();

if ("reason" in found) {
  console.warn(
    `SKIPPED: the tests of the Python package need Python 3.10 with venv; apt-get install python3 python3-venv (${found.reason})`,
  );
  test.skip(`the Python package: there is no Python to test it with (${found.reason})`, () => {});
} else {
  describe("the Python package", () => {
    let python = "";
    const succeeds = (...words: readonly string[]): void => {
      const { code, output } = run(python, ["-m", ...words], environmentOf(python));
      expect(code, output).toBe(0);
    };

    beforeAll(() => {
      python = openEnvironment(found.python);
    }, 10 * MINUTE);

    test("is written as ruff wants it", { timeout: 5 * MINUTE }, () => {
      succeeds("ruff", "check", "--no-cache", ".");
      succeeds("ruff", "format", "--no-cache", "--check", ".");
    });

    test("has types that mypy finds right", { timeout: 5 * MINUTE }, () => {
      succeeds("mypy", "--cache-dir", join(python, "..", "..", "mypy"));
    });

    test("has types that pyright finds right", { timeout: 5 * MINUTE }, () => {
      succeeds("basedpyright", "--level", "error", "--pythonpath", python);
    });

    test("passes its own tests and the examples in its docstrings", { timeout: 12 * MINUTE }, () => {
      const others = ["--ignore-glob=*/test_spark*.py", "--doctest-modules", "src/parsight", "tests"]; // see spark.test.ts
      succeeds("pytest", "-p", "no:cacheprovider", "-m", SETS, ...others);
    });
  });
}
