import { expect, test } from "vitest";
import { findCsvLayout } from "./csv-dialect.js";

function dialectOf(head: string, delimiter: string | null = null) {
  return findCsvLayout({ head, isWhole: true }, delimiter).dialect;
}

test("the delimiter is the one under which most lines are as wide as the header", () => {
  expect(dialectOf("a;b\n1,5;2\n3,5;4\n").delimiter).toBe(";");
  expect(dialectOf("a\tb\n1\t2\n").delimiter).toBe("\t");
  expect(dialectOf("a|b|c\n1|2|3\n").delimiter).toBe("|");
});

test("of two that fit alike the one with more cells is taken, then the comma", () => {
  expect(dialectOf("a,b;c;d\n1,2;3;4\n").delimiter).toBe(";");
  expect(dialectOf("a\n1\n").delimiter).toBe(",");
});

test("a delimiter that is asked for is taken", () => {
  expect(dialectOf("a;b\n1;2\n", ",").delimiter).toBe(",");
});

test("quotes within quotes are doubled, or have a backslash before them", () => {
  expect(dialectOf('a,b\n"x ""y""",2\n').escape).toBe('"');
  expect(dialectOf('a,b\n"x \\"y\\", z",2\n').escape).toBe("\\");
});

test("apostrophes round every name are quotes", () => {
  expect(dialectOf("'a','b'\n'1, 2',3\n").quote).toBe("'");
  expect(dialectOf("'a',b\n1,2\n").quote).toBe('"');
});

test("the header is the first line that is not blank", () => {
  const { first } = findCsvLayout({ head: "\n\na,b\n1,2\n", isWhole: true }, null);
  expect([first!.cells, first!.line]).toEqual([["a", "b"], 3]);
});

test("the end of lines is told where a name in quotes holds another", () => {
  expect(dialectOf('"a\nb",c\r\n1,2\r\n').lineEnd).toBe("\r\n");
  expect(dialectOf("a,b\r\n1,2\r\n").lineEnd).toBeNull();
});
