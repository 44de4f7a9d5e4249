/** The corpus fails when it should: a changed value, a change that has come, a mistake in the YAML. */
import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { checkEntry, type Entry, findMistakes, findShortfalls, recordedOutcome, setOutcome } from "./corpus.js";
import type { Outcome } from "./read-files.js";

const TABLE = {
  rows: 2,
  columns: [
    { name: "id", type: "number", values: [7, 12] },
    { name: "k", type: "text", values: ["a", null] },
  ],
  notes: [{ code: "ZEROS_LOST", message: '"007" was read as 7', hint: "Name the column (categorical)." }],
} satisfies Outcome;
const ERROR: Outcome = {
  error: { code: "CSV_FIRST_LINE", message: "f.csv line 1 is a title", hint: "Skip it: skipLines: 1." },
};
const KEPT: Entry = { topic: "numbers", name: "zeros", file: "f.csv", mark: "keep", reads: recordedOutcome(TABLE) };
const CHANGE: Entry = {
  ...KEPT,
  mark: "change",
  why: "Identifiers keep their digits",
  must: { columns: [{ name: "id", type: "text", values: ["007", "012"] }] },
};

function withIds(type: string, ...values: readonly (string | number)[]): Outcome {
  return { ...TABLE, columns: [{ name: "id", type, values }, TABLE.columns[1]!] };
}

function failureOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing failed");
}

describe("an entry to keep", () => {
  test("passes if it is read as recorded", () => {
    checkEntry(KEPT, TABLE);
  });

  test.each<readonly [string, Outcome]>([
    ["a value", withIds("number", 7, 13)],
    ["a type", withIds("text", "7", "12")],
    ["the number of rows", { ...TABLE, rows: 3 }],
    ["a note", { ...TABLE, notes: [] }],
    ["an error in place of the table", ERROR],
    ["a crash in place of the table", { crash: "TypeError: x is not a function" }],
  ])("fails if what changed is %s, and names the command that records it", (_, outcome) => {
    expect(failureOf(() => checkEntry(KEPT, outcome))).toContain(
      '"zeros" is not read as recorded. If this is right:\n  CORPUS_RECORD="numbers: zeros" npx vitest run --project input test/corpus',
    );
  });
});

test("an entry to keep that differs in the words of a message says so", () => {
  const notes = [{ ...TABLE.notes[0]!, message: '"007" has become 7' }];
  expect(failureOf(() => checkEntry(KEPT, { ...TABLE, notes }))).toContain(
    "not read as recorded: the wording differs. If",
  );
});

describe("an entry to change", () => {
  test("passes while it is read as recorded", () => {
    checkEntry(CHANGE, TABLE);
  });

  test("fails once it reads as it must, with the instruction to record it", () => {
    expect(failureOf(() => checkEntry(CHANGE, withIds("text", "007", "012")))).toBe(
      '"zeros" reads as it must now: record it as "keep" with\n  CORPUS_RECORD="numbers: zeros" npx vitest run --project input test/corpus',
    );
  });

  test("fails if it reads in a third way, with what is missing", () => {
    expect(failureOf(() => checkEntry(CHANGE, withIds("text", "7", "12")))).toContain(
      'what must come instead: column "id" with ["007","012"], got ["7","12"]',
    );
  });
});

describe("what must come", () => {
  test.each([
    [{ columns: [{ name: "id", type: "number", values: [7] }] }, []], // first values
    [{ columns: [{ name: "id", type: "text" }] }, ['column "id" of type text']],
    [{ columns: [{ name: "x" }], rows: 3 }, ["3 rows", 'a column "x"']],
    [{ without: ["k"] }, ['no column "k"']],
    [{ error: {} }, ["an error, not a table"]],
    [{ says: ["007", "--categorical"] }, []], // as the library names the option
    [{ says: ["--decimal"] }, ['a message or hint with "--decimal"']],
  ])("of a table: %j", (must, shortfalls) => {
    expect(findShortfalls(must, TABLE)).toEqual(shortfalls);
  });

  test.each([
    [{ error: {}, says: ["line 1", "--skip-lines 1"] }, []],
    [{ error: { code: "CSV_QUOTE" } }, ["the error CSV_QUOTE"]],
    [{ rows: 2 }, ["a table, not an error"]],
    [{ says: ["--skip-lines 2"] }, ['a message or hint with "--skip-lines 2"']],
  ])("of an error: %j", (must, shortfalls) => {
    expect(findShortfalls(must, ERROR)).toEqual(shortfalls);
  });

  test("is never a crash", () => {
    expect(findShortfalls({}, { crash: "TypeError" })).toEqual(["no crash"]);
  });
});

describe("recording", () => {
  const yaml = [
    "# A comment stays.",
    "- name: other",
    "  mark: keep",
    "  reads: { rows: 1 }",
    "- name: zeros",
    "  file: f.csv",
    "  mark: change",
    "  why: Identifiers keep their digits",
    "  must: { columns: [ { name: id, type: text } ] }",
    "  reads: { rows: 1 }",
    "",
  ].join("\n");

  test("replaces what one entry reads, and nothing else", () => {
    const document = parseDocument(yaml);
    setOutcome(document, CHANGE, ERROR);
    expect(document.toString()).toBe(
      yaml.replace(
        /reads: \{ rows: 1 \}\n$/,
        'reads:\n    error:\n      code: CSV_FIRST_LINE\n      message: f.csv line 1 is a title\n      hint: "Skip it: skipLines: 1."\n',
      ),
    );
  });

  test("an entry that reads as it must becomes one to keep", () => {
    const document = parseDocument(yaml);
    setOutcome(document, CHANGE, withIds("text", "007", "012"));
    expect((document.toJS() as unknown[])[1]).toEqual({
      name: "zeros",
      file: "f.csv",
      mark: "keep",
      reads: recordedOutcome(withIds("text", "007", "012")),
    });
  });
});

describe("a long column", () => {
  test("is recorded by its first values and the number of missing ones", () => {
    const values = Array.from({ length: 40 }, (_, row) => (row === 30 ? null : row));
    expect(recordedOutcome({ rows: 40, columns: [{ name: "x", type: "number", values }], notes: [] })).toEqual({
      rows: 40,
      columns: [{ name: "x", type: "number", values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], missing: 1 }],
    });
  });
});

test("mistakes in the YAML are named", () => {
  const entries = [KEPT, { ...CHANGE, why: undefined }, { ...KEPT, name: "crash", reads: { crash: "TypeError" } }];
  expect(
    findMistakes([...entries, { ...KEPT, name: "typo", option: {} } as Entry] as Entry[], "no such folder"),
  ).toEqual([
    'two entries are called "zeros"',
    '"zeros" needs why and must if it is to change',
    '"crash" is a crash, which cannot be kept',
    '"typo" has unknown keys: option',
  ]);
});
