import { describe, expect, test } from "vitest";
import { InputError } from "../../core/base/index.js";
import { LongNumber, parseRecord, RecordSplitter } from "./json-records.js";

/** Records with their lines, from a text in pieces of a few characters. */
function recordsOf(text: string, step: number): unknown[] {
  const records: unknown[] = [];
  const splitter = new RecordSplitter("t.json", (record) =>
    records.push([record.line, Object.fromEntries(parseRecord("t.json", record))]),
  );
  for (let at = 0; at < text.length; at += step) splitter.push(text.slice(at, at + step));
  splitter.end();
  return records;
}

function messageOf(text: string): string {
  try {
    recordsOf(text, text.length > 10_000 ? 1_000_000 : 7);
  } catch (error) {
    if (error instanceof InputError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
}

describe("records are found wherever pieces end", () => {
  const TEXT = '[\n {"a": "}] \\" ,{", "b": [1, {"c": 2}]},\n{"a": "\\\\"}\n , {} ]\n';
  test.each([1, 2, 3, 5, 100])("pieces of %i characters", (step) => {
    expect(recordsOf(TEXT, step)).toEqual([
      [2, { a: '} ] " ,{'.replace("} ]", "}]"), b: [1, { c: 2 }] }],
      [3, { a: "\\" }],
      [4, {}],
    ]);
    expect(recordsOf('{"a":1}\n\n{"a":2}{"a":3}', step)).toEqual([
      [1, { a: 1 }],
      [3, { a: 2 }],
      [3, { a: 3 }],
    ]);
  });
});

test.each([
  [
    '[{"a": 1} {"a": 2}]',
    "JSON_MALFORMED: t.json line 1 is not valid JSON: a comma or the end is expected before this record",
  ],
  ['[{"a": 1},]', 'JSON_MALFORMED: t.json line 1 is not valid JSON: "]" is not expected between records'],
  [
    '[{"a": 1}]\n{"a": 2}',
    "JSON_MALFORMED: t.json line 2 is not valid JSON: a comma or the end is expected before this record",
  ],
  ['{"a": 1}\n}', 'JSON_MALFORMED: t.json line 2 is not valid JSON: "}" is not expected between records'],
  ['{"a": 1},\n{"a": 2}', 'JSON_MALFORMED: t.json line 1 is not valid JSON: "," is not expected between records'],
  ['{"a": 1}\n"b"', "JSON_NOT_RECORDS: t.json holds values that are not records"],
  ['[{"a": 1}', "FILE_CUT_OFF: t.json is JSON that ends too early: its last character should be ]"],
  ['{"a": "', "FILE_CUT_OFF: t.json is JSON that ends too early: its last character should be }"],
  ['{"a": 1, "a": 2}', 'COLUMN_DUPLICATE: t.json line 1 has a record with a key that comes twice: {"a": 1, "a": 2}'],
  [`{"a": ${"[".repeat(1001)}`, "JSON_DEPTH: t.json line 1 is nested deeper than 1000 levels"],
  [`{"a": "${"x".repeat(2 ** 24 + 10)}`, "JSON_SIZE: t.json has a record of more than 16 MB, too long to be read"],
])("%.40s is refused", (text, message) => {
  expect(messageOf(text)).toBe(message);
});

test("numbers of very many digits keep them all", () => {
  const record = parseRecord("t.json", {
    text: '{"a": 12345678901234567890, "b": "12345678901234567890"}',
    line: 1,
    keys: 2,
  });
  expect(record.get("a")).toEqual(new LongNumber("12345678901234567890"));
  expect(record.get("b")).toBe("12345678901234567890");
});
