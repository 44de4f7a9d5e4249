import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { openKernel } from "../compute/index.js";
import { learn } from "../learn.js";
import type { Model } from "../model/index.js";
import { contains, type IntervalPredicate } from "../predicates/index.js";
import { encodeTable, tableFromRows } from "../table/index.js";
import { type DiagnosisOptions, diagnoseRow, prepareDiagnosis, verifyRow } from "./diagnosis.js";
import type { Finding } from "./finding.js";

type Row = Record<string, number | string | null>;

/** The pump's flow follows its speed, and the lamp shows whether it runs. */
function pumpRow(random: () => number): Row {
  const isOn = random() < 0.7;
  const speed = isOn ? 40 + 10 * random() : 0;
  return {
    speed,
    flow: 3 * speed + randomNormal(random),
    lamp: isOn ? "green" : "red",
    room: 20 + randomNormal(random),
  };
}

function pumpRows(count: number, seed = 3): Row[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => pumpRow(random));
}

const model = learn(tableFromRows(pumpRows(500)));

interface AskedDiagnosis extends DiagnosisOptions {
  readonly verify: boolean;
}

function diagnose(row: Row, options: AskedDiagnosis = { top: 5, verify: false }, by: Model = model): Finding {
  const encoded = encodeTable(by.features, tableFromRows([row]));
  const diagnosis = prepareDiagnosis(by, options, openKernel());
  const finding = diagnoseRow(diagnosis, encoded, 0);
  return options.verify ? verifyRow(diagnosis, finding, { table: encoded, row: 0, isMuted: () => false }) : finding;
}

const nameOf = (feature: number): string => model.features[feature]!.name;
const SOUND: Row = { speed: 45, flow: 135, lamp: "green", room: 20 };

describe("a diagnosis", () => {
  test("accuses the reading that disagrees with all others, and says what it should be", () => {
    const { suspects, strength } = diagnose({ ...SOUND, flow: 60 });
    const [first] = suspects;
    expect([nameOf(first!.feature), strength]).toEqual(["flow", 500 / 501]);
    expect(first!.suggested).toBeGreaterThan(110);
    expect(first!.suggested).toBeLessThan(160);
  });

  test("expects no more than the rule allows, and little more than the rest of the row does", () => {
    const { suspects, rules } = diagnose({ ...SOUND, flow: 60 });
    const [first] = suspects;
    const rule = rules[first!.rule!]!.consequent as IntervalPredicate;
    const { min, max } = first!.expected as IntervalPredicate;
    expect(min >= rule.min && max <= rule.max).toBe(true);
    expect(contains({ ...rule, min, max }, 135)).toBe(true);
    expect([first!.level, max - min < 20]).toEqual([0.9, true]);
  });

  test("finds the same blame where rules are not asked for", () => {
    const told = diagnose({ ...SOUND, flow: 60 });
    const measured = diagnose({ ...SOUND, flow: 60 }, { top: 5, verify: true, isBlameOnly: true });
    const numbersOf = ({ suspects, strength }: Finding) => [
      strength,
      suspects.map(({ feature, blame, probability }) => ({ feature, blame, probability })),
    ];
    expect(numbersOf(measured)).toEqual(numbersOf(told));
    expect([measured.rules, measured.repaired, measured.suspects[0]!.expected]).toEqual([[], null, null]);
  });

  test("accuses a state that was never seen, or is missing where all rows have one", () => {
    const unseen = diagnose({ ...SOUND, lamp: "blue" }).suspects[0]!;
    expect([nameOf(unseen.feature), unseen.expected?.kind, unseen.suggested]).toEqual(["lamp", "in", 0]);
    const missing = diagnose({ ...SOUND, lamp: null }).suspects[0]!;
    expect([nameOf(missing.feature), missing.expected?.kind]).toEqual(["lamp", "present"]);
    // The other three may be wrong themselves, so every normal row is as near as any: green or red.
    expect([0, 1]).toContain(missing.suggested);
  });

  test("accuses two readings when both are far off, each by a rule that asks for neither", () => {
    const { suspects, rules } = diagnose({ ...SOUND, flow: 400, room: 60 });
    const accused = suspects.filter(({ expected }) => expected !== null);
    expect(accused.map(({ feature }) => nameOf(feature)).sort()).toEqual(["flow", "room"]);
    expect(rules).toHaveLength(2);
  });

  test("shows no more rules than asked for", () => {
    const { suspects, rules } = diagnose({ ...SOUND, flow: 400, room: 60 }, { top: 1, verify: false });
    expect(rules).toHaveLength(1);
    expect(suspects.filter(({ rule }) => rule !== null)).toHaveLength(1);
  });

  test("has little to say about a normal row", () => {
    const { strength, suspects, repaired } = diagnose(SOUND);
    expect(strength).toBeLessThan(0.95);
    expect(suspects.filter(({ expected }) => expected !== null).length).toBeLessThanOrEqual(1);
    expect(repaired).toBeNull();
  });

  test("verifies that the repaired row is normal", () => {
    const { repaired, strength } = diagnose({ ...SOUND, flow: 400 }, { top: 5, verify: true });
    expect(strength).toBe(500 / 501);
    expect(repaired!.strength).toBeLessThan(0.95);
    expect(repaired!.brokenBefore).toBeGreaterThan(0);
    expect(repaired!.brokenAfter).toBe(0);
    const state = diagnose({ ...SOUND, lamp: "red" }, { top: 5, verify: true });
    expect(state.repaired!.brokenAfter).toBe(0);
  });

  test("knows no strength where too few rows could be held back", () => {
    const few = learn(tableFromRows(pumpRows(18)));
    const { strength, repaired } = diagnose({ ...SOUND, flow: 400, room: 60 }, { top: 5, verify: true }, few);
    expect([strength, repaired!.strength]).toEqual([null, null]);
  });

  test("goes by single values where a model has neither trees nor rows nor a mixture", () => {
    const bare = learn(tableFromRows(pumpRows(300)), { trees: 0, neighbours: 0 });
    expect([bare.mixture, bare.neighbours.rowCount]).toEqual([null, 0]);
    const { suspects } = diagnose({ ...SOUND, room: 60 }, { top: 5, verify: false }, bare);
    expect(nameOf(suspects[0]!.feature)).toBe("room");
    expect(suspects[0]!.blame).toBeGreaterThan(0.5);
  });
});

describe("a diagnosis of many features", () => {
  /** Each odd feature follows the even one before it. */
  const wideRow = (random: () => number, count: number): Row => {
    const row: Record<string, number> = {};
    for (let j = 0; j < count; j += 2) {
      row[`f${j}`] = randomNormal(random);
      row[`f${j + 1}`] = 2 * row[`f${j}`]! + 0.1 * randomNormal(random);
    }
    return row;
  };

  test.each([70, 260])("names the one among %d that contradicts its partner", (count) => {
    const random = createRandom(9);
    const wide = learn(tableFromRows(Array.from({ length: 120 }, () => wideRow(random, count))), {
      maxPredicates: 1,
      trees: 4,
    });
    expect(wide.mixture === null).toBe(count > 256);
    for (const pair of [1, 33, 65]) {
      const row = { ...wideRow(random, count), [`f${pair - 1}`]: 1.5, [`f${pair}`]: -5 };
      const [first, second] = diagnose(row, { top: 5, verify: false }, wide).suspects;
      expect([pair - 1, pair]).toContain(first!.feature);
      expect(first!.blame).toBeGreaterThan(second!.blame);
    }
  });
});

describe("what a diagnosis learns", () => {
  test("uses every row of a small table, and judges each by what was learnt without it", () => {
    expect(model.neighbours.rowCount).toBe(500);
    expect(model.calibration.strangeness).toHaveLength(500);
    const large = learn(tableFromRows(pumpRows(1800)), { trees: 2, maxPredicates: 2 });
    expect(large.neighbours.rowCount).toBe(1000);
    expect(large.calibration.strangeness.length).toBeGreaterThan(1400);
    expect([...large.calibration.strangeness]).toEqual([...large.calibration.strangeness].sort((a, b) => a - b));
    const kept = new Set(large.neighbours.columns[0]!);
    const all = pumpRows(1800).map(({ speed }) => speed as number);
    expect(all.filter((speed) => speed > 0 && kept.has(speed)).length).toBeLessThanOrEqual(1000);
  });

  test("keeps as many rows as asked for, of real values, NaN where one is missing", () => {
    const holes = pumpRows(60).map((row, i) => (i % 3 === 0 ? { ...row, lamp: null, room: null } : row));
    const small = learn(tableFromRows(holes), { neighbours: 30 });
    expect(small.neighbours.rowCount).toBe(30);
    const lamp = [...small.neighbours.columns[2]!];
    expect(lamp.every((code) => Number.isNaN(code) || code === 0 || code === 1)).toBe(true);
    expect(lamp.some(Number.isNaN)).toBe(true);
    expect(learn(tableFromRows(holes), { neighbours: 0 }).neighbours.rowCount).toBe(0);
  });

  test("fits no mixture to a single feature", () => {
    expect(learn(tableFromRows(pumpRows(100).map(({ room }) => ({ room })))).mixture).toBeNull();
  });
});
