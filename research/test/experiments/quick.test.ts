/** The quick mode of all experiments: two small sets, and the orderings that should hold on any set. Needs the data. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dataFolder, packFolder } from "../../data/data-folder.js";
import { EXPERIMENTS, QUICK_SETS } from "../../experiments/experiments.js";
import { runExperiments } from "../../experiments/run-experiments.js";

const isHere = existsSync(join(dataFolder(), "adbench")) && packFolder() !== null;
if (!isHere) {
  console.warn(
    "The experiments' quick mode is not tested: set PARSIGHT_DATA to the folder that holds adbench/ and perturbed/",
  );
}

describe.skipIf(!isHere)("quick experiments", () => {
  test("write their pages, and the orderings hold", { timeout: 600_000 }, async () => {
    const out = mkdtempSync(join(tmpdir(), "parsight-quick-"));
    try {
      const outcomes = await runExperiments({
        experiments: EXPERIMENTS,
        scale: "quick",
        seed: 1,
        sets: QUICK_SETS,
        out,
        say: () => {},
        command: (name) => `npm run research -- experiments ${name} --quick`,
      });
      for (const { name } of EXPERIMENTS) expect(existsSync(join(out, `${name}.md`))).toBe(true);
      const broken = outcomes.flatMap(({ experiment, claims }) =>
        claims.filter(({ holds, on }) => !holds && on === "any").map(({ text }) => `${experiment}: ${text}`),
      );
      expect(broken).toEqual([]);
    } finally {
      rmSync(out, { recursive: true });
    }
  });
});
