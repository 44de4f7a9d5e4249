/**
 * A Detector as plain JSON and back. Reading trusts nothing: every number is checked before it may become an index,
 * what its kind learnt by that kind (see DetectorMethod). A checksum over the content tells a file that was damaged or
 * edited; files written before there was one have none, and are taken as they are.
 */
import { createChecksum } from "../core/model/index.js";
import type { CategoricalFeature, Category, Feature } from "../core/table/index.js";
import type { Detector } from "./detector.js";
import { DETECTOR_KINDS } from "./detector-kinds.js";
import { DETECTORS } from "./detectors.js";
import {
  badDetector,
  fieldOf,
  type JsonPlace,
  readChoice,
  readFiniteNumber,
  readList,
  readText,
  readWholeNumber,
} from "./json-reader.js";
import type { MatrixColumn } from "./matrix-encoding.js";

const DETECTOR_FORMAT = "parsight-detector";
const DETECTOR_VERSION = 1;

/** Plain data for JSON.stringify. A threshold that nothing reaches is null. */
export function detectorToJson(detector: Detector): unknown {
  const content = contentOf(detector);
  return { format: DETECTOR_FORMAT, version: DETECTOR_VERSION, checksum: checksumOf(content), ...content };
}

function contentOf(detector: Detector): object {
  const { model } = detector;
  return {
    kind: model.kind,
    threshold: Number.isFinite(detector.threshold) ? detector.threshold : null,
    view: detector.encoding,
    ...DETECTORS[model.kind].toJson(model.learnt),
  };
}

function checksumOf(content: object): string {
  const checksum = createChecksum();
  checksum.addText(JSON.stringify(content));
  return checksum.digest();
}

/** Throws DETECTOR_FILE when it is not a detector of this format and version, whole and consistent. */
export function detectorFromJson(json: unknown): Detector {
  const place: JsonPlace = { value: json, at: "detector" };
  readChoice(fieldOf(place, "format"), [DETECTOR_FORMAT]);
  readWholeNumber(fieldOf(place, "version"), DETECTOR_VERSION, DETECTOR_VERSION);
  const kind = readChoice(fieldOf(place, "kind"), DETECTOR_KINDS);
  const threshold = fieldOf(place, "threshold");
  const encoding = readList(fieldOf(place, "view")).map(readColumn);
  if (encoding.length === 0) throw badDetector("detector.view is empty");
  const detector = {
    encoding,
    model: { kind, learnt: DETECTORS[kind].fromJson(place, encoding) },
    threshold: threshold.value === null ? Number.POSITIVE_INFINITY : readFiniteNumber(threshold),
  };
  checkChecksum(fieldOf(place, "checksum"), detector);
  return detector;
}

function checkChecksum({ value, at }: JsonPlace, detector: Detector): void {
  if (value === undefined || value === checksumOf(contentOf(detector))) return;
  throw badDetector(`${at} is not that of its content`);
}

function readColumn(place: JsonPlace): MatrixColumn {
  return {
    feature: readFeature(fieldOf(place, "feature")),
    holds: readChoice(fieldOf(place, "holds"), ["numbers", "codes"]),
    fill: readFiniteNumber(fieldOf(place, "fill")),
    below: readFiniteNumber(fieldOf(place, "below")),
    above: readFiniteNumber(fieldOf(place, "above")),
    ...readRange(fieldOf(place, "range")),
  };
}

/** Files of older versions have none. */
function readRange(place: JsonPlace): Pick<MatrixColumn, "range"> {
  if (place.value === undefined) return {};
  if (place.value === null) return { range: null };
  const [least, greatest, ...more] = readList(place).map(readFiniteNumber);
  if (least === undefined || greatest === undefined || more.length > 0 || least > greatest)
    throw badDetector(`${place.at} is not a pair of numbers, the lesser first`);
  return { range: [least, greatest] };
}

function readFeature(place: JsonPlace): Feature {
  const name = readText(fieldOf(place, "name"));
  const kind = readChoice(fieldOf(place, "kind"), ["numeric", "categorical"]);
  if (kind === "numeric") return { name, kind };
  const type = readChoice(fieldOf(place, "type"), ["text", "number", "boolean"]);
  return {
    name,
    kind,
    type,
    categories: readList(fieldOf(place, "categories")).map((entry) => readCategory(entry, type)),
  };
}

const CATEGORY_TYPEOF = { text: "string", number: "number", boolean: "boolean" } as const;

function readCategory({ value, at }: JsonPlace, type: CategoricalFeature["type"]): Category {
  const plain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (!plain || typeof value !== CATEGORY_TYPEOF[type]) throw badDetector(`${at} is not a category of type ${type}`);
  return value;
}
