import { describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../../core/base/index.js";
import { cellValue } from "../../core/table/index.js";
import type { Batch, ReadWarning } from "../read-table.js";
import { type FollowOptions, followRows } from "./follow-rows.js";

const TYPES = new Map([
  ["Level", "number"],
  ["Pump", "text"],
] as const);

type Chosen = Partial<Omit<FollowOptions, "onWarning">>;

interface Followed {
  readonly rows: readonly (readonly unknown[])[];
  readonly warnings: readonly ReadWarning[];
  readonly names: readonly string[];
}

/** All rows as [number, ...values], of bytes that come in pieces. */
async function follow(
  pieces: readonly (string | Uint8Array)[],
  chosen: Chosen = {},
  rows: unknown[][] = [],
): Promise<Followed> {
  const warnings: ReadWarning[] = [];
  const names: string[] = [];
  const options: FollowOptions = {
    columns: ["Level", "Pump"],
    types: TYPES,
    stop: new AbortController().signal,
    onOpen: (opened) => names.push(...opened.names.map(({ name }) => name)),
    onWarning: (warning) => warnings.push(warning),
    ...chosen,
  };
  for await (const batch of followRows(bytesOf(pieces), options)) rows.push(...rowsIn(batch));
  return { rows, warnings, names };
}

async function* bytesOf(pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
}

function rowsIn({ table, rows }: Batch): unknown[][] {
  return Array.from(rows, (row, at) => [row, ...table.columns.map((column) => cellValue(column, at))]);
}

function messages({ warnings }: Followed): readonly string[] {
  return warnings.map(({ code, message }) => `${code}: ${message}`);
}

describe("rows are there as soon as their lines are", () => {
  test.each([
    ["Level,Pump\n", "1,ON\n"],
    ["", '{"Level":1,"Pump":"ON"}\n'],
  ])("%j, %j: a row comes before the next piece is asked for", async (head, line) => {
    const asked: string[] = [];
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (const piece of [head + line, line.slice(0, 3), line.slice(3)]) {
        asked.push(piece);
        yield new TextEncoder().encode(piece);
      }
    }
    const stop = new AbortController().signal;
    const options = { columns: ["Level", "Pump"], types: TYPES, stop, onOpen: () => {}, onWarning: () => {} };
    const batches = followRows(slow(), options);
    expect(rowsIn((await batches.next()).value!)).toEqual([[0, 1, "ON"]]);
    expect(asked).toHaveLength(1);
    expect(rowsIn((await batches.next()).value!)).toEqual([[1, 1, "ON"]]);
    expect(asked).toHaveLength(3);
    expect((await batches.next()).done).toBe(true);
  });

  test("aborting ends it while it waits for bytes that never come", async () => {
    const stop = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode("Level,Pump\n1,ON\n2,");
      await new Promise<never>(() => {});
    }
    const options = { columns: ["Level", "Pump"], types: TYPES, onOpen: () => {}, onWarning: () => {} };
    const batches = followRows(endless(), { ...options, stop: stop.signal });
    expect(rowsIn((await batches.next()).value!)).toEqual([[0, 1, "ON"]]);
    const next = batches.next();
    stop.abort();
    expect((await next).done).toBe(true); // and the line that was under way is no row
  });

  test("however the bytes are cut, the rows are the same", async () => {
    const texts = [
      '\ufeffLevel,Pump,Tag\r\n1.5,"ON, é",007\r\n\r\n,"a ""b""\nc",7\r\n-2,NA,x\r\n3,"OFF"',
      '\ufeff{"Level":1.5,"Pump":"ON, é","Tag":"007"}\r\n\n{"Tag":7}\n{"Pump":null,"Level":"-2","Tag":true}\r\n{"Level":3,"Pump":"OFF"}',
    ];
    const random = createRandom(7);
    for (const text of texts) {
      const bytes = new TextEncoder().encode(text);
      const names = [{ name: "Tag", isRequired: false }];
      const whole = await follow([bytes], { names });
      expect(whole.rows.length).toBeGreaterThan(2);
      for (let round = 0; round < 60; round++) {
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; ) {
          const to = Math.min(bytes.length, at + 1 + randomInteger(random, round < 20 ? 1 : 12));
          pieces.push(bytes.subarray(at, to));
          at = to;
        }
        expect(await follow(pieces, { names, batchRows: 1 + (round % 3) }), `round ${round}`).toEqual(whole);
      }
    }
  });
});

describe("cells", () => {
  test("CSV: each cell by itself, with the words for missing values", async () => {
    const names = [{ name: "Tag", isRequired: false }];
    const { rows } = await follow(["Tag;Mode;Pump;Level\n007;true;NA;1e3\n12;3;None; 4 \n;x;;-\n"], {
      columns: ["Level", "Pump", "Mode"],
      names,
    });
    expect(rows).toEqual([
      [0, 1000, null, true, "007"],
      [1, 4, "None", 3, 12],
      [2, null, null, "x", null],
    ]);
  });

  test("CSV: a line that repeats the header is no row, and it is said", async () => {
    const followed = await follow(["Level,Pump\n1,ON\nLevel,Pump\n2,OFF\n\ufeffLevel,Pump \n"]);
    expect(followed.rows).toEqual([
      [0, 1, "ON"],
      [1, 2, "OFF"],
    ]);
    expect(messages(followed)).toEqual([
      "HEADER_REPEATED: standard input line 3 repeats the header; the line is passed over",
      "HEADER_REPEATED: standard input line 5 repeats the header; the line is passed over",
    ]);
    expect((await follow(["Pump\nON\nPump\n"], { columns: ["Pump"] })).rows).toEqual([
      [0, "ON"],
      [1, "Pump"],
    ]);
  });

  test("CSV: numbers with commas are missing, and it is said how they are to be written", async () => {
    const { rows, warnings } = await follow(["Level;Pump\n46,6;ON\n3.166;ON\nERR;ON\n"]);
    expect(rows.map(([, level]) => level)).toEqual([null, 3.166, null]);
    expect(warnings.map(({ hint }) => /written plainly, as in 1234.5/.test(hint))).toEqual([true, false]);
  });

  test("NDJSON: texts that are numbers, long names as they are written, keys that objects have by nature", async () => {
    const line = '{"Level":"12","Pump":5,"Id":12345678901234567890,"other":[1]}\n{"Level":true,"Id":"a","Pump":" "}\n';
    const names = ["Id", "constructor"].map((name) => ({ name, isRequired: false }));
    const followed = await follow([line], { names });
    expect(followed.names).toEqual(["Id"]);
    expect(followed.rows).toEqual([
      [0, 12, "5", "12345678901234567890", null],
      [1, 1, null, "a", null],
    ]);
  });

  test("a text among numbers is missing and told with its line; with strict it is an error", async () => {
    const csv = ["Level,Pump\n1,ON\nERR,ON\n"];
    const followed = await follow(csv);
    expect(followed.rows[1]).toEqual([1, null, "ON"]);
    expect(messages(followed)).toEqual([
      'CELL_TYPE: standard input line 3, column "Level": "ERR" is not a number and counts as missing',
    ]);
    await expect(follow(csv, { strict: true })).rejects.toMatchObject({ code: "CELL_TYPE" });
    const rows: unknown[][] = [];
    await expect(follow(csv, { strict: true }, rows)).rejects.toThrow();
    expect(rows).toEqual([[0, 1, "ON"]]); // the row before it, which came in the same piece
    const json = await follow(['{"Level":"ERR","Pump":"ON"}\n']);
    expect(messages(json)).toEqual([
      'CELL_TYPE: standard input line 1, column "Level": "ERR" is not a number and counts as missing',
    ]);
  });

  test("only rows with the anomaly's value are handed on, under their own numbers", async () => {
    const anomaly = { column: "flag", value: "1" };
    const csv = await follow(["Level,Pump,flag\n1,ON,0\n2,ON,1\n3,ON,1\n"], { anomaly });
    expect(csv.rows).toEqual([
      [1, 2, "ON", 1],
      [2, 3, "ON", 1],
    ]);
    expect((await follow(["Level,Pump\n1,ON\n"], { anomaly: { column: "Pump", value: "OFF" } })).rows).toEqual([]);
  });
});

describe("lines that hold no row", () => {
  test("CSV: too many cells, text after a quote, bytes of another encoding", async () => {
    const latin = Uint8Array.from([...new TextEncoder().encode("4,"), 0xe9, 10]);
    const followed = await follow(["Level,Pump\n1,ON\n2,ON,3\n", '3,"O"N\n', latin, "5,ON\n"]);
    expect(followed.rows).toEqual([
      [0, 1, "ON"],
      [4, 5, "ON"],
    ]);
    expect(messages(followed)).toEqual([
      "CSV_ROW_WIDTH: standard input line 3 has 3 cells, the header has 2; the line is passed over",
      "CSV_QUOTE: standard input line 4 has text after a closing quote; the line is passed over",
      "FILE_NOT_UTF8: standard input line 5 is not UTF-8 text; the line is passed over",
    ]);
  });

  test("NDJSON: half an object, no object, nested values, wrong keys", async () => {
    const lines = [
      '{"Level":1,"Pump":"ON"}',
      '{"Level":2,"Pum',
      "17",
      "[1]",
      '{"Level":[2],"Pump":"ON"}',
      '{"x":1}',
      "{}",
      '{"level":1,"Pump":"ON"}',
      '{"Pump":"ON"}',
    ];
    const followed = await follow([`${lines.join("\n")}\n{"Level":`]);
    expect(followed.rows).toEqual([
      [0, 1, "ON"],
      [8, null, "ON"],
    ]);
    expect(messages(followed)).toEqual([
      'JSON_MALFORMED: standard input line 2 is no JSON: "{\\"Level\\":2,\\"Pum"; the line is passed over',
      'JSON_NOT_RECORDS: standard input line 3 is no object: "17"; the line is passed over',
      'JSON_NOT_RECORDS: standard input line 4 is no object: "[1]"; the line is passed over',
      'CELL_TYPE: standard input line 5, key "Level": a list or an object is no value of a column; the line is passed over',
      "COLUMN_UNKNOWN: standard input line 6 has none of the model's features; the line is passed over",
      "COLUMN_UNKNOWN: standard input line 7 has none of the model's features; the line is passed over",
      'COLUMN_UNKNOWN: standard input line 8 has no key "Level", but "level"; the line is passed over',
      'JSON_MALFORMED: standard input line 10 is no JSON: "{\\"Level\\":"; the line is passed over',
    ]);
    await expect(follow([lines.join("\n")], { strict: true })).rejects.toMatchObject({ code: "JSON_MALFORMED" });
  });

  test("of many the first ten are told, and at the end how many there were", async () => {
    const followed = await follow([`Level,Pump\n${"x\n".repeat(13)}${"y,ON\n".repeat(12)}`]);
    expect(followed.warnings.filter(({ code }) => code === "CSV_ROW_WIDTH")).toHaveLength(10);
    expect(messages(followed).slice(-2)).toEqual([
      "LINES_NOT_TOLD: 13 lines in all were passed over",
      "LINES_NOT_TOLD: 12 cells in all are no numbers and count as missing",
    ]);
  });
});

describe("a stray quote in a stream of CSV", () => {
  const STRAY = "CSV_QUOTE: standard input line 3 has a stray quote; the line is passed over";
  const head = 'Level,Pump\n1,ON\n"2,ON\n';
  const levels = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);
  const linesOf = (numbers: readonly number[]): string => numbers.map((level) => `${level},OFF\n`).join("");
  const rowsOf = (numbers: readonly number[]): unknown[][] => numbers.map((level) => [level - 1, level, "OFF"]);

  test.each([
    ["that no quote follows", linesOf(levels(3, 1000)), rowsOf(levels(3, 1000))],
    [
      "that a quoted cell follows after 1,000 rows",
      `${linesOf(levels(3, 1000))}1003,"OFF"\n1004,OFF\n`,
      rowsOf(levels(3, 1002)),
    ],
    ["that a quoted cell follows at once", '3,"OFF"\n4,OFF\n', rowsOf(levels(3, 2))],
    ["that closes with another one", '3,OFF\n4,OFF"\n5,OFF\n', [[2, 3, "OFF"], [3, 4, 'OFF"'], ...rowsOf([5])]],
    ["that two rows follow, without a line end", "3,OFF\n4,OFF", rowsOf([3, 4])],
    ["that texts follow", `${"x,OFF\n".repeat(150)}`, levels(2, 150).map((row) => [row, null, "OFF"])],
  ])("%s costs its own line and no other", async (_, text, rows) => {
    const expected = [[0, 1, "ON"], ...rows];
    for (const pieces of [[head + text], (head + text).match(/.{1,7}/gs)!, [...(head + text)]]) {
      const followed = await follow(pieces);
      expect(followed.rows).toEqual(expected);
      expect(messages(followed)[0]).toBe(STRAY);
      expect(messages(followed).filter((message) => message.startsWith("CSV_"))).toHaveLength(1);
    }
    await expect(follow([head + text], { strict: true })).rejects.toMatchObject({
      message: "standard input line 3 has a stray quote",
      hint: 'Write a quote inside a cell twice: "a ""word"" in quotes". In a stream a quoted row has at most 100 lines.',
    });
  });

  test("two of them, in lines of all line ends, cost two lines", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const followed = await follow([`${head}3,OFF\n"4,OFF\n5,OFF\n6,OFF\n`.replaceAll("\n", end)]);
      expect(followed.rows).toEqual([[0, 1, "ON"], ...rowsOf([3, 5, 6])]);
      expect(messages(followed)).toEqual([STRAY, STRAY.replace("3", "5")]);
    }
  });

  test("delays rows until three numbers in their columns have come, and no longer", async () => {
    const { pieces, asked } = slowly([head, "3,OFF\n", "4,OFF\n", "5,OFF\n", "6,OFF\n"]);
    const batches = followRows(pieces, plainOptions(new AbortController().signal));
    expect(rowsIn((await batches.next()).value!)).toEqual([[0, 1, "ON"]]);
    expect(rowsIn((await batches.next()).value!)).toEqual(rowsOf([3, 4, 5]));
    expect(asked).toHaveLength(4);
    expect(rowsIn((await batches.next()).value!)).toEqual(rowsOf([6]));
  });

  test("hides no row from a stream that is stopped", async () => {
    const stop = new AbortController();
    async function* idle(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(`${head}3,OFF\n4,OFF\n5,`);
      await new Promise<never>(() => {});
    }
    const batches = followRows(idle(), plainOptions(stop.signal));
    expect(rowsIn((await batches.next()).value!)).toEqual([[0, 1, "ON"]]);
    const next = batches.next();
    stop.abort();
    expect(rowsIn((await next).value!)).toEqual(rowsOf([3, 4]));
    expect((await batches.next()).done).toBe(true);
  });

  const TEXTS = ["Pump", "Valve", "Mode"].map((name) => [name, "text"] as const);

  test("delays rows of texts until three lines read as rows", async () => {
    const pieces = ['Pump,Valve,Mode\nON,"Open,A\n', "ON,Open,A\n", "ON,Open,B\n", "ON,Open,C\n", 'ON,Open",D\n'];
    const followed = await follow(pieces, { columns: TEXTS.map(([name]) => name), types: new Map(TEXTS) });
    expect(messages(followed)[0]).toBe(STRAY.replace("3", "2"));
    expect(followed.rows.slice(0, 3).map((row) => row.at(-1))).toEqual(["A", "B", "C"]);
  });

  test("is not suspected in a cell that a stopped stream cuts, with --strict either", async () => {
    const stop = new AbortController();
    async function* cut(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('Level,Pump\n1,ON\n2,"ON\nsecond line\n');
      await new Promise<never>(() => {});
    }
    const warnings: unknown[] = [];
    const options = {
      ...plainOptions(stop.signal),
      strict: true,
      onWarning: (warning: unknown) => void warnings.push(warning),
    };
    const batches = followRows(cut(), options);
    expect(rowsIn((await batches.next()).value!)).toEqual([[0, 1, "ON"]]);
    const next = batches.next();
    stop.abort();
    expect((await next).done).toBe(true);
    expect(warnings).toEqual([]);
  });

  test("in the header is an error, at the end or after 100 lines", async () => {
    for (const text of ['Level,"Pump\n1,ON\n', `Level,"Pump\n${"1,ON\n".repeat(100)}`]) {
      let isAsked = false;
      async function* endless(): AsyncGenerator<Uint8Array> {
        yield new TextEncoder().encode(text);
        isAsked = true;
      }
      const rows = followRows(endless(), plainOptions(new AbortController().signal)).next();
      await expect(rows).rejects.toMatchObject({ message: "standard input line 1 opens a quote that is never closed" });
      expect(isAsked).toBe(text.length < 100);
    }
  });

  test("is none where a quoted cell of 100 lines is closed; longer ones are malformed", async () => {
    const cell = (count: number): string =>
      Array.from({ length: count }, (_, line) => `note ${line}, see 7`).join("\n");
    const longest = await follow([`Level,Pump\n1,"${cell(100)}"\n2,ON\n`]);
    expect(longest.rows).toEqual([
      [0, 1, cell(100)],
      [1, 2, "ON"],
    ]);
    expect(longest.warnings).toEqual([]);
    const longer = await follow([`Level,Pump\n1,ON\n2,"${cell(101)}"\n2,ON\n`]);
    expect(messages(longer)[0]).toBe(STRAY);
    expect(longer.rows.at(-1)!.slice(1)).toEqual([2, "ON"]);
  });
});

function plainOptions(stop: AbortSignal): FollowOptions {
  return { columns: ["Level", "Pump"], types: TYPES, stop, onOpen: () => {}, onWarning: () => {} };
}

function slowly(pieces: readonly string[]) {
  const asked: string[] = [];
  async function* read(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) {
      asked.push(piece);
      yield new TextEncoder().encode(piece);
    }
  }
  return { pieces: read(), asked };
}

describe("streams that are refused", () => {
  const long = "x".repeat(17 * 1024 * 1024);
  test.each([
    ["a list", ["\n [{}]"], "JSON_NOT_RECORDS"],
    ["nothing", [" \n"], "FILE_EMPTY"],
    ["no bytes", [], "FILE_EMPTY"],
    ["UTF-16", [Uint8Array.from([0xff, 0xfe, 65, 0])], "FILE_UTF16"],
    ["UTF-16 of the other order", [Uint8Array.from([0xfe, 0xff, 0, 65])], "FILE_UTF16"],
    ["zero bytes", [Uint8Array.from([65, 0, 66])], "FILE_BINARY"],
    ["a packed file", [Uint8Array.from([0x1f, 0x8b, 8])], "FILE_BINARY"],
    ["CSV without a feature", ["Level,Pmup\n"], "COLUMN_UNKNOWN"],
    ["CSV with a name twice", ["Level,Pump,Pump\n"], "COLUMN_DUPLICATE"],
    ["a line of CSV without end", ["Level,Pump\n", `1,"${long}`], "CSV_LINE_SIZE"],
    ["a header without end", [`Level,"Pump\n${long}`], "CSV_LINE_SIZE"],
    ["a line of NDJSON without end", ['{"Level":1}\n', `{"Pump":"${long}`], "JSON_SIZE"],
  ] as const)("%s", async (_, pieces, code) => {
    await expect(follow(pieces)).rejects.toMatchObject({ code });
  });

  test("without a header columns have numbers; a header alone has no rows", async () => {
    const columns = ["column0", "column1"];
    expect((await follow(["1,ON\n2,OFF"], { columns, header: false, delimiter: "," })).rows).toEqual([
      [0, 1, "ON"],
      [1, 2, "OFF"],
    ]);
    expect((await follow(["Level,Pump"])).rows).toEqual([]);
  });
});
