/** What `--detector` says: a kind of ours, `onnx:FILE`, or `http:URL` (an address alone will do). */
import { hideSecrets, InputError, nearestName } from "../../../core/base/index.js";
import { DETECTOR_KINDS, type DetectorKind } from "../../../detectors/detector-kinds.js";
import { DETECTOR_FORMS } from "./command.js";
import { OUTSIDE_PLACES, type OutsideScheme } from "./outside/outside-schemes.js";

export type DetectorChoice =
  | { readonly from: "training"; readonly kind: DetectorKind }
  | { readonly from: OutsideScheme; readonly place: string };

export function parseDetectorChoice(text: string): DetectorChoice {
  const kind = DETECTOR_KINDS.find((candidate) => candidate === text);
  if (kind !== undefined) return { from: "training", kind };
  if (/^https?:\/\//i.test(text)) return { from: "http", place: text };
  for (const from of Object.keys(OUTSIDE_PLACES) as OutsideScheme[]) {
    if (text.startsWith(`${from}:`) && text.length > from.length + 1)
      return { from, place: text.slice(from.length + 1) };
  }
  const nearest = nearestName(text, DETECTOR_KINDS);
  throw new InputError(
    "DETECTOR_KIND",
    `there is no detector "${hideSecrets(text).slice(0, 80)}"`,
    `${nearest === null ? "" : `Closest: ${nearest}. `}Detectors are: ${DETECTOR_FORMS.join(", ")}.`,
  );
}
