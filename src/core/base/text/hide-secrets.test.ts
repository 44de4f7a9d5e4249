import { expect, test } from "vitest";
import { InputError } from "../errors/input-error.js";
import { hideSecrets } from "./hide-secrets.js";

test.each([
  ["https://ann:pw@host/a.csv is a web address", "https://…@host/a.csv is a web address"],
  ["https:/ann:p/w@host/a.csv", "https://…@host/a.csv"],
  ['"s3://bucket/a.csv?key=1&secret=2" is', '"s3://bucket/a.csv?…" is'],
  ["s3://ann:pw@bucket/a.csv?key=1", "s3://…@bucket/a.csv?…"],
  ["a*.csv? and ann@host, 5 // 3", "a*.csv? and ann@host, 5 // 3"],
])("%s", (text, shown) => {
  expect(hideSecrets(text)).toBe(shown);
});

test("no error tells the password of an address, nor does its hint", () => {
  const error = new InputError("FILE_URL", "https://ann:pw@host/a.csv", "Download https://ann:pw@host/a.csv");
  expect([error.message, error.hint]).toEqual(["https://…@host/a.csv", "Download https://…@host/a.csv"]);
});
