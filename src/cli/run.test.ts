import { expect, test } from "vitest";
import { run } from "./run.js";
import { type Io, type Output, OutputClosed } from "./system/io.js";

function fakeOutput(options: Partial<Output> = {}): Output & { readonly written: string[] } {
  const written: string[] = [];
  return {
    written,
    write: async (text) => {
      written.push(String(text));
    },
    writeNow: (text) => written.push(text),
    isTerminal: false,
    isFile: false,
    width: () => null,
    ...options,
  };
}

function fakeIo(options: Partial<Io> = {}): Io & Record<"stdout" | "stderr", { readonly written: string[] }> {
  return {
    version: "1.2.3",
    program: "parsight",
    stdin: undefined,
    stdout: fakeOutput(),
    stderr: fakeOutput(),
    environment: {},
    stop: new AbortController().signal,
    finishWhenStopped: () => {},
    ...options,
  } as ReturnType<typeof fakeIo>;
}

test("a command is a function of its words and streams", async () => {
  const io = fakeIo();
  expect(await run(["completion", "fish"], io)).toBe(0);
  expect(io.stdout.written.join("")).toContain("complete -c parsight");
  expect(io.stderr.written).toEqual([]);
});

test("an error is coloured on a terminal only", async () => {
  const plain = fakeIo();
  expect(await run(["lern"], plain)).toBe(2);
  expect(plain.stderr.written.join("")).toMatch(/^error COMMAND_UNKNOWN: /);
  const terminal = fakeIo({ stderr: fakeOutput({ isTerminal: true }) });
  await run(["lern"], terminal);
  expect(terminal.stderr.written.join("")).toContain("\u001b[31merror COMMAND_UNKNOWN:\u001b[39m ");
});

test("a reader that has gone is no failure", async () => {
  const closed = fakeOutput({ write: () => Promise.reject(new OutputClosed()) });
  expect(await run(["--help"], fakeIo({ stdout: closed }))).toBe(0);
});

test("a bug keeps its stack and ends with 1", async () => {
  const broken = fakeOutput({ write: () => Promise.reject(new TypeError("boom")) });
  const io = fakeIo({ stdout: broken });
  expect(await run(["--help"], io)).toBe(1);
  expect(io.stderr.written.join("")).toMatch(/^error BUG: .*\nTypeError: boom\n\s+at /);
});

test("no password or key of an address leaves the program, not even in a crash", async () => {
  const address = "http://ann:secret@host/path?key=abc";
  const broken = fakeOutput({ write: () => Promise.reject(new TypeError(`no answer from ${address}`)) });
  const io = fakeIo({ stdout: broken });
  expect(await run(["--help"], io)).toBe(1);
  const said = io.stderr.written.join("");
  expect(said).toContain("TypeError: no answer from http://…@host/path?…\n");
  expect(said).not.toMatch(/secret|abc/);
});

test("after a wish to stop whatever fails is the stop", async () => {
  const stop = new AbortController();
  stop.abort();
  const broken = fakeOutput({ write: () => Promise.reject(new TypeError("boom")) });
  expect(await run(["--help"], fakeIo({ stdout: broken, stop: stop.signal }))).toBe(130);
});

test("flags that every command has may stand before it", async () => {
  const io = fakeIo({ stdout: fakeOutput({ isTerminal: true }) });
  expect(await run(["--no-color", "rules", "--help"], io)).toBe(0);
  expect(io.stdout.written.join("")).not.toContain("\u001b");
});
