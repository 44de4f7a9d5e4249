import { expect, test } from "vitest";
import { streamText } from "./stream-text.js";

async function* pieces(...chunks: readonly (readonly number[])[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Uint8Array.from(chunk);
}

async function textOf(bytes: AsyncIterable<Uint8Array>, stop = new AbortController().signal): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of streamText(bytes, stop)) texts.push(text);
  return texts;
}

test("a character that is cut waits for its rest, and a byte order mark is left out", async () => {
  expect(await textOf(pieces([0xef, 0xbb, 0xbf, 0x61, 0xc3], [0xa9]))).toEqual(["a", "é", ""]);
});

test("what is no text is refused by its first bytes", async () => {
  await expect(textOf(pieces([0xff, 0xfe, 0x61]))).rejects.toMatchObject({ code: "FILE_UTF16" });
  await expect(textOf(pieces([0x1f, 0x8b, 0x08]))).rejects.toMatchObject({ code: "FILE_BINARY" });
  await expect(textOf(pieces([0x61, 0x00]))).rejects.toMatchObject({ code: "FILE_BINARY" });
});

test("stopped, it reads what has arrived, and no endless input", async () => {
  const stop = new AbortController();
  stop.abort();
  expect(await textOf(pieces([0x61], [0x62]), stop.signal)).toEqual(["a", "b", ""]);
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield Uint8Array.of(0x61);
  }
  expect(await textOf(endless(), stop.signal)).toEqual(["a", "a", "a", "a", ""]);
});

test("stopped while it waits for bytes, it ends", async () => {
  const stop = new AbortController();
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Uint8Array.of(0x61);
    queueMicrotask(() => stop.abort());
    await new Promise(() => {});
  }
  expect(await textOf(endless(), stop.signal)).toEqual(["a", ""]);
});
