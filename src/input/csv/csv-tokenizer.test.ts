import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/property/runs.js";
import type { CsvRecord } from "./csv-record.js";
import { CsvTokenizer, type TokenizerOptions } from "./csv-tokenizer.js";

const SYNTAX = { delimiter: ",", quote: '"', escape: '"' };

function tokenize(pieces: readonly string[], syntax = SYNTAX, options: TokenizerOptions = {}): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  const tokenizer = new CsvTokenizer(syntax, (record) => records.push(record.copy()), options);
  for (const piece of pieces) tokenizer.push(piece);
  tokenizer.end();
  return records;
}

const cellsOf = (text: string, syntax = SYNTAX): unknown => tokenize([text], syntax).map(({ cells }) => cells);

test("cells are what stands between delimiters, lines what stands between line ends of any kind", () => {
  expect(cellsOf("a,b\n1,\r\n,2\r3,4")).toEqual([
    ["a", "b"],
    ["1", ""],
    ["", "2"],
    ["3", "4"],
  ]);
  expect(tokenize(["a\nb\r\nc\rd"]).map(({ lineEnd }) => lineEnd)).toEqual(["\n", "\r\n", "\r", null]);
  expect(cellsOf("a||b|c\n", { ...SYNTAX, delimiter: "||" })).toEqual([["a", "b|c"]]);
  expect(cellsOf("")).toEqual([]);
});

test("quotes keep delimiters, line ends and doubled or escaped quotes; spaces behind them belong to nothing", () => {
  expect(cellsOf('"a,b","c\nd","e ""f""" ,"" \n')).toEqual([["a,b", "c\nd", 'e "f"', ""]]);
  expect(cellsOf('"a \\"b\\" \\\\",c\n', { ...SYNTAX, escape: "\\" })).toEqual([['a "b" \\', "c"]]);
  expect(cellsOf("'it''s',b\n", { ...SYNTAX, quote: "'", escape: "'" })).toEqual([["it's", "b"]]);
});

test("a record knows its line, however many lines its cells span", () => {
  const records = tokenize(['a,"b\n\nc"\n\nd,e\r\nf,"g\r\nh"\ri']);
  expect(records.map(({ line, isBlank }) => [line, isBlank])).toEqual([
    [1, false],
    [4, true],
    [5, false],
    [6, false],
    [8, false],
  ]);
});

test("problems with quotes are told with their line", () => {
  expect(tokenize(['a\nb,"c\nd'])[1]?.problem).toEqual({ kind: "open quote", line: 2 });
  expect(tokenize(['a\n"b"c\n'])[1]?.problem).toEqual({ kind: "text after quote", line: 2 });
  expect(tokenize(['a"b,c\n'])[0]).toMatchObject({ cells: ['a"b', "c"], problem: null });
});

test("a quote that another reader may take otherwise is told: inside a plain cell, or before spaces", () => {
  const doubts = (text: string): boolean => tokenize([text])[0]!.isDoubtful;
  expect(['a"b,c\n', '"a" ,b\n', "a,'b'\n", '"a","b"\n'].map(doubts)).toEqual([true, true, false, false]);
});

test("no more of a cell is stored than is asked for", () => {
  expect(tokenize(['abcdef,"ghijkl"\nmnopqr,s\n'], SYNTAX, { mostLength: 3 }).map(({ cells }) => cells)).toEqual([
    ["abc", "ghi"],
    ["mno", "s"],
  ]);
});

test("what is not complete is told: where it begins, and how long it is so far", () => {
  const tokenizer = new CsvTokenizer(SYNTAX, () => {});
  tokenizer.push('a,b\n"c\nd');
  expect(tokenizer.pending).toEqual({ line: 2, length: 4 });
  tokenizer.push('ef"\ng');
  expect(tokenizer.pending).toEqual({ line: 4, length: 1 });
});

const CHARACTERS = ["a", "1", ",", '"', "\n", "\r", " ", "\\", "|", "é", "🙂"];
const anyText = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 60 });

/** The text in pieces, cut at these places. */
function cutAt(text: string, cuts: readonly number[]): readonly string[] {
  const points = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  return points.slice(1).map((point, index) => text.slice(points[index], point));
}

test("any text gives the same records in whatever pieces it arrives", () => {
  const syntaxes = fc.constantFrom(SYNTAX, { ...SYNTAX, delimiter: "||" }, { ...SYNTAX, escape: "\\" });
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(60)), syntaxes, (text, cuts, syntax) => {
      expect(tokenize(cutAt(text, cuts), syntax)).toEqual(tokenize([text], syntax));
      expect(tokenize([...text], syntax)).toEqual(tokenize([text], syntax));
    }),
    runs(500),
  );
});

const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "é", "🙂") });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });

test("what is written comes back, in whatever pieces it arrives", () => {
  fc.assert(
    fc.property(table, fc.array(fc.nat(40)), fc.constantFrom(",", "||"), (rows, cuts, delimiter) => {
      const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter)).join("\n");
      const records = tokenize(cutAt(text, cuts), { ...SYNTAX, delimiter });
      expect(records.map((record) => record.cells)).toEqual(rows);
      expect(records.every((record) => record.problem === null)).toBe(true);
    }),
    runs(200),
  );
});
