import { expect, test } from "vitest";
import { asOutOfMemory } from "./out-of-memory.js";

const WORK = { name: "learning", less: "fewer rows" };

test("a thread that ran out of memory is a mistake with a way out; any other error stays", () => {
  const full = Object.assign(new Error("heap"), { code: "ERR_WORKER_OUT_OF_MEMORY" });
  expect(asOutOfMemory(full, WORK)).toMatchObject({
    code: "MEMORY_FULL",
    message: "learning needs more memory than Node may use here",
    hint: "Give fewer rows, or NODE_OPTIONS=--max-old-space-size=<MB>.",
  });
  const other = new Error("else");
  expect(asOutOfMemory(other, WORK)).toBe(other);
  expect(asOutOfMemory("text", WORK)).toBe("text");
});
