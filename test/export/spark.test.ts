/** Exported SQL, run by Spark where it can be had, against the library's own verdict, row by row. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { dialectOf, sayable, sqlExport } from "../../src/core/export/index.js";
import { sparkPython } from "../tools/python-tools.js";
import { exportedCase } from "./exported-case.js";
import { brokenByLibrary } from "./library-verdict.js";

const python = sparkPython();

/** Reads cases of columns and a query, prints "id row" of each row that the query returns. */
const SCRIPT = `
import json, sys
from pyspark.sql import SparkSession
from pyspark.sql.types import BooleanType, DoubleType, IntegerType, StringType, StructField, StructType
builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
short = {"spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
         "spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}
for name, value in short.items(): builder = builder.config(name, value)
spark = builder.getOrCreate()
kinds = {"number": DoubleType(), "text": StringType(), "boolean": BooleanType()}
odd = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf"), "-0": -0.0}
def cell(value, kind):
    if value is None: return None
    if isinstance(value, dict): return odd[value["odd"]]
    return float(value) if kind == "number" else value
for case in json.load(sys.stdin):
    columns = case["columns"]
    fields = [StructField("row_number", IntegerType())] + [StructField(c["name"], kinds[c["type"]]) for c in columns]
    rows = [[row] + [cell(c["values"][row], c["type"]) for c in columns] for row in range(len(columns[0]["values"]))]
    spark.createDataFrame(rows, StructType(fields)).createOrReplaceTempView("rows")
    found = spark.sql(case["query"].rstrip().rstrip(";")).select("rule", "row_number").collect()
    print(json.dumps(sorted(r[0] + " " + str(r[1]) for r in found)))
`;

describe.skipIf(python === null)("Spark", () => {
  test("finds the rows that the library finds, for every rule and row", () => {
    const dialect = dialectOf("spark");
    const cases = [0, 3, 4].map((seed) => exportedCase(seed, 25));
    const input = cases.map(({ columns, rules, types }) => {
      expect(sayable(rules, { dialect, types }).unsaid).toEqual([]);
      return {
        query: sqlExport(rules, { table: "rows", form: "query", head: ["a test"] }, { dialect, types }),
        columns: columns.map(({ name, type, values }) => ({ name, type, values: values.map(writeCell) })),
      };
    });
    const run = spawnSync(python!, ["-c", SCRIPT], {
      input: JSON.stringify(input),
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    expect(run.status, run.stderr.slice(-2000)).toBe(0);
    const found = run.stdout.trim().split("\n");
    cases.forEach(({ model, rules, table }, place) => {
      expect(JSON.parse(found[place]!)).toEqual(brokenByLibrary(model, rules, table));
    });
  }, 900_000);
});

function writeCell(value: unknown): unknown {
  if (typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  return { odd: Object.is(value, -0) ? "-0" : String(value) };
}
