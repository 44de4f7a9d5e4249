import { expect, test } from "vitest";
import { InputError, StoppedError } from "./input-error.js";

test("an InputError carries its code, the fact and a hint", () => {
  const error = new InputError("NO_ROWS", "the table has no rows", "Give rows.");
  expect(error).toBeInstanceOf(Error);
  expect({ ...error, message: error.message, name: error.name }).toEqual({
    name: "InputError",
    code: "NO_ROWS",
    message: "the table has no rows",
    hint: "Give rows.",
  });
});

test("a StoppedError is no InputError: nothing was wrong with the input", () => {
  const error = new StoppedError();
  expect(error).not.toBeInstanceOf(InputError);
  expect(`${error.name}: ${error.message}`).toBe("StoppedError: stopped before it was done");
});
