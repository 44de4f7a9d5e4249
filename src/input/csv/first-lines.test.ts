import { expect, test } from "vitest";
import { InputError } from "../../core/base/index.js";
import { findCsvLayout } from "./csv-dialect.js";
import { checkFirstLines } from "./first-lines.js";

/** The message of the refusal; null: there is none. */
function refusal(head: string, { delimiter = null as string | null, hasHeader = true } = {}): string | null {
  const sample = { head, isWhole: true };
  try {
    checkFirstLines(findCsvLayout(sample, delimiter), { sample, delimiter, hasHeader, shown: "t.csv" });
    return null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message;
  }
}

const TABLE = "a,b,c\n1,2,x\n3,4,y\n5,6,z\n7,8,x\n";

test("one line of words above the table is a title", () => {
  const message = 't.csv line 1 looks like a title, "Plant 7": from line 2 on there are 3 columns';
  expect(refusal(`Plant 7\n${TABLE}`)).toBe(message);
  expect(refusal(`"Plant 7"\n${TABLE}`)).toBe(message);
  expect(refusal(`Plant 7\n${TABLE.replaceAll(",", ";")}`)).toBe(message);
  expect(refusal(`Plant 7,,\n${TABLE}`)).toBe(message);
});

test("so are a few lines, with commas in them, too", () => {
  expect(refusal(`Plant 7\n\nby A, B\n${TABLE}`)).toContain("line 1 looks like a title");
  expect(refusal(`by A, B\n${TABLE}`)).toBe(
    't.csv line 1 looks like a title, "by A, B": from line 2 on there are 3 columns',
  );
  expect(refusal(`by A, B\n${TABLE.replaceAll(",", ";")}`)).toContain("from line 2 on there are 3 columns");
});

test("a title with as many commas as the table has is told by a second line of words above numbers", () => {
  const table = "Level,Flow\n1.5,7\n1.6,\n1.7,9\n";
  const words = 't.csv has two lines of words above its numbers: line 1 "My plant, week 3" and line 2 "Level,Flow"';
  expect(refusal(`My plant, week 3\n${table}`)).toBe(words);
  expect(refusal(`Plant,2026\n${table}`)).toContain('line 1 "Plant,2026" and line 2 "Level,Flow"');
  expect(refusal("Level,Flow\nm,l/s\n1.5,7\n1.6,8\n1.7,9\n")).toContain('line 2 "m,l/s"');
  expect(refusal("My plant, week 3\nLevel,State\n1,ON\n2,OFF\n3,ON\n")).toContain('line 2 "Level,State"');
  expect(refusal(table)).toBeNull();
  expect(refusal("Level,Flow\nERR,ERR\n1.5,7\n1.6,8\n1.7,9\n")).toBeNull(); // cells of a row, and odd
  expect(refusal("Level,Flow\nNaN,n/a\n1.5,7\n1.6,8\n1.7,9\n")).toBeNull();
  expect(refusal("Level,State\nERR,ON\n1,ON\n2,OFF\n3,ON\n")).toBeNull();
  expect(refusal(`Level,Flow\n${table}`)).toBeNull(); // a header that is repeated
  expect(refusal("City,State\nRome,open\nOslo,shut\nLima,open\nBern,shut\n")).toBeNull();
});

test("a title in capitals above names in capitals is told, and failing sensors below a header in capitals are not", () => {
  const below = "1.5,7\n1.6,8\n1.7,9\n";
  expect(refusal(`PLANT 7, WEEK 3\nLEVEL,FLOW\n${below}`)).toContain(
    'line 1 "PLANT 7, WEEK 3" and line 2 "LEVEL,FLOW"',
  );
  expect(refusal(`My plant,week 3\nLEVEL_1,RPM\n${below}`)).toContain('line 2 "LEVEL_1,RPM"');
  for (const [header, row] of [
    ["LEVEL,FLOW", "1.4,6"],
    ["FLOW RATE,TANK LEVEL", "1.4,6"],
    ["FLOW RATE,TANK LEVEL", "ERR,OFF"],
    ["FLOW RATE,TANK LEVEL", "FLT,OVLD"],
    ["FLOW RATE,TANK LEVEL", "NAN,INVALID"],
    ["FLOW RATE,TANK LEVEL", "BADVAL,BADVAL"],
    ["FLOW RATE,TANK LEVEL", "---,#REF!"],
    ["FLOW RATE,TANK LEVEL", "HIGH,LOW"],
    ["LEVEL,FLOW", "ABC,DEF"], // nothing says that the first line is a title
    ["FLOW RATE,TANK LEVEL", "FLOW RATE,TANK LEVEL"],
  ])
    expect(refusal(`${header}\n${row}\n${below}`), `${header} above ${row}`).toBeNull();
});

test("a first row with a sensor that fails is no second header: it stays a row with odd cells", () => {
  const minutes = [1, 2, 3, 4];
  const below = (row: (minute: number) => string): string => minutes.map((minute) => `${row(minute)}\n`).join("");
  for (const table of [
    `Time stamp,Flow rate\n2026-05-04T00:00,ERR\n${below((minute) => `2026-05-04T00:0${minute},1.${minute}`)}`,
    `Time stamp,Flow rate\n04.05.2026 0:00,ERR\n${below((minute) => `04.05.2026 0:0${minute},1.${minute}`)}`,
    `Time stamp,Flow rate\n2026-05-04T00:00,sensor gone\n${below((minute) => `2026-05-04T00:0${minute},1.${minute}`)}`,
    `Machine id,Flow rate\nM-001,ERR\n${below((minute) => `M-00${minute + 1},1.${minute}`)}`,
    `Machine id,Flow rate\nM-001,ERR,\n${below((minute) => `M-00${minute + 1},1.${minute},`)}`.replace("rate", "rate,"),
    `Machine,Flow rate\nNorth,Fault\n${below((minute) => `South,1.${minute}`)}`,
    `Level,Flow\nERR,OFF\n${below((minute) => `${minute},1.${minute}`)}`,
    `Level,Flow\nBad Input,I/O Timeout\n${below((minute) => `${minute},1.${minute}`)}`,
    `Level,Flow\n---,#REF!\n${below((minute) => `${minute},1.${minute}`)}`,
  ]) {
    expect(refusal(table), table).toBeNull();
  }
  const titled = `My plant, week 3\nTime,Level\n${below((minute) => `2026-05-04T00:0${minute},1.${minute}`)}`;
  expect(refusal(titled)).toContain('line 2 "Time,Level"');
});

test("a table of one column is none, whatever commas are in it", () => {
  expect(refusal("value\n3,14\n2,5\n6,75\n")).toBeNull();
  expect(refusal("value\n1\n2\n3\n")).toBeNull();
  expect(refusal("name\nfine\ngood\na, b\nc, d\n")).toBeNull();
  expect(refusal('name\n"Doe, J"\n"Roe, A"\n"Poe, E"\n')).toBeNull();
  expect(refusal("name\nDoe, J\nRoe, A\nPoe, E\n", { delimiter: "|" })).toBeNull();
});

test("a table is none, with unnamed columns, with words alone, or with rows wider than its header", () => {
  expect(refusal(TABLE)).toBeNull();
  expect(refusal(TABLE, { hasHeader: false })).toBeNull();
  expect(refusal(",a,b\n0,1,2\n1,3,4\n")).toBeNull();
  expect(refusal("a,\n1,2\n3,4\n")).toBeNull();
  expect(refusal("a,,\nx,y,z\nu,v,w\n")).toBeNull();
  expect(refusal("a,b\n1,2,3\n4,5,6\n7,8,9\n")).toBeNull(); // the row's width is what is wrong, and is said later
});

test("a first row that ends in a delimiter is wider than the header", () => {
  expect(refusal("a,b\n1,2,\n3,4,\n")).toBe("t.csv line 2 has 3 cells, the header has 2");
  expect(refusal("1,2\n1,2,\n3,4,\n", { hasHeader: false })).toBe("t.csv line 2 has 3 cells, the first line has 2");
  expect(refusal("a,b,\n1,2,\n3,4,\n")).toBeNull();
});

test("comments and notes for Excel are no headers", () => {
  expect(refusal(`# plant\n${TABLE}`)).toBe('t.csv line 1 is no header: it is a comment, "# plant"');
  expect(refusal(`sep=,\n${TABLE}`)).toBe('t.csv line 1 is no header: it is a note for Excel, "sep="');
});
