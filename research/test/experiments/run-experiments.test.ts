import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Scale } from "../../data/scale.js";
import type { SetResult } from "../../experiments/experiment.js";
import { drawBars, drawLines } from "../../experiments/output/plot.js";
import { type AnyExperiment, runExperiments } from "../../experiments/run-experiments.js";

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "parsight-experiments-"));
});
afterEach(() => rmSync(out, { recursive: true }));

/** Remembers on which sets it was asked to measure; fails on one of them. */
function counting(measured: string[], failing = ""): AnyExperiment {
  return {
    name: "counting",
    title: "Counting",
    about: "Counts.",
    sets: ["a", "b", "c"],
    settings: (scale: Scale, seed: number) => ({ seed, rows: scale === "full" ? 10 : 2 }),
    measure: async (set: string) => {
      if (set === failing) throw new Error("broken off");
      measured.push(set);
      return { letters: set.length, share: 0.25 };
    },
    present: (results: readonly SetResult<never>[]) => ({
      tables: [
        {
          file: "counting-table",
          title: "By set",
          heads: ["set", "share"],
          digits: 2,
          rows: [...results.map(({ set, result }) => [set, (result as { share: number }).share]), ["=none", null]],
        },
      ],
      plots: [
        { file: "counting-plot", title: "A plot", svg: drawBars({ title: "t", unit: "u", groups: ["a"], series: [] }) },
      ],
      claims: [{ text: "it counts", holds: true, on: "any" as const }],
    }),
  };
}

const run = (
  experiment: AnyExperiment,
  more: { seed?: number; sets?: string[]; said?: string[]; overrides?: Record<string, number> } = {},
) =>
  runExperiments({
    experiments: [experiment],
    scale: "full",
    seed: more.seed ?? 1,
    sets: more.sets ?? null,
    overrides: more.overrides ?? {},
    out,
    say: (line) => more.said?.push(line),
    command: (name) => `npm run research -- experiments ${name}`,
  });

test("a run that was broken off goes on where it was", async () => {
  const measured: string[] = [];
  await expect(run(counting(measured, "b"))).rejects.toThrow("broken off");
  expect(existsSync(join(out, "counting.md"))).toBe(false);
  const said: string[] = [];
  await run(counting(measured), { said });
  expect(measured).toEqual(["a", "b", "c"]);
  expect(said[0]).toMatch(/^counting +a +kept from an earlier run$/);
  expect(said[1]).toMatch(/^counting +b +\d+\.\d s$/);
});

test("results of other settings are measured anew", async () => {
  const measured: string[] = [];
  await run(counting(measured), { sets: ["a"] });
  await run(counting(measured), { sets: ["a"], seed: 2 });
  await run(counting(measured), { sets: ["a"], seed: 2, overrides: { rows: 99, unknown: 1 } });
  expect(measured).toEqual(["a", "a", "a"]);
  expect(readFileSync(join(out, "counting.md"), "utf8")).toContain("Settings: seed 2; rows 99  \n");
});

test("a page, its table and its plot are written, with command, settings and time", async () => {
  const [outcome] = await run(counting([]));
  expect(outcome).toEqual({ experiment: "counting", claims: [{ text: "it counts", holds: true, on: "any" }] });
  const page = readFileSync(join(out, "counting.md"), "utf8");
  expect(page).toContain(
    "# Counting\n\nCounts.\n\nCommand: `npm run research -- experiments counting`  \nSettings: seed 1; rows 10  \nTime: 0 s, ",
  );
  expect(page).toContain("| set | share |\n| --- | ---: |\n| a | 0.25 |\n| b | 0.25 |\n| c | 0.25 |\n| =none | n.a. |");
  expect(page).toContain("![A plot](counting-plot.svg)");
  expect(page).toContain("- holds: it counts");
  expect(readFileSync(join(out, "counting-table.csv"), "utf8")).toBe("set,share\na,0.25\nb,0.25\nc,0.25\n'=none,\n");
  expect(readFileSync(join(out, "counting-plot.svg"), "utf8")).toMatch(/^<svg /);
});

test("plots draw each value once, leave gaps where there is none, and keep text from becoming markup", () => {
  const bars = drawBars({
    title: "a < b",
    unit: "share",
    groups: ["x & y", "z"],
    series: [
      { name: "ours", values: [0.5, null] },
      { name: "paper", values: [0.25, 1], isPaper: true },
    ],
  });
  expect(bars).toContain("a &lt; b");
  expect(bars).toContain("x &amp; y");
  expect(bars.match(/<title>/g)).toHaveLength(3);
  const lines = drawLines({
    title: "t",
    xTitle: "x",
    yTitle: "y",
    marks: "lines",
    series: [
      {
        name: "ours",
        points: [
          [0, 1],
          [10, 0.5],
        ],
      },
    ],
  });
  expect(lines.match(/<circle /g)).toHaveLength(2);
  expect(lines).toContain("<polyline ");
  expect(lines).not.toContain("NaN");
});
