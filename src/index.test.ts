/** What the functions of the library do with what they cannot use: every one of them refuses it in words. */
import { describe, expect, test } from "vitest";
import {
  createExplainer,
  explain,
  InputError,
  learn,
  listRules,
  loadModel,
  saveModel,
  tableFromColumns,
  tableFromRows,
} from "./index.js";

const rows = Array.from({ length: 60 }, (_, row) => ({ level: row % 7, pump: row % 2 === 0 ? "ON" : "OFF" }));
const model = learn(rows, { trees: 1, neighbours: 5 });

/** Each argument of each function, the others being good ones. */
const ARGUMENTS: Readonly<Record<string, (given: never) => unknown>> = {
  "table of learn": (given) => learn(given),
  "options of learn": (given) => learn(rows, given),
  "hooks of learn": (given) => learn(rows, { trees: 0 }, given),
  "rows of tableFromRows": (given) => tableFromRows(given),
  "columns of tableFromColumns": (given) => tableFromColumns(given),
  "text of loadModel": (given) => loadModel(given),
  "model of saveModel": (given) => saveModel(given),
  "model of createExplainer": (given) => createExplainer(given),
  "options of createExplainer": (given) => createExplainer(model, given),
  "table of an explainer": (given) => createExplainer(model)(given),
  "model of explain": (given) => explain(given, rows),
  "table of explain": (given) => explain(model, given),
  "options of explain": (given) => explain(model, rows, given),
  "hooks of explain": (given) => explain(model, rows, {}, given),
  "hooks of createExplainer": (given) => createExplainer(model, {}, given),
  "model of listRules": (given) => [...listRules(given)],
  "filter of listRules": (given) => [...listRules(model, given)],
};

const NOTHING_OF_USE: readonly unknown[] = [null, 42, "text", true, Symbol("x"), () => 1, new Map([["level", [1]]])];

describe.each(Object.entries(ARGUMENTS))("the %s", (_, call) => {
  test.each(NOTHING_OF_USE.map((given) => [given]))("cannot be %s", (given) => {
    expect(() => call(given as never)).toThrow(InputError);
  });
});

describe("a table", () => {
  const refusal = (message: string) =>
    expect.objectContaining({
      code: "TABLE_INVALID",
      message: `that is no table: ${message}`,
      hint: "Give an array of objects, or a table from tableFromRows or tableFromColumns; files are read by readTable of parsight/node.",
    });
  const codes = new Int32Array(1);

  test.each([
    ["normal.csv", 'got "normal.csv"'],
    [{ table: 1, warnings: [] }, "got an object with table, warnings"],
    [{ rowCount: -1, columns: [] }, "its rowCount is -1"],
    [{ rowCount: 1.5, columns: [] }, "its rowCount is 1.5"],
    [{ rowCount: 1, columns: {} }, "its columns are an empty object"],
    [{ rowCount: 1, columns: [null] }, "column 0 is null"],
    [{ rowCount: 1, columns: [{ type: "number" }] }, "column 0 is an object with type"],
    [{ rowCount: 1, columns: [{ name: "a" }] }, 'column "a" has the type undefined'],
    [{ rowCount: 1, columns: [{ name: "a", type: "toString" }] }, 'column "a" has the type "toString"'],
    [{ rowCount: 1, columns: [{ name: "a", type: "number", values: [1] }] }, 'column "a" has [1] as its values'],
    [{ rowCount: 1, columns: [{ name: "a", type: "text", codes }] }, 'column "a" has undefined as its dictionary'],
    [{ rowCount: 2, columns: [{ name: "a", type: "boolean", codes }] }, 'column "a" has 1 values for 2 rows'],
  ])("is not %j", (given, message) => {
    expect(() => learn(given as never)).toThrow(refusal(message));
  });

  test("is given by the field that holds it", () => {
    const table = tableFromRows(rows);
    for (const use of [learn, createExplainer(model), (each: never) => explain(model, each)]) {
      expect(() => use({ table, inputRows: 60, warnings: [] } as never)).toThrow(
        expect.objectContaining({
          code: "TABLE_INVALID",
          message: "that is no table: got an object with table, inputRows, warnings",
          hint: "Give its field table.",
        }),
      );
      expect(() => use(Promise.resolve({ table }) as never)).toThrow(
        expect.objectContaining({
          message: "that is no table: got a Promise",
          hint: "Await it first; what readTable gives then has the table in its field table.",
        }),
      );
    }
  });

  test("of rows needs rows, and none may be left out", () => {
    expect(() => tableFromRows({} as never)).toThrow(refusal("rows must be an array of objects, got an empty object"));
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
    expect(() => tableFromRows([{ a: 1 }, , { a: 2 }] as never)).toThrow("row 1 is undefined, not an object");
  });

  test("of columns needs lists with names", () => {
    const cases: [unknown, string][] = [
      ["abc", 'columns must be lists by their names, got "abc"'],
      [new Map([["a", [1]]]), "columns must be lists by their names, got a Map"],
      [{ a: null }, 'the values of column "a" are no list: null'],
      [{ a: "abc" }, 'the values of column "a" are no list: "abc"'],
      [{ a: { length: -1 } }, "its rowCount is -1"],
      [[1], "column 0 has no name, it is 1"],
      [[{ name: 1 }], "column 0 has no name, it is an object with name"],
      [[{ name: "a" }], 'the values of column "a" are no list: undefined'],
    ];
    for (const [given, message] of cases) expect(() => tableFromColumns(given as never)).toThrow(refusal(message));
    expect(() => tableFromColumns([], -5)).toThrow(refusal("its rowCount is -5"));
  });
});

describe("a model", () => {
  const parsed = JSON.parse(saveModel(model)) as object;

  test.each([
    [null, "null", "The model is the first argument."],
    [undefined, "undefined", "The model is the first argument."],
    [rows.slice(0, 1), "[an object]", "The model is the first argument."],
    ["tank.json", '"tank.json"', "If this is the text of a model file, give it to loadModel first."],
    [{ model }, "an object with model", "Give its field model."],
    [Promise.resolve(model), "a Promise", "Await it first."],
    [
      parsed,
      "an object with format, version, checksum, rowCount, …",
      "This is the JSON of a model file: give the file's text to loadModel.",
    ],
  ])("is not %o", (given, shown, hint) => {
    const message = `the model must be what learn or loadModel returns, got ${shown}`;
    for (const use of [createExplainer, saveModel, listRules, (each: never) => explain(each, rows)]) {
      expect(() => use(given as never)).toThrow(expect.objectContaining({ code: "MODEL_TYPE", message, hint }));
    }
  });

  test("is loaded from text alone", () => {
    for (const [given, shown] of [
      [null, "null"],
      [new TextEncoder().encode(saveModel(model)), "a Uint8Array"],
      [model, "an object with rowCount, features, excluded, order, …"],
    ]) {
      expect(() => loadModel(given as never)).toThrow(
        expect.objectContaining({
          code: "MODEL_TYPE",
          message: `loadModel takes the text of a model file, got ${String(shown)}`,
          hint: 'Read the file as text, for instance by readFileSync(path, "utf8"); a packed one (.gz) has to be unpacked first.',
        }),
      );
    }
  });
});

describe("an option or hook", () => {
  test("that belongs elsewhere is refused with the place where it belongs", () => {
    const unknown = (name: string, hint: string) =>
      expect.objectContaining({ code: "OPTION_UNKNOWN", message: `there is no option "${name}"`, hint });
    expect(() => learn(rows, { threads: 2 } as never)).toThrow(
      unknown(
        "threads",
        "learn works on the thread that calls it. For more, call learnInWorker(table, options, {threads: 2}) of parsight/node, or use the command line: --threads 2.",
      ),
    );
    expect(() => learn(rows, { onProgress: () => {} } as never)).toThrow(
      unknown("onProgress", "It is a hook, the third argument: learn(table, options, {onProgress})."),
    );
    expect(() => learn(rows, { shouldStop: () => true } as never)).toThrow(
      unknown("shouldStop", "It is a hook, the third argument: learn(table, options, {shouldStop})."),
    );
  });

  test("that is a hook is a function of a known name", () => {
    expect(() => learn(rows, {}, null as never)).toThrow(
      expect.objectContaining({
        code: "OPTION_TYPE",
        message: "hooks must be an object, got null",
        hint: "Hooks are: onProgress, shouldStop, pool, store.",
      }),
    );
    expect(() => learn(rows, {}, { onprogress: () => {} } as never)).toThrow(
      expect.objectContaining({
        code: "OPTION_UNKNOWN",
        message: 'there is no hook "onprogress"',
        hint: 'Closest: "onProgress". Hooks are: onProgress, shouldStop, pool, store.',
      }),
    );
    expect(() => learn(rows, {}, { shouldStop: true } as never)).toThrow(
      expect.objectContaining({
        code: "OPTION_TYPE",
        message: "shouldStop must be a function, got true",
        hint: "It is: asked now and then; true ends learning.",
      }),
    );
    expect(() => learn(rows, {}, { pool: null } as never)).toThrow("pool must be an object, got null");
  });
});
