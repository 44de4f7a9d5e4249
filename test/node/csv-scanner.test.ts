import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvRecord, CsvScanner } from "../../src/reading/csv-scanner.js";
import { runs } from "../property/runs.js";

const DIALECT = { delimiter: ",", quote: '"', escape: '"' };

function scan(pieces: readonly string[], dialect = DIALECT): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  const scanner = new CsvScanner(dialect, (record) => records.push(record));
  for (const piece of pieces) scanner.push(piece);
  scanner.end();
  return records;
}

test("a record knows its line, however many lines its cells span", () => {
  const records = scan(['a,"b\n\nc"\n\nd,e\r\nf,"g\r\nh"\ri']);
  expect(records.map(({ line, isBlank }) => [line, isBlank])).toEqual([
    [1, false],
    [4, true],
    [5, false],
    [6, false],
    [8, false],
  ]);
});

test("problems with quotes are told with their line", () => {
  expect(scan(['a\nb,"c\nd'])[1]?.problem).toEqual({ kind: "open quote", line: 2 });
  expect(scan(['a\n"b"c\n'])[1]?.problem).toEqual({ kind: "text after quote", line: 2 });
  expect(scan(['a"b,c\n'])[0]).toMatchObject({ cells: ['a"b', "c"], problem: null });
});

const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "é", "🙂") });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });

test("what is written comes back, in whatever pieces it arrives", () => {
  fc.assert(
    fc.property(table, fc.array(fc.nat(40)), fc.constantFrom(",", "||"), (rows, cuts, delimiter) => {
      const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter)).join("\n");
      const points = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      const pieces = points.slice(1).map((point, index) => text.slice(points[index], point));
      const records = scan(pieces, { ...DIALECT, delimiter });
      expect(records.map((record) => record.cells)).toEqual(rows);
      expect(records.every((record) => record.problem === null)).toBe(true);
    }),
    runs(200),
  );
});
