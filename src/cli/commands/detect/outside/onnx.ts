/** A model in ONNX, run here. */
import { readFile, stat } from "node:fs/promises";
import { InputError } from "../../../../core/base/index.js";
import type { MatrixEncoding } from "../../../../detectors/matrix-encoding.js";
import { createOnnxDetector } from "../../../../detectors/onnx-detector.js";
import type { Invocation } from "../../../arguments/command.js";
import type { OpenOutside, OutsideDetector } from "./outside-detector.js";
import { DEFAULT_BATCH_ROWS } from "./outside-schemes.js";

export const onnxDetector: OutsideDetector = { file: (path) => path, open: openOnnx };

const MAX_MODEL_BYTES = 1e9;

async function openOnnx(path: string, encoding: MatrixEncoding, { commandLine }: Invocation): Promise<OpenOutside> {
  const { openOnnxSession } = await import("../../../../detectors/onnx-runtime.js");
  const session = await openOnnxSession(await readModel(path), { name: path, features: encoding.length });
  const score = createOnnxDetector(session, {
    name: path,
    batchRows: commandLine.number("batchRows") ?? DEFAULT_BATCH_ROWS,
  });
  return { title: `the ONNX model ${path}`, score: async (rows) => score(rows), close: () => session.close() };
}

async function readModel(path: string): Promise<Uint8Array> {
  const size = await stat(path).then(
    (stats) => (stats.isFile() ? stats.size : null),
    () => null,
  );
  if (size === null) {
    throw new InputError(
      "ONNX_FILE",
      `there is no ONNX file ${path}`,
      "Name it after onnx:, for example onnx:model.onnx.",
    );
  }
  if (size > MAX_MODEL_BYTES) {
    throw new InputError(
      "ONNX_FILE",
      `${path} has ${size} bytes; models of up to ${MAX_MODEL_BYTES} bytes are loaded`,
      "Serve it by HTTP instead: --detector http:URL.",
    );
  }
  return readFile(path);
}
