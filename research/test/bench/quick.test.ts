/** All benches on tiny tables without Python: answers are checked, times are taken, none fails. Needs a build. */
import { expect, test } from "vitest";
import { BENCHES } from "../../bench/benches.js";
import { describeMachine } from "../../bench/machine.js";
import type { Rivals } from "../../bench/python.js";
import { formatReport } from "../../bench/report.js";
import { runBenches } from "../../bench/run-benches.js";

const rivals: Rivals = { kind: "absent", reason: "the test runs without Python" };

test("every bench runs, checks its answers and says what was not run", { timeout: 300_000 }, async () => {
  const outcomes = await runBenches(BENCHES, { runs: 1, isQuick: true, pack: null, rivals, say: () => {} });
  expect(outcomes.map(({ bench, failure }) => [bench.name, failure])).toEqual(BENCHES.map(({ name }) => [name, null]));
  for (const { bench, lines } of outcomes) expect(lines.length, bench.name).toBeGreaterThan(0);
  const report = formatReport(
    outcomes,
    describeMachine({ rivals, runs: 1, pack: null, date: new Date("2026-01-02T03:04:05Z") }),
  );
  expect(report).toContain("| date | 2026-01-02 03:04 |");
  expect(report).toContain("| not run: the test runs without Python |");
  for (const { title } of BENCHES) expect(report).toContain(`## ${title}`);
});

test("a bench whose answer is wrong fails by name, and the others still run", async () => {
  const [first, second] = BENCHES;
  const outcomes = await runBenches(
    [
      { ...first!, run: async () => Promise.reject(new Error("it broke")) },
      { ...second!, run: async () => [] },
    ],
    { runs: 1, isQuick: true, pack: null, rivals, say: () => {} },
  );
  expect(outcomes.map(({ failure }) => failure)).toEqual(["it broke", null]);
});

test("without the pack, benches that need it say so", async () => {
  const benches = BENCHES.filter(({ name }) => ["cut-offs", "learn", "explain", "paper", "model"].includes(name));
  const outcomes = await runBenches(benches, { runs: 1, isQuick: false, pack: null, rivals, say: () => {} });
  for (const { bench, lines, failure } of outcomes) {
    expect(failure, bench.name).toBeNull();
    expect(lines.every(({ theirs }) => theirs.startsWith("not run: the pack of perturbed rows"))).toBe(true);
  }
});
