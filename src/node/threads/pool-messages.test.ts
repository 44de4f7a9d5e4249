import { expect, test } from "vitest";
import { InputError, StoppedError } from "../../core/base/index.js";
import { fromFailure, toFailure } from "./pool-messages.js";

/** As it crosses threads. */
function crossed(error: unknown): Error {
  return fromFailure(structuredClone(toFailure(error)));
}

test("a mistake of the caller stays one, with its code and hint", () => {
  const error = crossed(new InputError("RULE_LIMIT", "too many", "Raise it."));
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ code: "RULE_LIMIT", message: "too many", hint: "Raise it." });
});

test("what was stopped is told as stopped", () => {
  expect(crossed(new StoppedError())).toBeInstanceOf(StoppedError);
});

test("a bug keeps its name, message and stack", () => {
  const bug = new RangeError("out of it");
  expect(crossed(bug)).toMatchObject({ name: "RangeError", message: "out of it", stack: bug.stack });
  expect(crossed("no error at all")).toMatchObject({ message: "no error at all" });
});
