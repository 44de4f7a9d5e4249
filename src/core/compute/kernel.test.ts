import { afterEach, describe, expect, test, vi } from "vitest";
import type { InputError } from "../base/index.js";
import { learn } from "../learn.js";
import { Kernel, type KernelExports, openKernel } from "./kernel.js";
import { compile, instantiate } from "./web-assembly.js";

function bytesAt(kernel: Kernel, pointer: number, length: number): Uint8Array {
  return new Uint8Array(kernel.run.memory.buffer, pointer, length);
}

describe("a kernel's memory", () => {
  test("is reserved in pieces that begin at whole lines of a cache and are zero, also when used before", () => {
    const kernel = openKernel();
    const mark = kernel.mark();
    const first = kernel.reserve(3);
    const second = kernel.reserve(100_000);
    expect([first % 64, second % 64, second - first]).toEqual([0, 0, 64]);
    bytesAt(kernel, second, 100_000).fill(7);
    kernel.release(mark);
    const again = kernel.reserve(100_032);
    expect(again).toBe(first);
    expect(bytesAt(kernel, again, 100_032).every((byte) => byte === 0)).toBe(true);
  });

  test("is released to a mark of its own only: the place of an array that is lost is 0", () => {
    const kernel = openKernel();
    const mark = kernel.mark();
    const lost = bytesAt(kernel, kernel.reserve(16), 16);
    kernel.reserve(kernel.run.memory.buffer.byteLength);
    expect(lost.byteOffset).toBe(0);
    expect(() => kernel.release(lost.byteOffset)).toThrow("0 is no mark of this memory");
    expect(() => kernel.release(kernel.mark() + 16)).toThrow(RangeError);
    kernel.release(mark);
    expect(kernel.mark()).toBe(mark);
  });

  test("of its own is each kernel's", () => {
    const [one, other] = [openKernel(), openKernel()];
    bytesAt(one, one.reserve(16), 16).fill(5);
    expect(bytesAt(other, other.reserve(16), 16)).toEqual(new Uint8Array(16));
  });

  test("is another one after large work: what was grown is given back", () => {
    const kernel = openKernel();
    const mark = kernel.mark();
    kernel.reserve(1000);
    const inner = kernel.mark();
    bytesAt(kernel, kernel.reserve(1.5e8), 1000).fill(7);
    kernel.release(inner);
    expect(kernel.run.memory.buffer.byteLength).toBeGreaterThan(1.5e8); // others still use some of it
    kernel.release(mark);
    expect(kernel.run.memory.buffer.byteLength).toBeLessThan(1e6);
    const again = kernel.reserve(1e6);
    expect(again).toBe(mark);
    expect(bytesAt(kernel, again, 1e6).every((byte) => byte === 0)).toBe(true);
  });

  test("has no room beyond what 32 bits reach, says so, and stays as it was", () => {
    const kernel = openKernel();
    const before = kernel.mark();
    expect(refusal(() => kernel.reserve(2 ** 32))).toEqual({
      code: "MEMORY_FULL",
      message: "this work needs 4295 MB in one piece, and no more than 4294 MB can be had",
      hint: "Take fewer columns (exclude), keep fewer normal rows (neighbours), or learn fewer rules (minSupport, maxPredicates, cells).",
    });
    expect(kernel.room()).toBe(2 ** 32 - 65_536 - before);
    expect(kernel.mark()).toBe(before);
    expect(kernel.reserve(16)).toBe(before);
  });

  test("ends a page before that: a pointer to its end is not 0 again", () => {
    const all = { memory: { buffer: { byteLength: 2 ** 32 } }, firstFreeByte: () => 0 } as unknown as KernelExports;
    expect(() => new Kernel(() => all).reserve(2 ** 32 - 65_536 + 1)).toThrow("in one piece");
    const kernel = new Kernel(() => all);
    expect(kernel.reserve(2 ** 32 - 65_536)).toBe(0);
    expect(kernel.mark()).toBeLessThan(2 ** 32);
  });
});

test("a machine without memory is told so", () => {
  const grow = (): never => {
    throw new RangeError("WebAssembly.Memory.grow(): Unable to grow instance memory");
  };
  const small = { memory: { buffer: new ArrayBuffer(0), grow }, firstFreeByte: () => 0 } as unknown as KernelExports;
  expect(refusal(() => new Kernel(() => small).reserve(5_000_000))).toEqual({
    code: "MEMORY_FULL",
    message: "there is no room for another 6 MB of memory",
    hint: "Use a machine or a limit with more memory, fewer threads, or fewer columns.",
  });
});

describe("where WebAssembly cannot run", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  const HINT =
    "Use a browser of 2023 or newer, or Node 20.19 or newer without --jitless. A page with a Content-Security-Policy " +
    "needs 'wasm-unsafe-eval' in its script-src, and so does the policy sent with a worker's script.";

  /** The library as it is where nothing has been compiled before. */
  async function freshLibrary(webAssembly: unknown) {
    vi.resetModules();
    vi.stubGlobal("WebAssembly", webAssembly);
    return import("../../index.js");
  }

  /** Fails as soon as somebody looks at it. */
  const untouchable = new Proxy([], {
    get() {
      throw new Error("work has begun");
    },
  });

  test("learning says why and what to do, before it looks at the table", async () => {
    const { learn } = await freshLibrary(undefined);
    expect(refusal(() => learn(untouchable))).toEqual({
      code: "NO_WEBASSEMBLY",
      message: "WebAssembly with SIMD cannot run here: this engine has none",
      hint: HINT,
    });
  });

  test.each([
    ["an engine without SIMD", "WebAssembly.Module(): Compiling function #5 failed: Wasm SIMD unsupported @+1432"],
    [
      "a page whose policy forbids it",
      "WebAssembly.Module(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source",
    ],
  ])("explaining in %s does, in the engine's words", async (_, reason) => {
    const model = learnt();
    class Module {
      constructor() {
        throw new Error(reason);
      }
    }
    const { createExplainer, explain } = await freshLibrary({ Module });
    const expected = {
      code: "NO_WEBASSEMBLY",
      message: `WebAssembly with SIMD cannot run here: ${reason}`,
      hint: HINT,
    };
    expect(refusal(() => createExplainer(model))).toEqual(expected);
    expect(refusal(() => explain(model, untouchable))).toEqual(expected);
  });

  test("for want of addresses, the limit is named", async () => {
    class Instance {
      constructor() {
        throw new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance");
      }
    }
    const { learn } = await freshLibrary({ Module: class {}, Instance });
    expect(refusal(() => learn(untouchable))).toEqual({
      code: "MEMORY_FULL",
      message:
        "there is no room for the memory of WebAssembly: WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance",
      hint: "Raise the limit on addresses (ulimit -v), or start Node with --disable-wasm-trap-handler.",
    });
  });
});

function learnt() {
  return learn(Array.from({ length: 30 }, (_, row) => ({ level: row % 10, pump: row % 10 < 5 ? "ON" : "OFF" })));
}

/** By its name: a library that is loaded anew has a class of its own. */
function refusal(work: () => unknown): Pick<InputError, "code" | "message" | "hint"> {
  try {
    work();
  } catch (error) {
    const { name, code, message, hint } = error as InputError;
    expect(name, message).toBe("InputError");
    return { code, message, hint };
  }
  throw new Error("nothing was refused");
}

test("other errors than a lack of memory are not hidden", () => {
  // A module that asks for an import nobody gives: (import "a" "b" (func)).
  const asking = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0];
  expect(() => instantiate(compile(Uint8Array.from(asking)))).toThrow(TypeError);
});
