/** The isolation forest among the detectors. Children lie behind their parent, so that scoring always ends. */
import { type DetectorMethod, withPlainLists } from "./detector-method.js";
import { growIsolationForest, type IsolationForest, scoreIsolationForest } from "./isolation-forest.js";
import {
  badDetector,
  fieldOf,
  type JsonPlace,
  readFiniteNumbers,
  readNumbersWithin,
  readWholeNumber,
  readWholeNumbers,
} from "./json-reader.js";

export const isolationForest: DetectorMethod<IsolationForest> = {
  title: "an isolation forest",
  // biome-ignore lint/correctness/useYield: it takes one step.
  *train({ matrix }, seed) {
    return growIsolationForest(matrix, { seed });
  },
  score: scoreIsolationForest,
  toJson: (forest) => ({ forest: withPlainLists(forest) }),
  fromJson: (file, encoding) => readForest(fieldOf(file, "forest"), encoding.length),
};

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
