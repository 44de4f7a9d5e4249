import { describe, expect, test } from "vitest";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import { countRules } from "../presenting/index.js";
import { tableFromRows } from "../table/index.js";
import { loadModel, MAX_MODEL_LENGTH, saveModel } from "./model-json.js";

const rows = Array.from({ length: 60 }, (_, i) => ({
  Level: (i % 30) / 2,
  Pump: i % 30 > 14 ? "ON" : "OFF",
  Valve: i % 7 === 0 ? null : i % 30 > 14,
  Id: `row ${i}`,
}));
const model = learn(tableFromRows(rows), { trees: 2, neighbours: 5, minSupport: 0.1 });
const text = saveModel(model);

type Fields = Record<string, unknown>;
const edited = (edit: (fields: Fields) => void): string => {
  const fields = JSON.parse(text) as Fields;
  edit(fields);
  return JSON.stringify(fields);
};
const invalid = (message: string) =>
  expect.objectContaining({
    code: "MODEL_INVALID",
    message,
    hint: "The file was damaged or edited; learn the model again.",
  });

describe("a model file", () => {
  test("is one line of JSON that says what it is", () => {
    expect(text.endsWith("}\n")).toBe(true);
    expect(text.indexOf("\n")).toBe(text.length - 1);
    expect(text.startsWith('{"format":"parsight-model","version":1,"checksum":"')).toBe(true);
  });

  test("loads to the same model, which explains the same", () => {
    const loaded = loadModel(text);
    expect(loaded).toEqual(model);
    expect(explain(loaded, tableFromRows(rows))).toEqual(explain(model, tableFromRows(rows)));
  });

  test("loads where a missing number has other bits, such as those of 0/0", () => {
    const columns = [...model.neighbours.columns];
    const values = columns[0]!.slice();
    new Uint32Array(values.buffer).set([1, 0xfff80000]);
    expect(values[0]).toBeNaN();
    const odd = { ...model, neighbours: { ...model.neighbours, columns: [values, ...columns.slice(1)] } };
    expect(loadModel(saveModel(odd)).neighbours.columns[0]![0]).toBeNaN();
  });

  test("loads where a number of the model is −0, which the file has as 0", () => {
    const lows = model.forest.lows.map((low, node) => (node === 0 ? -0 : low));
    const negative = { ...model, forest: { ...model.forest, lows } };
    expect(Object.is(lows[0], -0)).toBe(true);
    expect(saveModel(loadModel(saveModel(negative)))).toBe(saveModel(negative));
  });

  test("of older versions says nothing of rows that checked a rule, and claims no more than it knows", () => {
    const older = { ...model, rules: { ...model.rules, checked: null }, forest: { ...model.forest, checked: null } };
    const written = saveModel(older);
    expect(written).not.toContain("checked");
    const loaded = loadModel(written);
    expect(loaded).toEqual(older);
    const broken = explain(loaded, tableFromRows([{ Level: 2, Pump: "ON", Valve: true, Id: "x" }]))[0]!;
    expect(broken.rules[0]).toMatchObject({ checked: null });
    expect(broken.text).toContain("normal rows it was learnt from.");
  });

  test("of older versions does not say how much a mixture counts: as much as where there are categories", () => {
    const mixture = model.mixture!;
    expect(mixture.weight).toBe(1.25);
    expect((JSON.parse(text) as { mixture: Fields }).mixture).not.toHaveProperty("weight");
    const heavier = { ...model, mixture: { ...mixture, weight: 2.5 } };
    expect(loadModel(saveModel(heavier))).toEqual(heavier);
    for (const weight of [-1, 1e10]) {
      const refused = expect.objectContaining({ message: "the model's mixture.weight is not from 0 to 1000000000" });
      expect(() => loadModel(saveModel({ ...model, mixture: { ...mixture, weight } }))).toThrow(refused);
    }
  });

  test("of older versions does not say how many rules of trees are listed: they are counted by listing them", () => {
    const older = { ...model, treeRuleCounts: null };
    const written = saveModel(older);
    expect(written).not.toContain("treeRuleCounts");
    expect(loadModel(written)).toEqual(older);
    expect(loadModel(saveModel(model)).treeRuleCounts).toEqual(model.treeRuleCounts);
    expect(countRules(loadModel(written))).toEqual(countRules(model));
    expect(countRules(model).tree).toBeGreaterThan(0);
  });

  test("keeps the bounds of rules where rows depend on one another", () => {
    const ordered = learn(tableFromRows(rows), { trees: 2, neighbours: 5, minSupport: 0.1, order: "file" });
    expect([ordered.rules.checked!.lows, ordered.forest.checked!.lows]).not.toContain(null);
    expect(loadModel(saveModel(ordered))).toEqual(ordered);
  });

  test("may be of a table without features, or of a single row", () => {
    for (const table of [tableFromRows([{}]), tableFromRows([{ x: -3 }]), tableFromRows([{ x: Infinity, y: "a" }])]) {
      const small = learn(table, { numeric: [] });
      expect(saveModel(loadModel(saveModel(small)))).toBe(saveModel(small));
    }
  });
});

describe("loading refuses", () => {
  test("counts of rows that check a rule which are more than all, and bounds that are no shares", () => {
    const withRules = (edit: (rules: Record<string, number[]>) => void): string =>
      edited(({ rules }) => edit(rules as Record<string, number[]>));
    expect(() => loadModel(withRules((rules) => rules.checkedAntecedentCounts!.fill(61)))).toThrow(
      invalid("the model's rules.checkedAntecedentCounts[0] is not at most the count of all learning rows"),
    );
    expect(() => loadModel(withRules((rules) => rules.checkedAntecedentCounts!.fill(0)))).toThrow(
      invalid("the model's rules.checkedSupportCounts[0] is not at most its checkedAntecedentCounts"),
    );
    expect(() => loadModel(withRules((rules) => rules.checkedSupportCounts!.pop()))).toThrow(
      invalid(`the model's rules.checkedSupportCounts is not a list of ${model.rules.length} entries`),
    );
    const lows = (low: number): string =>
      withRules((rules) => Object.assign(rules, { confidenceLows: rules.consequents!.map(() => low) }));
    expect(() => loadModel(lows(1.5))).toThrow(invalid("the model's rules.confidenceLows[0] is not from 0 to 1"));
    expect(() => loadModel(lows(0.5))).toThrow(invalid("the model's checksum is not that of its content"));
  });

  test("what is no JSON, or not all of it", () => {
    expect(() => loadModel(text.slice(0, 100))).toThrow(
      expect.objectContaining({
        code: "MODEL_NOT_JSON",
        message: expect.stringMatching(/^the model is not a complete JSON text: /) as string,
        hint: "The file was cut off or is no model; learn the model again.",
      }),
    );
    expect(() => loadModel("")).toThrow("the model is not a complete JSON text: ");
  });

  test.each([
    ["gzip", [0x1f, 0x8b, 8, 8]],
    ["zstd", [0x28, 0xb5, 0x2f, 0xfd, 0x24]],
  ])("that is still packed by %s is called so", (packing, bytes) => {
    const text = new TextDecoder().decode(Uint8Array.from(bytes));
    expect(() => loadModel(text)).toThrow(
      expect.objectContaining({
        code: "MODEL_NOT_JSON",
        message: `the model is no JSON text, but still packed by ${packing}`,
        hint: `Unpack it: ${packing} -d. Model files are read plain, or packed once by gzip.`,
      }),
    );
  });

  test("JSON that is no model", () => {
    for (const other of ["{}", "[]", "null", "7", '"parsight-model"', '{"format":"other"}']) {
      expect(() => loadModel(other)).toThrow(
        expect.objectContaining({
          code: "MODEL_FORMAT",
          message: "this is not a parsight model",
          hint: 'A model file begins with {"format":"parsight-model"; it is written by learn.',
        }),
      );
    }
  });

  test("a version it does not know", () => {
    expect(() => loadModel(edited((fields) => (fields.version = 2)))).toThrow(
      expect.objectContaining({
        code: "MODEL_VERSION",
        message: "the model has format version 2, this parsight reads version 1",
        hint: "Install the parsight that wrote it, or learn the model again.",
      }),
    );
    expect(() => loadModel('{"format":"parsight-model"}')).toThrow("the model has format version undefined");
    expect(() => loadModel('{"format":"parsight-model","version":"1"}')).toThrow('the model has format version "1"');
  });

  test("a text that is absurdly long, before looking at it", () => {
    expect(() => loadModel(" ".repeat(MAX_MODEL_LENGTH + 1))).toThrow(
      expect.objectContaining({
        code: "MODEL_TOO_LARGE",
        message: "the model has 500000001 characters, more than 500000000",
        hint: "Learn it again with fewer rules (maxRules).",
      }),
    );
  });

  test("absurdly deep nesting, anywhere", () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    const input = expect.objectContaining({ name: "InputError" });
    expect(() => loadModel(deep)).toThrow(input);
    expect(() => loadModel(`{"format":"parsight-model","version":${deep}}`)).toThrow(input);
    for (const name of Object.keys(JSON.parse(text) as Fields)) {
      expect(() => loadModel(edited((fields) => (fields[name] = "DEEP")).replace('"DEEP"', deep)), name).toThrow(input);
    }
  });

  test("a field that is missing, unknown, of another type or out of range, by its name", () => {
    const cases: [(fields: Fields) => void, string][] = [
      [(fields) => delete fields.rules, "the model's content.rules is not there"],
      [(fields) => (fields.more = 1), "the model's content.more is not known"],
      [(fields) => (fields.rowCount = -1), "the model's rowCount is not a whole number from 0 to 9007199254740991"],
      [(fields) => (fields.features = {}), "the model's features is not a list"],
      [(fields) => (fields.features = [7]), "the model's features[0] is not an object"],
      [(fields) => (fields.profiles = []), "the model's profiles is not as long as its features"],
      [(fields) => (fields.warnings = [{ code: 1, message: "" }]), "the model's warnings[0].code is not a text"],
      [(fields) => (fields.checksum = "0"), "the model's checksum is not that of its content"],
    ];
    for (const [edit, message] of cases) expect(() => loadModel(edited(edit)), message).toThrow(invalid(message));
  });

  test("rows with each category that are not those of all rows", () => {
    const counted = (categoryCounts: unknown, trustedRowCount: number | null = 60): string =>
      edited((fields) => {
        fields.categoryCounts = categoryCounts;
        if (trustedRowCount !== null) fields.trustedRowCount = trustedRowCount;
      });
    expect(model.features.map(({ kind }) => kind)).toEqual(["numeric", "categorical", "categorical"]);
    const [pump, valve] = [
      [30, 30],
      [25, 26],
    ];
    const cases: [unknown, string][] = [
      [[null, pump], "categoryCounts is not a list of 3 entries"],
      [[pump, pump, valve], "categoryCounts[0] is not null, as that of a number is"],
      [[null, null, valve], "categoryCounts[1] is not a list"],
      [[null, [30], valve], "categoryCounts[1] is not a list of 2 entries"],
      [[null, [61, 0], valve], "categoryCounts[1][0] is not a whole number from 0 to 60"],
      [[null, [31, 29], valve], "categoryCounts[1][1] is not at least that of trusted rows"],
      [[null, [31, 30], valve], "categoryCounts[1] is not of at most all rows"],
      [[null, pump, valve], "checksum is not that of its content"],
    ];
    for (const [counts, message] of cases)
      expect(() => loadModel(counted(counts)), message).toThrow(invalid(`the model's ${message}`));
    expect(() => loadModel(counted([null, pump, valve], null))).toThrow(
      invalid("the model's categoryCounts is not absent where all rows are trusted"),
    );
    const some = { ...model, trustedRowCount: 60, categoryCounts: [null, pump, valve] };
    expect(loadModel(saveModel(some))).toEqual(some);
  });

  test("options that learning would refuse", () => {
    const withOption = (name: string, value: unknown): string =>
      edited((fields) => ((fields.options as Fields)[name] = value));
    expect(() => loadModel(withOption("cells", -1))).toThrow(
      invalid("the model's options is not valid: cells must be a whole number from 0 to 1000, got -1"),
    );
    for (const share of [-1, 1, 2.5]) {
      expect(() => loadModel(withOption("minSupport", share))).toThrow(
        invalid(`the model's options is not valid: minSupport must be in [0, 1), got ${share}`),
      );
    }
  });

  test("rules that contradict themselves", () => {
    const withRules = (edit: (rules: Record<string, number[]>) => void): string =>
      edited((fields) => edit(fields.rules as Record<string, number[]>));
    const last = model.rules.length - 1;
    expect(() =>
      loadModel(withRules((rules) => (rules.antecedentCounts![last] = rules.supportCounts![last]! - 1))),
    ).toThrow(invalid(`the model's rules.supportCounts[${last}] is not at most its antecedentCount`));
    expect(() => loadModel(withRules((rules) => rules.supportCounts!.reverse()))).toThrow(
      expect.objectContaining({ code: "MODEL_INVALID" }),
    );
    expect(() => loadModel(withRules((rules) => rules.lengths!.pop()))).toThrow(
      invalid(`the model's rules.lengths is not a list of ${model.rules.length} entries`),
    );
    expect(() => loadModel(withRules((rules) => (rules.consequents![0] = 999)))).toThrow(
      invalid(`the model's rules.consequents[0] is not a whole number from 0 to ${model.predicates.length - 1}`),
    );
  });

  test("dependencies that tell nothing, or a feature by itself", () => {
    const { items, offsets, consequents, length } = model.rules;
    const asDependency = (rule: number, consequent = consequents[rule]!): string =>
      edited(({ rules }) => {
        const { sources, consequents: told } = rules as Record<string, number[]>;
        sources![rule] = 2;
        told![rule] = consequent;
      });
    const places = Array.from({ length }, (_, rule) => rule);
    const ofLength = (count: number): number[] =>
      places.filter((rule) => offsets[rule + 1]! - offsets[rule]! === count);
    const plain = ofLength(0)[0]!;
    expect(() => loadModel(asDependency(plain))).toThrow(
      invalid(`the model's rules.lengths[${plain}] is not 1, as a dependency's is`),
    );
    const kindOf = (rule: number): string => model.predicates[items[offsets[rule]!]!]!.kind;
    const ofNumber = ofLength(1).find((rule) => kindOf(rule) === "interval")!;
    expect(() => loadModel(asDependency(ofNumber))).toThrow(
      invalid(`the model's rules.items[${offsets[ofNumber]}] is not about categories, as a dependency's is`),
    );
    const ofCategory = ofLength(1).find((rule) => kindOf(rule) === "in")!;
    expect(() => loadModel(asDependency(ofCategory, items[offsets[ofCategory]!]))).toThrow(
      invalid(
        `the model's rules.consequents[${ofCategory}] is not about categories or an interval of another feature than its item`,
      ),
    );
    expect(() => loadModel(asDependency(ofCategory))).toThrow(
      invalid("the model's checksum is not that of its content"),
    );
  });
});
