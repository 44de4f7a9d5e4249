/**
 * The quick form of the certainty experiment: every goal of docs/experiments/run/certainty.md, on fewer tables.
 *
 * Seeds are fixed, so a figure is the same in every run. A goal is missed when the figure lies outside of it by more
 * than two standard errors of the mean over tables; the errors themselves are bounded below, so that a miss would be
 * seen. PARSIGHT_STORE names a folder in which cases are stored for the page, so that they need not be measured twice.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { learn, type Rule, tableFromRows } from "../../../src/index.js";
import { dataFolder } from "../../data/data-folder.js";
import { calibrationError, reliability } from "../../experiments/certainty/calibration-error.js";
import { breakRows, habitsOf, leftAlone } from "../../experiments/certainty/faults.js";
import { type Figure, formatFigure, meanFigure, verdictOf } from "../../experiments/certainty/figure.js";
import { heldIn } from "../../experiments/certainty/judge-rules.js";
import { toReport } from "../../experiments/certainty/page.js";
import { PARTS } from "../../experiments/certainty/parts.js";
import { ratioFigure, shareFigure } from "../../experiments/certainty/ratio-figure.js";
import { measureCases, selectCases } from "../../experiments/certainty/run.js";
import { readCases, storeCase } from "../../experiments/certainty/store.js";
import { strangenessOf } from "../../experiments/certainty/strangeness.js";
import { autoregressiveRows, drawRows, repeated, STRUCTURES } from "../../experiments/certainty/structures.js";
import { formatReport } from "../../experiments/output/report.js";
import { createRandom } from "../../internals.js";

const hasData = existsSync(join(dataFolder(), "adbench"));
if (!hasData) {
  console.warn("Certainty is not tested on public sets: set PARSIGHT_DATA to the folder that holds adbench/");
}

const STORE = process.env["PARSIGHT_STORE"] ?? "";

/** Shares are known to half of this: a figure that misses its goal by as much fails. */
const NOTICED = 0.17;

describe("what is said holds on fresh rows", () => {
  for (const one of selectCases(PARTS, null)) {
    test.skipIf(one.data === true && !hasData)(`${one.part}: ${one.name}`, { timeout: 300_000 }, async () => {
      const effort = { scale: "quick", seed: 1 } as const;
      const [measured] = await measureCases([one], effort);
      if (STORE !== "") storeCase(STORE, { ...measured!, ...effort });
      const figures = measured!.figures.filter(({ goal }) => goal !== null);
      expect(figures.length).toBeGreaterThan(0);
      const missed = figures.filter((figure) => ["missed", "not measured"].includes(verdictOf(figure)));
      expect(missed.map(formatFigure)).toEqual([]);
      expect(figures.filter(isVague).map(formatFigure)).toEqual([]);
    });
  }
});

/**
 * Whether a miss would go unnoticed. Of rare things (a fourth accused, a mined rule that is shown) little is known, and
 * public sets differ in how many of their anomalies are strange at all.
 */
function isVague({ measure, group, error }: Figure): boolean {
  const isRare =
    ["truly wrong", "held-out anomalies ≥ .95"].includes(measure) ||
    ["range rules", "mined rules", "without a rule"].some((kind) => group.endsWith(kind));
  const isShare = !measure.endsWith("σ");
  return isShare && !isRare && !(2 * error <= NOTICED);
}

describe("the measure", () => {
  const figure = (value: number, error: number): Figure => ({
    group: "tables",
    measure: "rows ≥ .95",
    value,
    error,
    count: 5,
    goal: { from: 0.03, to: 0.07 },
  });

  test("a goal is missed by more than two errors only", () => {
    expect(verdictOf(figure(0.05, 0.01))).toBe("reached");
    expect(verdictOf(figure(0.085, 0.01))).toBe("within error");
    expect(verdictOf(figure(0.091, 0.01))).toBe("missed");
    expect(verdictOf(figure(0.009, 0.01))).toBe("missed");
    expect(verdictOf(figure(0.08, Number.NaN))).toBe("missed");
    expect(verdictOf(figure(Number.NaN, Number.NaN))).toBe("not measured");
    expect(formatFigure(figure(0.312, 0.01))).toMatch(
      /^tables · rows ≥ \.95 +0\.312 ± 0\.010 +goal 0\.03 – 0\.07 +MISSED$/,
    );
  });

  test("errors are of means over repetitions, and of ratios over clusters", () => {
    const mean = meanFigure("g", "m", { values: [0.1, 0.3, Number.NaN], goal: null });
    expect([mean.value, mean.count]).toEqual([0.2, 2]);
    expect(mean.error).toBeCloseTo(0.1, 12);
    const parts = [
      { cluster: "a", part: 1, whole: 1 },
      { cluster: "a", part: 1, whole: 1 },
      { cluster: "b", part: 0, whole: 1 },
      { cluster: "b", part: 0, whole: 1 },
    ];
    const ratio = ratioFigure("g", "m", { parts, goal: null });
    expect([ratio.value, ratio.error]).toEqual([0.5, 0.5]);
    const certain = shareFigure("g", "m", { parts: parts.slice(0, 2), goal: null });
    expect(certain.value).toBe(1);
    expect(certain.error).toBeCloseTo(Math.sqrt((0.75 * 0.25) / 4), 12);
    const goal = { atLeast: 0.9 };
    expect(shareFigure("g", "m", { parts, goal }).goal).toBeNull();
    expect(shareFigure("g", "m", { parts: [...parts, ...parts], goal }).goal).toEqual(goal);
  });

  test("the calibration error of honest probabilities is near 0, of boasts as large as they are", () => {
    const random = createRandom(1);
    const honest = Array.from({ length: 20_000 }, () => {
      const probability = random();
      return { table: "t", probability, isTrue: random() < probability };
    });
    expect(calibrationError(honest)).toBeLessThan(0.02);
    expect(calibrationError(honest.map((each) => ({ ...each, isTrue: random() < each.probability / 2 })))).toBeCloseTo(
      0.25,
      1,
    );
    expect(reliability([{ table: "t", probability: 1, isTrue: true }])[9]).toMatchObject({ count: 1, shareTrue: 1 });
  });

  test("a rule is asked about rows where its antecedent holds and its consequent is known", () => {
    const table = tableFromRows([
      { level: 1, valve: "Open" },
      { level: 2, valve: "Open" },
      { level: 3, valve: "Closed" },
      { level: 3, valve: null },
      { level: null, valve: "Closed" },
      { level: 9, valve: "Closed" },
    ]);
    const rule = {
      antecedent: [{ feature: "level", min: 1, max: 3, maxInclusive: true }],
      consequent: { feature: "valve", in: ["Open"] },
    } as unknown as Rule;
    const { known, held, error } = heldIn(rule, { table, clusterRows: null });
    expect([known, held]).toEqual([3, 2]);
    expect(error).toBeCloseTo(Math.sqrt(2 / 27), 12);
    const open = { ...rule, antecedent: [{ feature: "level", min: 2, max: null }] } as Rule;
    expect(heldIn(open, { table, clusterRows: 3 })).toMatchObject({ known: 3, held: 1 });
  });

  test("broken rows differ from sound ones in exactly the features that are said to be wrong", () => {
    const random = createRandom(3);
    const rows = drawRows(STRUCTURES["numbers and categories"](1), 200, random);
    const broken = breakRows(rows, habitsOf(rows), random);
    for (const { row, sound, features } of broken) {
      const changed = Object.keys(row).filter((name) => row[name] !== sound[name]);
      expect(changed.sort()).toEqual([...features].sort());
      expect(features.length).toBeGreaterThan(0);
    }
    expect(new Set(broken.map(({ kind }) => kind)).size).toBe(4);
    expect(leftAlone(rows.slice(0, 1))).toEqual([{ row: rows[0], sound: rows[0], features: [], kind: "none" }]);
  });

  test("simulated rows come from their seed, depend on their neighbours or repeat as they should", () => {
    const rows = autoregressiveRows(4000, { phi: 0.99 }, createRandom(5));
    expect(autoregressiveRows(4000, { phi: 0.99 }, createRandom(5))).toEqual(rows);
    const first = rows.map((row) => row.x0 as number);
    const products = first.slice(1).map((value, i) => value * first[i]!);
    const squares = first.map((value) => value * value);
    const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
    expect(sum(products) / sum(squares)).toBeGreaterThan(0.97);
    const copies = repeated([{ x: 1, y: "a" }], 3, { noise: 0, random: createRandom(1) });
    expect(copies).toEqual([
      { x: 1, y: "a" },
      { x: 1, y: "a" },
      { x: 1, y: "a" },
    ]);
  });

  test("strangeness rises beyond what was seen, where strength ends", () => {
    const rows = drawRows(STRUCTURES["correlated numbers"](1), 500, createRandom(1));
    const model = learn(tableFromRows(rows));
    const [sound, far, farther] = strangenessOf(model, [
      rows[0]!,
      { ...rows[0]!, x0: 30 },
      { ...rows[0]!, x0: 30, x1: -30 },
    ]);
    expect(far).toBeGreaterThan(sound!);
    expect(farther).toBeGreaterThan(far!);
  });

  test("the page shows each figure with its error, its goal and what became of it", () => {
    const measured = [
      { part: "strength", name: "water tank", seconds: 1, figures: [figure(0.312, 0.01)], scale: "quick", seed: 1 },
    ] as const;
    const page = formatReport(toReport(measured), {
      title: "t",
      about: "a",
      command: "c",
      settings: {},
      seconds: 1,
      machine: "m",
    });
    expect(page).toContain("| strength: water tank | quick | 0 | 0 | 1 | 0 |");
    expect(page).toContain("## Strength: water tank");
    expect(page).toContain("| tables | rows ≥ .95 | 0.312 | 0.010 | 5 | 0.03 – 0.07 | missed |");
  });

  test("cases that were measured one by one are read in the order of the page, those of the seed alone", () => {
    const folder = mkdtempSync(join(tmpdir(), "parsight-cases-"));
    try {
      const stored = (part: string, name: string, seed: number) =>
        ({ part, name, seconds: 1, figures: [figure(0.312, Number.NaN)], scale: "full", seed }) as const;
      storeCase(folder, stored("rules", PARTS[1]!.cases[0]!.name, 1));
      storeCase(folder, stored("strength", "water tank", 1));
      storeCase(folder, stored("strength", "tied rows", 2));
      const cases = readCases(folder, PARTS, 1);
      expect(cases.map(({ part, name }) => `${part}/${name}`)).toEqual([
        "strength/water tank",
        `rules/${PARTS[1]!.cases[0]!.name}`,
      ]);
      expect(cases[0]!.figures).toEqual([figure(0.312, Number.NaN)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
