import { expect, test } from "vitest";
import { matrixFromRows } from "../../src/detectors/matrix.js";
import { createOnnxDetector } from "../../src/detectors/onnx-detector.js";
import { openOnnxSession } from "../../src/detectors/onnx-runtime.js";
import { type LinearModel, linearModel } from "./tiny-onnx.js";

const rows = matrixFromRows([
  [1, 2],
  [3, 4],
  [0.5, -1],
]);

async function scoresOf(model: Partial<LinearModel>): Promise<number[]> {
  const bytes = linearModel({ weights: [2, 3], ...model });
  const session = await openOnnxSession(bytes, { name: "tiny.onnx", features: 2 });
  try {
    return Array.from(await createOnnxDetector(session, { name: "tiny.onnx", batchRows: 2 })(rows));
  } finally {
    await session.close();
  }
}

test("a linear model scores rows, batch by batch", async () => {
  expect(await scoresOf({})).toEqual([8, 18, -2]);
});

test("so does one in double precision", async () => {
  expect(await scoresOf({ precision: "double" })).toEqual([8, 18, -2]);
});

test("a file that is no model is refused", async () => {
  const open = openOnnxSession(Uint8Array.of(1, 2, 3), { name: "tiny.onnx", features: 2 });
  await expect(open).rejects.toThrow(
    "tiny.onnx cannot be loaded: Failed to load model because protobuf parsing failed.",
  );
});

test("a model for other features is refused before any row is handed over", async () => {
  const open = openOnnxSession(linearModel({ weights: [1, 2, 3] }), { name: "tiny.onnx", features: 2 });
  await expect(open).rejects.toThrow("tiny.onnx takes N × 3 numbers, the table gives rows × 2");
});

test("an output with several numbers for each row is refused", async () => {
  await expect(scoresOf({ outputs: 2, weights: [1, 2, 3, 4] })).rejects.toThrow(
    "tiny.onnx answered 2 rows with Y (2 × 2)",
  );
});
