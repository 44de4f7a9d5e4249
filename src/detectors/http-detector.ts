/**
 * A detector behind an HTTP endpoint: rows are posted as JSON, scores come back as JSON.
 *
 * Request:  POST {"features": ["Level", …], "rows": [[10.2, …], …]}, at most `batchRows` rows at once.
 * Answer:   {"scores": [0.3, …]}, or the list alone; one finite number for each row, higher is stranger.
 * The network and the clock are the caller's (`fetch`, `timeout`), so the same code runs in a browser, in Node and in
 * tests. An answer larger than `maxAnswerBytes` is not read to its end; one that is late is abandoned.
 */

import { hideSecrets, InputError } from "../core/base/index.js";
import type { ScoreRows } from "./detector.js";
import { type Matrix, matrixRow } from "./matrix.js";
import { checkOutsideScores } from "./outside-scores.js";

/** What is needed of the platform's `fetch`. */
export type FetchLike = (
  url: string,
  request: {
    readonly method: "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
    readonly redirect: "error";
  },
) => Promise<HttpAnswer>;

interface HttpAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
}

export interface HttpDetectorOptions {
  readonly url: string;
  /** Names of the matrix columns, sent along so that the endpoint can check them. */
  readonly features: readonly string[];
  readonly fetch: FetchLike;
  /** A signal that aborts after so long, such as AbortSignal.timeout. */
  readonly timeout: (timeoutMs: number) => AbortSignal;
  readonly timeoutMs?: number;
  readonly batchRows?: number;
  readonly maxRequestBytes?: number;
  readonly maxAnswerBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Settings extends Required<HttpDetectorOptions> {
  /** The endpoint as it may be shown: without password and query. */
  readonly shownUrl: string;
}

/** Throws HTTP_URL at once when the address cannot be one. */
export function createHttpDetector(options: HttpDetectorOptions): ScoreRows {
  const settings: Settings = {
    timeoutMs: 30_000,
    batchRows: 1_000,
    maxRequestBytes: 32 * 2 ** 20,
    maxAnswerBytes: 8 * 2 ** 20,
    ...options,
    ...openAddress(options.url, options.headers ?? {}),
  };
  return async (rows) => {
    const scores = new Float64Array(rows.rowCount);
    for (let from = 0; from < rows.rowCount; from += settings.batchRows) {
      const count = Math.min(settings.batchRows, rows.rowCount - from);
      scores.set(await scoreBatch(settings, rows, { from, count }), from);
    }
    return scores;
  };
}

/** User and password go into a header: no `fetch` takes them in an address. */
function openAddress(text: string, headers: Settings["headers"]): Pick<Settings, "url" | "headers" | "shownUrl"> {
  const url = parseAddress(text);
  const shownUrl = `${url.origin}${url.pathname}`;
  if (url.username === "" && url.password === "") return { url: text, headers, shownUrl };
  const bytes = new TextEncoder().encode(`${decode(url.username)}:${decode(url.password)}`);
  const authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  return { url: `${shownUrl}${url.search}`, headers: { authorization, ...headers }, shownUrl };
}

/** What stands for other characters (%40) is turned back; a % that stands for itself stays. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new InputError(
      "HTTP_URL",
      `"${hideSecrets(text).slice(0, 80)}" is not an HTTP address`,
      "Give one such as http://localhost:8000/score.",
    );
  }
  return url;
}

interface RowRange {
  readonly from: number;
  readonly count: number;
}

async function scoreBatch(settings: Settings, rows: Matrix, range: RowRange): Promise<Float64Array> {
  const text = await post(settings, requestBody(settings, rows, range));
  return checkOutsideScores(readScores(text, settings.shownUrl), range.count, settings.shownUrl);
}

function requestBody(settings: Settings, rows: Matrix, { from, count }: RowRange): string {
  const lists = Array.from({ length: count }, (_, i) => Array.from(matrixRow(rows, from + i)));
  const body = JSON.stringify({ features: settings.features, rows: lists });
  if (body.length > settings.maxRequestBytes) {
    throw new InputError(
      "HTTP_REQUEST_SIZE",
      `${count} rows make a request of ${body.length} bytes, more than ${settings.maxRequestBytes} (maxRequestBytes)`,
      `Send fewer rows at once: lower batchRows below ${settings.batchRows}.`,
    );
  }
  return body;
}

async function post(settings: Settings, body: string): Promise<string> {
  const signal = settings.timeout(settings.timeoutMs);
  try {
    const answer = await settings.fetch(settings.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...settings.headers },
      body,
      signal,
      redirect: "error",
    });
    if (answer.status !== 200) {
      throw new InputError(
        "HTTP_STATUS",
        `${settings.shownUrl} answered with status ${answer.status}`,
        "The endpoint must answer a POST of rows with status 200 and their scores.",
      );
    }
    return await readBody(answer, settings);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw signal.aborted ? lateAnswer(settings) : noAnswer(settings, error);
  }
}

function lateAnswer({ shownUrl, timeoutMs }: Settings): InputError {
  return new InputError(
    "HTTP_TIMEOUT",
    `${shownUrl} did not answer within ${timeoutMs} ms`,
    "Raise timeoutMs, or lower batchRows so that each request is smaller.",
  );
}

function noAnswer({ shownUrl }: Settings, error: unknown): InputError {
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError(
    "HTTP_UNREACHABLE",
    `${shownUrl} could not be reached: ${hideSecrets(reason).slice(0, 200)}`,
    "Check that the endpoint runs and that the address is right; redirects are not followed.",
  );
}

async function readBody({ body }: HttpAnswer, { maxAnswerBytes, shownUrl }: Settings): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of readChunks(body)) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) {
      throw new InputError(
        "HTTP_ANSWER_SIZE",
        `${shownUrl} answered with more than ${maxAnswerBytes} bytes (maxAnswerBytes)`,
        "It must answer with one number for each row and nothing else.",
      );
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Not every browser can iterate a stream by itself. Leaving the loop early cancels the stream. */
async function* readChunks(body: NonNullable<HttpAnswer["body"]>): AsyncGenerator<Uint8Array> {
  if (!("getReader" in body)) {
    yield* body;
    return;
  }
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined); // the answer is already refused or read
  }
}

function readScores(text: string, shownUrl: string): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new InputError(
      "HTTP_ANSWER_JSON",
      `${shownUrl} did not answer with JSON, but with: ${text.slice(0, 60)}`,
      'It must answer with {"scores": […]}.',
    );
  }
  if (Array.isArray(answer)) return answer;
  return typeof answer === "object" && answer !== null && "scores" in answer ? answer.scores : undefined;
}
