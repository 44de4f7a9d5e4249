import { describe, expect, test } from "vitest";
import { keptCodeOf, packCode, unpackCode } from "./kept-code.js";

const SCRIPT = Buffer.from("const answer = 41;");
const CODE = Buffer.from([0xc0, 0xde, 0, 1, 2, 3, 255]);

describe("kept code", () => {
  test("comes back as it was, for the script it was made from", () => {
    expect(unpackCode(packCode(SCRIPT, CODE), SCRIPT)).toEqual(CODE);
  });

  test("comes back from the middle of other memory", () => {
    const file = packCode(SCRIPT, CODE);
    const memory = Buffer.concat([Buffer.from("before"), file, Buffer.from("behind")]);
    expect(unpackCode(memory.subarray(6, 6 + file.length), SCRIPT)).toEqual(CODE);
  });

  test("is not for a script of the same length in which one letter is another", () => {
    expect(unpackCode(packCode(SCRIPT, CODE), Buffer.from("const answer = 42;"))).toBeNull();
  });

  test("is not for another engine or machine", () => {
    expect(unpackCode(packCode(SCRIPT, CODE, "v18.0.0 linux x64"), SCRIPT)).toBeNull();
  });

  test("is refused when any of its bytes is damaged", () => {
    const file = packCode(SCRIPT, CODE);
    for (const at of file.keys()) {
      const damaged = Buffer.from(file);
      damaged[at]! ^= 0x10;
      expect(unpackCode(damaged, SCRIPT), `byte ${at}`).toBeNull();
    }
  });

  test("is refused when its file is cut off anywhere, or goes on", () => {
    const file = packCode(SCRIPT, CODE);
    for (let length = 0; length < file.length; length++) {
      expect(unpackCode(file.subarray(0, length), SCRIPT), `${length} bytes`).toBeNull();
    }
    expect(unpackCode(Buffer.concat([file, Buffer.from([0])]), SCRIPT)).toBeNull();
  });

  test("lies beside its script", () => {
    expect(keptCodeOf("/program/main.cjs")).toBe("/program/main.cjs.code");
  });
});
