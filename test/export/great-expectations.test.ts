/** An exported suite, loaded and run by a real Great Expectations, against the library's own verdict, row by row. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { expectationSuite, sayableAsExpectation } from "../../src/core/export/index.js";
import { pythonTool } from "../tools/python-tools.js";
import { type ExportedCase, exportedCase } from "./exported-case.js";
import { brokenByLibrary } from "./library-verdict.js";

const bin = pythonTool("gx");

/** Reads cases of a suite and columns, prints "id row" of each value that a suite did not expect. */
const SCRIPT = `
import json, os, sys
os.environ["GX_ANALYTICS_ENABLED"] = "False"
import great_expectations as gx
import pandas as pd
context = gx.get_context(mode="ephemeral")
batches = context.data_sources.add_pandas("rows").add_dataframe_asset("rows").add_batch_definition_whole_dataframe("rows")
odd = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
for case in json.load(sys.stdin):
    data = {}
    for column in case["columns"]:
        if column["type"] == "number":
            values = [float("nan") if v is None else odd[v["odd"]] if isinstance(v, dict) else v for v in column["values"]]
            data[column["name"]] = pd.Series(values, dtype="float64")
        else:
            data[column["name"]] = pd.Series(column["values"], dtype="object")
    frame = pd.DataFrame(data)
    frame["row_number"] = range(len(frame))
    suite = gx.ExpectationSuite(**case["suite"])
    batch = batches.get_batch(batch_parameters={"dataframe": frame})
    result = batch.validate(suite, result_format={"result_format": "COMPLETE", "unexpected_index_column_names": ["row_number"]})
    found = []
    for one in result.results:
        assert one.exception_info.get("raised_exception") is False, one
        for place in one.result.get("unexpected_index_list") or []:
            found.append(one.expectation_config.meta["rule"] + " " + str(place["row_number"]))
    print(json.dumps(sorted(set(found))))
`;

function asInput({ columns, rules, types }: ExportedCase): object {
  const values = (list: readonly unknown[]): unknown[] =>
    list.map((value) => (typeof value === "number" && !Number.isFinite(value) ? { odd: String(value) } : value));
  return {
    suite: JSON.parse(expectationSuite(rules, { name: "parsight", head: ["a test"] }, types)),
    columns: columns.map((column) => ({ ...column, values: values(column.values) })),
  };
}

describe.skipIf(bin === null)("Great Expectations", () => {
  test("loads the suite and finds the rows that the library finds", () => {
    const cases = [3, 5].map((seed) => {
      const given = exportedCase(seed, 14);
      const { said, unsaid } = sayableAsExpectation(given.rules, given.types);
      expect(unsaid).toEqual([]);
      return { ...given, rules: said };
    });
    const run = spawnSync(`${bin}/python`, ["-c", SCRIPT], {
      input: JSON.stringify(cases.map(asInput)),
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    expect(run.status, run.stderr.slice(-2000)).toBe(0);
    const found = run.stdout.trim().split("\n");
    cases.forEach(({ model, rules, table }, place) => {
      const expected = brokenByLibrary(model, rules, table);
      expect(JSON.parse(found[place]!)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(10);
    });
  });
});
