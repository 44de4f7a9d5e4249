/** The text of a model file, plain or packed by gzip. */
import { InputError } from "../../src/core/base/index.js";

export async function readModelText(file: Blob, name: string): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (start[0] !== 0x1f || start[1] !== 0x8b) return file.text();
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
  } catch {
    throw new InputError(
      "MODEL_NOT_GZIP",
      `${name} begins like a gzip file but cannot be unpacked`,
      "The file was cut off or damaged; learn the model again.",
    );
  }
}

/** Whether a file is a model rather than a table, by its first bytes. */
export async function looksLikeModel(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  const bytes = isPacked ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  const reader = bytes.getReader();
  try {
    const { value } = await reader.read();
    return /^\s*\{\s*"format"\s*:\s*"parsight-model"/.test(new TextDecoder().decode(value?.subarray(0, 200)));
  } catch {
    return false; // whoever reads it as a table says what is wrong
  } finally {
    await reader.cancel().catch(() => {});
  }
}
