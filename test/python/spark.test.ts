/** The tests of the Python package that need Spark: where Java is there, and pyspark can be installed. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sparkPython } from "../tools/python-tools.js";
import { environmentOf, findPython, openEnvironment, PACKAGE, run } from "./environment.js";

const MINUTE = 60_000;
const found = findPython();
const spark = "python" in found ? sparkPython() : null;

describe.skipIf(spark === null)("the Python package on Spark", () => {
  test("passes its own tests", { timeout: 15 * MINUTE }, () => {
    if (!("python" in found) || spark === null) throw new Error("this test is skipped without them");
    const python = openEnvironment(found.python);
    const files = readdirSync(join(PACKAGE, "tests")).filter((name) => /^test_spark\w*\.py$/.test(name));
    const words = ["-m", "pytest", "-p", "no:cacheprovider", ...files.map((name) => join("tests", name))];
    const { code, output } = run(python, words, { ...environmentOf(python), PARSIGHT_SPARK_PYTHON: spark });
    expect(code, output).toBe(0);
    expect(output).toMatch(/\d+ passed/); // pytest would skip them all without a word to us
  });
});
