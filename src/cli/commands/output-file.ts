/** Where results go: a file, written whole or not at all, or standard output, piece by piece. */
import { resolve } from "node:path";
import { InputError, StoppedError } from "../../core/errors/input-error.js";
import { writeFileAtomic } from "../../node/write-file.js";
import type { Io } from "../io.js";

export const STANDARD_OUTPUT = "-";

export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export async function writePieces(out: string, pieces: Pieces, io: Io, gzip: "auto" | "never" = "auto"): Promise<void> {
  if (out !== STANDARD_OUTPUT) return writeFileAtomic(out, untilStopped(pieces, io.stop), { gzip });
  for await (const piece of untilStopped(pieces, io.stop)) await io.stdout.write(piece);
}

async function* untilStopped(pieces: Pieces, stop: AbortSignal): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces) {
    if (stop.aborted) throw new StoppedError();
    yield piece;
  }
  if (stop.aborted) throw new StoppedError();
}

/** Writing over what is being read is never meant. */
export function checkOutput(out: string, inputs: readonly string[]): void {
  if (out === STANDARD_OUTPUT || !inputs.some((input) => input !== "-" && resolve(input) === resolve(out))) return;
  throw new InputError(
    "OUTPUT_IS_INPUT",
    `--out ${out} is also a file to read`,
    "Choose another name; nothing was written.",
  );
}

/** The format meant by a file's ending (before .gz), if it is one of these. */
export function formatByEnding<T extends string>(out: string, formats: readonly T[]): T | undefined {
  const ending = /\.(\w+)$/.exec(out.replace(/\.gz$/, ""))?.[1]?.toLowerCase() ?? "";
  const meant = ENDINGS.get(ending) ?? ending;
  return formats.find((format) => format === meant);
}

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["jsonl", "ndjson"],
  ["md", "markdown"],
  ["htm", "html"],
  ["txt", "text"],
]);
