/**
 * Bytes that arrive over time → text, at once as they come. A byte order mark is left out, a character that is cut
 * between two pieces waits for its rest. What is no text at all is refused by its first bytes.
 */
import { InputError } from "../../core/base/index.js";
import { STANDARD_INPUT } from "./followed-row.js";

/** Pieces that are read after `stop`: what a pipe and the stream's buffer can hold, but no endless input. */
const MAX_PIECES_AFTER_STOP = 4;
/** What has arrived is there at once. */
const PIECE_WITHIN_MS = 50;

/** Ends where the bytes end; after `stop` is aborted, with those that have arrived, also while it waits for bytes. */
export async function* streamText(bytes: AsyncIterable<Uint8Array>, stop: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let isFirst = true;
  for await (const chunk of untilStopped(bytes, stop)) {
    if (isFirst) refuseOtherFormats(chunk);
    isFirst = false;
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function* untilStopped(bytes: AsyncIterable<Uint8Array>, stop: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  let onStop = (): void => {};
  const hear = (): void => onStop();
  stop.addEventListener("abort", hear);
  try {
    for (let afterStop = 0; afterStop < MAX_PIECES_AFTER_STOP; afterStop += stop.aborted ? 1 : 0) {
      // A new promise each time: whoever waits for one that stays adds to a list that grows with the stream.
      const next = await new Promise<IteratorResult<Uint8Array> | null>((resolve, reject) => {
        // The timer may be due before the bytes have been looked for.
        onStop = () => void setTimeout(() => setImmediate(resolve, null), PIECE_WITHIN_MS);
        if (stop.aborted) onStop();
        iterator.next().then(resolve, reject);
      });
      if (next === null || next.done === true) return;
      yield next.value;
    }
  } finally {
    stop.removeEventListener("abort", hear);
    iterator.return?.().catch(() => {}); // not awaited: it may wait for bytes that never come
  }
}

function refuseOtherFormats(chunk: Uint8Array): void {
  const [first, second] = chunk;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new InputError(
      "FILE_UTF16",
      `${STANDARD_INPUT} is UTF-16 text`,
      "Convert it on its way: … | iconv -f UTF-16 -t UTF-8 | …",
    );
  }
  if (!chunk.includes(0) && !(first === 0x1f && second === 0x8b)) return;
  throw new InputError(
    "FILE_BINARY",
    `${STANDARD_INPUT} holds bytes, not text`,
    "With --follow it is NDJSON or CSV. Unpack what is packed on its way: zcat rows.csv.gz | …",
  );
}
