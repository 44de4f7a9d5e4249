import { expect, test } from "vitest";
import { createHttpDetector, type FetchLike, type HttpDetectorOptions } from "./http-detector.js";
import { matrixFromRows } from "./matrix.js";

const rows = matrixFromRows([
  [1, 2],
  [3, 4],
  [5, 6],
]);
const never = () => new AbortController().signal;

function detector(fetch: FetchLike, options: Partial<HttpDetectorOptions> = {}) {
  return createHttpDetector({
    url: "http://host/score?key=1",
    features: ["a", "b"],
    fetch,
    timeout: never,
    ...options,
  });
}

function answering(text: string, status = 200): FetchLike {
  return async () => ({ status, body: new Blob([text]).stream() });
}

test("rows go out by batches as JSON and scores come back in order", async () => {
  const bodies: unknown[] = [];
  const score = detector(
    async (url, request) => {
      expect(url).toBe("http://host/score?key=1");
      const body = JSON.parse(request.body) as { rows: number[][] };
      bodies.push(body);
      return { status: 200, body: new Blob([JSON.stringify({ scores: body.rows.map((row) => row[0]) })]).stream() };
    },
    { batchRows: 2 },
  );
  expect(Array.from(await score(rows))).toEqual([1, 3, 5]);
  expect(bodies).toEqual([
    {
      features: ["a", "b"],
      rows: [
        [1, 2],
        [3, 4],
      ],
    },
    { features: ["a", "b"], rows: [[5, 6]] },
  ]);
});

test("a bare list of scores is understood, also from a body that is only iterable", async () => {
  expect(Array.from(await detector(answering("[1, 2, 3]"))(rows))).toEqual([1, 2, 3]);
  async function* chunks() {
    yield new TextEncoder().encode("[1, 2");
    yield new TextEncoder().encode(", 3]");
  }
  expect(Array.from(await detector(async () => ({ status: 200, body: chunks() }))(rows))).toEqual([1, 2, 3]);
});

test("what is wrong with an answer is said, without the query of the address", async () => {
  await expect(detector(answering("no", 503))(rows)).rejects.toThrow("http://host/score answered with status 503");
  await expect(detector(answering("oops"))(rows)).rejects.toThrow("did not answer with JSON, but with: oops");
  await expect(detector(answering("{}"))(rows)).rejects.toThrow("did not answer with a list of scores");
  await expect(detector(answering("[1]"))(rows)).rejects.toThrow("answered with 1 scores for 3 rows");
  await expect(detector(answering('[1, 2, "3"]'))(rows)).rejects.toThrow("answered row 2 with 3, not a finite number");
  await expect(detector(async () => ({ status: 200, body: null }))(rows)).rejects.toThrow("did not answer with JSON");
});

test("an answer that is too large is refused and its stream cancelled", async () => {
  let cancelled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(64)),
    cancel: () => {
      cancelled++;
    },
  });
  const score = detector(async () => ({ status: 200, body: endless }), { maxAnswerBytes: 100 });
  await expect(score(rows)).rejects.toThrow("answered with more than 100 bytes (maxAnswerBytes)");
  expect(cancelled).toBe(1);
});

test("a request that is too large is not sent", async () => {
  const score = detector(() => Promise.reject(new Error("sent")), { maxRequestBytes: 10 });
  await expect(score(rows)).rejects.toThrow("more than 10 (maxRequestBytes)");
});

test("a late answer and an endpoint that is not there have errors of their own", async () => {
  const aborted = AbortSignal.abort();
  const waiting: FetchLike = async (_, request) => {
    request.signal.throwIfAborted();
    throw new Error("unreachable");
  };
  await expect(detector(waiting, { timeout: () => aborted, timeoutMs: 50 })(rows)).rejects.toMatchObject({
    code: "HTTP_TIMEOUT",
    message: "http://host/score did not answer within 50 ms",
  });
  await expect(detector(waiting)(rows)).rejects.toMatchObject({
    code: "HTTP_UNREACHABLE",
    message: "http://host/score could not be reached: unreachable",
  });
});

test("an address that is none is refused at once", () => {
  expect(() => detector(answering(""), { url: "ftp://host" })).toThrow('"ftp://host" is not an HTTP address');
  expect(() => detector(answering(""), { url: "host" })).toThrow('"host" is not an HTTP address');
});

test("user and password of an address are sent as a header, and never shown", async () => {
  const seen: unknown[] = [];
  const score = detector(
    async (url, { headers }) => {
      seen.push(url, headers.authorization);
      return { status: 503, body: null };
    },
    { url: "http://ann:p%40ss%3Aé@host:81/score?key=1" },
  );
  await expect(score(rows)).rejects.toThrow("http://host:81/score answered with status 503");
  expect(seen).toEqual(["http://host:81/score?key=1", `Basic ${Buffer.from("ann:p@ss:é").toString("base64")}`]);
});

test.each([
  ["no address", "http://ann:secret@ho st/score", '"http://…@ho st/score" is not an HTTP address'],
  ["another protocol", "ftp://ann:se/cret@host", '"ftp://…@host" is not an HTTP address'],
])("%s is refused without its password", (_, url, message) => {
  expect(() => detector(answering(""), { url })).toThrow(message);
});

test("a failure that names the address is told without its password", async () => {
  const score = detector(
    async () => {
      throw new TypeError("cannot fetch http://ann:secret@host/score");
    },
    { url: "http://ann:secret@host/score" },
  );
  await expect(score(rows)).rejects.toThrow("could not be reached: cannot fetch http://…@host/score");
});
