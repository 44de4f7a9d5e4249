/** All outside detectors. A new one is a scheme in OUTSIDE_PLACES, a file here and a line; the compiler asks for it. */
import { httpDetector } from "./http.js";
import { onnxDetector } from "./onnx.js";
import type { OutsideDetector } from "./outside-detector.js";
import type { OutsideScheme } from "./outside-schemes.js";

export const OUTSIDE_DETECTORS: Readonly<Record<OutsideScheme, OutsideDetector>> = {
  onnx: onnxDetector,
  http: httpDetector,
};
