import { expect, test } from "vitest";
import { quoteName, quotePath, quoteText, quoteTexts } from "./sql-text.js";

test("quotes within names and texts are doubled", () => {
  expect(quoteName('a"b')).toBe('"a""b"');
  expect(quoteText("it's")).toBe("'it''s'");
  expect(quoteTexts(["a", "b'"])).toBe("'a', 'b'''");
});

test("a path with signs of a glob means that file alone", () => {
  expect(quotePath("rows[1]*?.csv")).toBe("'rows[[]1][*][?].csv'");
});
