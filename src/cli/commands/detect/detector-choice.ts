/** What `--detector` says: a kind of ours, `onnx:FILE`, or `http:URL` (an address alone will do). */
import { InputError } from "../../../core/base/errors/input-error.js";
import { nearestName } from "../../../core/base/text/names.js";
import { DETECTOR_KINDS, type DetectorKind } from "../../../detectors/detector-kinds.js";
import { hidePassword } from "../../../detectors/http-detector.js";
import { DETECTOR_FORMS } from "./command.js";

export type DetectorChoice =
  | { readonly from: "training"; readonly kind: DetectorKind }
  | { readonly from: "onnx"; readonly path: string }
  | { readonly from: "http"; readonly url: string };

export function parseDetectorChoice(text: string): DetectorChoice {
  const kind = DETECTOR_KINDS.find((candidate) => candidate === text);
  if (kind !== undefined) return { from: "training", kind };
  if (/^https?:\/\//i.test(text)) return { from: "http", url: text };
  const [, scheme, rest] = /^(onnx|http):(.+)$/s.exec(text) ?? [];
  if (scheme === "onnx") return { from: "onnx", path: rest! };
  if (scheme === "http") return { from: "http", url: rest! };
  const nearest = nearestName(text, DETECTOR_KINDS);
  throw new InputError(
    "DETECTOR_KIND",
    `there is no detector "${hidePassword(text).slice(0, 80)}"`,
    `${nearest === null ? "" : `Closest: ${nearest}. `}Detectors are: ${DETECTOR_FORMS.join(", ")}.`,
  );
}
