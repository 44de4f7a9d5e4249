/** An endpoint that takes rows and answers with scores. */
import { createHttpDetector } from "../../../../detectors/http-detector.js";
import type { MatrixEncoding } from "../../../../detectors/matrix-encoding.js";
import type { Invocation } from "../../../arguments/command.js";
import type { OpenOutside, OutsideDetector } from "./outside-detector.js";
import { DEFAULT_BATCH_ROWS, DEFAULT_TIMEOUT_MS } from "./outside-schemes.js";

export const httpDetector: OutsideDetector = { file: () => undefined, open: openHttp };

async function openHttp(url: string, encoding: MatrixEncoding, { commandLine, io }: Invocation): Promise<OpenOutside> {
  const score = createHttpDetector({
    url,
    features: encoding.map(({ feature }) => feature.name),
    fetch,
    timeout: timeouts(io.stop),
    timeoutMs: commandLine.number("timeoutMs") ?? DEFAULT_TIMEOUT_MS,
    batchRows: commandLine.number("batchRows") ?? DEFAULT_BATCH_ROWS,
  });
  return { title: `the detector at ${new URL(url).origin}`, score: async (rows) => score(rows), close: async () => {} };
}

/**
 * Signals that abort after some time or when the person wants to stop. AbortSignal.any over a timeout forgets it in
 * Node 20.
 */
function timeouts(stop: AbortSignal): (timeoutMs: number) => AbortSignal {
  let current = new AbortController();
  stop.addEventListener("abort", () => current.abort());
  return (timeoutMs) => {
    const controller = new AbortController();
    current = controller;
    setTimeout(() => controller.abort(), timeoutMs).unref();
    if (stop.aborted) controller.abort();
    return controller.signal;
  };
}
