import { expect, test } from "vitest";
import { matrixFromRows } from "./matrix.js";
import { createOnnxDetector, type OnnxSession } from "./onnx-detector.js";

const rows = matrixFromRows([
  [1, 2],
  [3, 4],
  [5, 6],
]);

/** Adds up each row, and remembers how it was called. */
function summingSession(calls: (readonly [number, number])[]): OnnxSession {
  return {
    async run(values, dimensions) {
      calls.push(dimensions);
      return Float32Array.from({ length: dimensions[0] }, (_, row) => values[row * 2]! + values[row * 2 + 1]!);
    },
  };
}

test("rows go in by batches and scores come back in order", async () => {
  const calls: (readonly [number, number])[] = [];
  const score = createOnnxDetector(summingSession(calls), { batchRows: 2 });
  expect(Array.from(await score(rows))).toEqual([3, 7, 11]);
  expect(calls).toEqual([
    [2, 2],
    [1, 2],
  ]);
});

test("a model that scores normal rows higher is turned around", async () => {
  const score = createOnnxDetector(summingSession([]), { direction: "lower-is-stranger" });
  expect(Array.from(await score(rows))).toEqual([-3, -7, -11]);
});

test("too few scores and scores that are not numbers are refused", async () => {
  const answering = (answer: number[]) => createOnnxDetector({ run: async () => answer }, { name: "model.onnx" });
  await expect(answering([1])(rows)).rejects.toThrow("model.onnx answered with 1 scores for 3 rows");
  await expect(answering([1, Number.NaN, 2])(rows)).rejects.toThrow("answered row 1 with NaN, not a finite number");
});
