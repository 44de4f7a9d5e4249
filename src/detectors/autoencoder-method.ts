/** The autoencoder among the detectors. Parameters are limited, so that every score is a finite number. */
import {
  type Autoencoder,
  autoencoderSteps,
  autoencoderWidths,
  MAX_PARAMETER,
  scoreAutoencoder,
} from "./autoencoder.js";
import { denseLayers, parameterCount } from "./dense-network.js";
import { type DetectorMethod, withPlainLists } from "./detector-method.js";
import {
  badDetector,
  fieldOf,
  type JsonPlace,
  readFiniteNumbers,
  readNumbersWithin,
  readWholeNumbers,
} from "./json-reader.js";
import type { MatrixEncoding } from "./matrix-encoding.js";
import type { NumericInputs } from "./numeric-inputs.js";

export const autoencoder: DetectorMethod<Autoencoder> = {
  title: "an autoencoder",
  train: ({ encoding, matrix }, seed) => autoencoderSteps(encoding, matrix, { seed }),
  score: scoreAutoencoder,
  toJson: ({ inputs, widths, parameters }) => ({
    autoencoder: { inputs: withPlainLists(inputs), widths, parameters: Array.from(parameters) },
  }),
  fromJson: (file, encoding) => readAutoencoder(fieldOf(file, "autoencoder"), encoding),
};

function readAutoencoder(place: JsonPlace, encoding: MatrixEncoding): Autoencoder {
  const inputs = readInputs(fieldOf(place, "inputs"), encoding.length);
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
