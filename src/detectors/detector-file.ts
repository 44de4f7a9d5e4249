/**
 * A Detector as plain JSON and back. Reading trusts nothing: every number is checked before it may become an index, a
 * forest's children lie behind their parent, so that scoring a loaded detector always ends, and what is added up or
 * multiplied is so small that every score is a finite number. A checksum over the content tells a file that was damaged
 * or edited; files written before there was one have none, and are taken as they are.
 */
import { createChecksum } from "../core/model/checksum.js";
import type { CategoricalFeature, Category, Feature } from "../core/table/features.js";
import { type Autoencoder, autoencoderWidths, MAX_PARAMETER } from "./autoencoder.js";
import { denseLayers, parameterCount } from "./dense-network.js";
import type { Detector, DetectorModel } from "./detector.js";
import { DETECTOR_KINDS } from "./detector-kinds.js";
import type { IsolationForest } from "./isolation-forest.js";
import {
  badDetector,
  fieldOf,
  type JsonPlace,
  readChoice,
  readFiniteNumber,
  readFiniteNumbers,
  readList,
  readNumbersWithin,
  readText,
  readWholeNumber,
  readWholeNumbers,
} from "./json-reader.js";
import type { MatrixColumn, MatrixView } from "./matrix-view.js";
import type { NumericInputs } from "./numeric-inputs.js";

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
    view: detector.view,
    ...(model.kind === "isolation-forest"
      ? { forest: withPlainLists(model.forest) }
      : {
          autoencoder: {
            inputs: withPlainLists(model.autoencoder.inputs),
            widths: model.autoencoder.widths,
            parameters: Array.from(model.autoencoder.parameters),
          },
        }),
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
  const view = readList(fieldOf(place, "view")).map(readColumn);
  if (view.length === 0) throw badDetector("detector.view is empty");
  const model: DetectorModel =
    kind === "isolation-forest"
      ? { kind, forest: readForest(fieldOf(place, "forest"), view.length) }
      : { kind, autoencoder: readAutoencoder(fieldOf(place, "autoencoder"), view) };
  const detector = {
    view,
    model,
    threshold: threshold.value === null ? Number.POSITIVE_INFINITY : readFiniteNumber(threshold),
  };
  checkChecksum(fieldOf(place, "checksum"), detector);
  return detector;
}

function checkChecksum({ value, at }: JsonPlace, detector: Detector): void {
  if (value === undefined || value === checksumOf(contentOf(detector))) return;
  throw badDetector(`${at} is not that of its content`);
}

/** Typed arrays become lists; the rest stays. */
function withPlainLists(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value,
    ]),
  );
}

function readColumn(place: JsonPlace): MatrixColumn {
  return {
    feature: readFeature(fieldOf(place, "feature")),
    holds: readChoice(fieldOf(place, "holds"), ["numbers", "codes"]),
    fill: readFiniteNumber(fieldOf(place, "fill")),
    below: readFiniteNumber(fieldOf(place, "below")),
    above: readFiniteNumber(fieldOf(place, "above")),
  };
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

function readForest(place: JsonPlace, width: number): IsolationForest {
  const columns = readWholeNumbers(fieldOf(place, "columns"), { min: -1, max: width - 1, length: null });
  const length = columns.length;
  const children = readWholeNumbers(fieldOf(place, "children"), { min: -1, max: length - 2, length });
  columns.forEach((column, node) => {
    if (column >= 0 && children[node]! <= node)
      throw badDetector(`${place.at}.children[${node}] does not lie behind it`);
  });
  const sampleSize = readWholeNumber(fieldOf(place, "sampleSize"), 1, Number.MAX_SAFE_INTEGER);
  return {
    sampleSize,
    width: readWholeNumber(fieldOf(place, "width"), width, width),
    roots: readWholeNumbers(fieldOf(place, "roots"), { min: 0, max: length - 1, length: null }),
    columns,
    thresholds: readFiniteNumbers(fieldOf(place, "thresholds"), length),
    children,
    // No path is longer than there are rows to part.
    pathLengths: readNumbersWithin(fieldOf(place, "pathLengths"), { min: 0, max: sampleSize, length }),
  };
}

function readAutoencoder(place: JsonPlace, view: MatrixView): Autoencoder {
  const inputs = readInputs(fieldOf(place, "inputs"), view.length);
  const widths = autoencoderWidths(inputs.owners.length);
  const saved = readWholeNumbers(fieldOf(place, "widths"), { min: 1, max: 1_000_000, length: widths.length });
  if (widths.some((width, layer) => saved[layer] !== width)) {
    throw badDetector(`${place.at}.widths must be ${widths.join(", ")}, got ${saved.join(", ")}`);
  }
  const parameters = readNumbersWithin(fieldOf(place, "parameters"), {
    min: -MAX_PARAMETER,
    max: MAX_PARAMETER,
    length: parameterCount(denseLayers(widths)),
  });
  return { inputs, widths, parameters };
}

function readInputs(place: JsonPlace, width: number): NumericInputs {
  const owners = readWholeNumbers(fieldOf(place, "owners"), { min: 0, max: width - 1, length: null });
  const length = owners.length;
  if (length === 0) throw badDetector(`${place.at}.owners is empty`);
  const scales = readFiniteNumbers(fieldOf(place, "scales"), length);
  if (scales.some((scale) => scale <= 0)) throw badDetector(`${place.at}.scales has an entry that is not above 0`);
  return {
    owners,
    codes: readWholeNumbers(fieldOf(place, "codes"), { min: -1, max: 2 ** 31 - 1, length }),
    offsets: readFiniteNumbers(fieldOf(place, "offsets"), length),
    scales,
  };
}
