import { expect, test } from "vitest";
import { createRandom, InputError, randomNormal } from "../core/base/index.js";
import { inferFeatures, tableFromColumns } from "../core/table/index.js";
import { scoreTable, trainDetector } from "./detector.js";
import { detectorFromJson, detectorToJson } from "./detector-file.js";
import { DETECTOR_KINDS, type DetectorKind } from "./detector-kinds.js";

const random = createRandom(9);
const table = tableFromColumns({
  level: Array.from({ length: 60 }, () => randomNormal(random)),
  code: Array.from({ length: 60 }, (_, row) => row % 3),
  valve: Array.from({ length: 60 }, (_, row) => (row % 7 === 0 ? "shut" : "open")),
});
const { features } = inferFeatures(table, { exclude: [], numeric: [], categorical: [] });

function savedDetector(kind: DetectorKind): string {
  return JSON.stringify(detectorToJson(trainDetector(table, features, { kind })));
}

for (const kind of DETECTOR_KINDS) {
  test(`${kind}: saved and loaded it is equal and scores equally`, () => {
    const detector = trainDetector(table, features, { kind });
    const loaded = detectorFromJson(JSON.parse(savedDetector(kind)));
    expect(loaded).toEqual(detector);
    expect(scoreTable(loaded, table)).toEqual(scoreTable(detector, table));
  });
}

test("a threshold that nothing reaches survives saving", () => {
  const detector = trainDetector(table, features, { contamination: 0 });
  expect(detectorFromJson(JSON.parse(JSON.stringify(detectorToJson(detector)))).threshold).toBe(
    Number.POSITIVE_INFINITY,
  );
});

test("an unknown kind of detector is refused with the list of kinds", () => {
  expect(() => trainDetector(table, features, { kind: "oracle" as DetectorKind })).toThrow(
    'there is no detector "oracle"',
  );
});

const damages: readonly [kind: DetectorKind, damage: (text: string) => string, message: string][] = [
  ["isolation-forest", () => "[]", "detector is not an object"],
  ["isolation-forest", (text) => text.replace("parsight-detector", "x"), "detector.format must be one of"],
  ["isolation-forest", (text) => text.replace('"version":1', '"version":2'), "detector.version must be a whole number"],
  ["isolation-forest", (text) => text.replace(/"roots":\[\d+/, '"roots":[-1'), "detector.forest.roots[0] must be"],
  [
    "isolation-forest",
    (text) => text.replace(/"columns":\[\d+/, '"columns":[99'),
    "detector.forest.columns[0] must be",
  ],
  ["isolation-forest", (text) => text.replace(/"children":\[\d+/, '"children":[0'), "does not lie behind it"],
  ["isolation-forest", (text) => text.replace(/"thresholds":\[[^,]+,/, '"thresholds":['), "entries, expected"],
  ["isolation-forest", (text) => text.replace('"holds":"codes"', '"holds":"mice"'), "detector.view[2].holds must be"],
  ["isolation-forest", (text) => text.replace('"open"', "7"), "is not a category of type text"],
  [
    "isolation-forest",
    (text) => text.replace('"name":"level"', '"name":3'),
    "detector.view[0].feature.name is not text",
  ],
  ["autoencoder", (text) => text.replace(/"scales":\[[^,]+/, '"scales":[0'), "not above 0"],
  ["autoencoder", (text) => text.replace(/"widths":\[\d+/, '"widths":[9'), "detector.autoencoder.widths must be"],
  ["autoencoder", (text) => text.replace(/"parameters":\[[^,]+/, '"parameters":[null'), "is not a finite number"],
  [
    "autoencoder",
    (text) => text.replace(/"parameters":\[([^,]+),[^,]+/, '"parameters":[$1,-1e308'),
    "detector.autoencoder.parameters[1] must be a number from -1000000000 to 1000000000, got -1e+308",
  ],
  [
    "isolation-forest",
    (text) => text.replace(/"pathLengths":\[[^,]+/, '"pathLengths":[1e308'),
    "detector.forest.pathLengths[0] must be a number from 0 to 60, got 1e+308",
  ],
  [
    "isolation-forest",
    (text) => text.replace(/"pathLengths":\[[^,]+/, '"pathLengths":[-1'),
    "detector.forest.pathLengths[0] must be a number from 0 to 60, got -1",
  ],
];

for (const [kind, damage, message] of damages) {
  test(`a damaged file is refused: ${message}`, () => {
    const text = savedDetector(kind);
    expect(damage(text)).not.toBe(text);
    expect(() => detectorFromJson(JSON.parse(damage(text)))).toThrow(InputError);
    expect(() => detectorFromJson(JSON.parse(damage(text)))).toThrow(message);
  });
}

/** Every number of the file in turn becomes each of these, as long as the file is taken. */
const HUGE = ["1e308", "-1e308", "1e9", "-1e9", "5e-324"];

/** As files were before they had a checksum: nothing tells a change of theirs. */
function withoutChecksum(text: string): string {
  return text.replace(/"checksum":"[0-9a-f]{16}",/, "");
}

for (const kind of DETECTOR_KINDS) {
  test(`${kind}: one changed digit is noticed`, () => {
    const text = savedDetector(kind);
    const digits = [...text.matchAll(/(?<=\.\d+)\d/g)];
    const { index, 0: digit } = digits[digits.length >> 1]!;
    const edited = `${text.slice(0, index)}${(Number(digit) + 1) % 10}${text.slice(index + 1)}`;
    expect(edited).not.toBe(text);
    expect(() => detectorFromJson(JSON.parse(edited))).toThrow("detector.checksum is not that of its content");
    expect(() => detectorFromJson(JSON.parse(text.replace('"kind"', '"kind" ')))).not.toThrow();
  });

  test(`${kind}: a file from before there was a checksum loads`, () => {
    const old = withoutChecksum(savedDetector(kind));
    expect(old).not.toContain("checksum");
    expect(detectorFromJson(JSON.parse(old))).toEqual(trainDetector(table, features, { kind }));
  });
}

for (const kind of DETECTOR_KINDS) {
  test(`${kind}: a file with huge numbers is refused or gives finite scores`, () => {
    const text = withoutChecksum(savedDetector(kind));
    const rows = tableFromColumns({
      level: [0, 1e308, -1e308, Infinity, NaN],
      code: [0, 1, 2, 3, 1e308],
      valve: ["a", "open", null, "shut", ""],
    });
    const numbers = [...text.matchAll(/-?\d[\d.e+-]*/g)];
    let taken = 0;
    for (let at = 0; at < numbers.length; at += Math.ceil(numbers.length / 200)) {
      const { index, 0: number } = numbers[at]!;
      for (const huge of HUGE) {
        const loaded = loadedOrNull(`${text.slice(0, index)}${huge}${text.slice(index + number.length)}`);
        if (loaded === null) continue;
        taken++;
        expect(scoreTable(loaded, rows).every(Number.isFinite), `${huge} at ${index}`).toBe(true);
      }
    }
    expect(taken).toBeGreaterThan(Math.min(100, numbers.length));
  });
}

test("an autoencoder with all parameters at their limit gives finite scores", () => {
  const json = JSON.parse(withoutChecksum(savedDetector("autoencoder")));
  for (const sign of [1, -1]) {
    json.autoencoder.parameters = json.autoencoder.parameters.map(
      (_: number, at: number) => (at % 3 === 0 ? sign : 1) * 1e9,
    );
    expect(scoreTable(detectorFromJson(json), table).every(Number.isFinite)).toBe(true);
  }
});

function loadedOrNull(text: string) {
  try {
    return detectorFromJson(JSON.parse(text));
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
