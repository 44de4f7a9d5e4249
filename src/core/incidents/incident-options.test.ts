import { expect, test } from "vitest";
import { learn } from "../learn.js";
import { resolveIncidentOptions } from "./incident-options.js";

const rows = Array.from({ length: 60 }, (_, row) => ({ level: row % 13, flow: (row * 7) % 11 }));
const model = { ...learn(rows, { trees: 0, neighbours: 0 }), order: { by: "file", column: null, step: null } as const };

function areDependent(options: { by?: string; gap?: string }, isChosen: boolean, time: string | null = null): boolean {
  return resolveIncidentOptions(options, model, { time, isChosen }).areDependent;
}

test("rows next to each other belong together where rows depend on their neighbours", () => {
  expect(areDependent({}, false)).toBe(true);
  expect(areDependent({ by: "pump" }, false)).toBe(true);
  expect(areDependent({}, true)).toBe(true); // they stand at their number in the input
  expect(areDependent({ by: "pump" }, true, "when")).toBe(true);
});

test("rows that somebody chose, counted by machine, may be far apart: only one cause joins them", () => {
  expect(areDependent({ by: "pump" }, true)).toBe(false);
  expect(areDependent({ by: "pump", gap: "20 rows" }, true, "when")).toBe(false);
});
