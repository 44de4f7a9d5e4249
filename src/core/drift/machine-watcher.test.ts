import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { learn } from "../learn.js";
import { tableFromRows } from "../table/index.js";
import { machinesCsv, machinesJson, machinesNdjson, machinesText } from "./machine-formats.js";
import { createMachineDriftWatcher, type MachineDrift, mostMachines } from "./machine-watcher.js";
import { findDrift } from "./watcher.js";

function flows(count: number, seed: number): { flow: number; level: number }[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const flow = randomNormal(random);
    return { flow, level: flow + 0.2 * randomNormal(random) };
  });
}

const model = learn(tableFromRows(flows(2000, 1)), { trees: 0, neighbours: 0, order: "none" });

/** Rows of machines that take turns. */
function inTurn(machines: Readonly<Record<string, { flow: number; level: number }[]>>): object[] {
  const longest = Math.max(...Object.values(machines).map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    Object.entries(machines).flatMap(([pump, rows]) => (at < rows.length ? [{ pump, ...rows[at] }] : [])),
  ).flat();
}

function watch(rows: readonly object[], by = "pump"): readonly MachineDrift[] {
  const watcher = createMachineDriftWatcher(model, by, {});
  const half = rows.length >> 1;
  watcher.add(
    tableFromRows(rows.slice(0, half)),
    Array.from({ length: half }, (_, row) => row),
  );
  watcher.add(
    tableFromRows(rows.slice(half)),
    Array.from({ length: rows.length - half }, (_, row) => half + row),
  );
  return watcher.finish();
}

const worn = flows(900, 3).map(({ flow, level }) => ({ flow: flow + 2, level }));

describe("machines that take turns", () => {
  const machines = watch(inTurn({ A: flows(1000, 2), B: worn }));

  test("are watched each by itself: what is found of one is what its rows alone tell", () => {
    expect(machines.map(({ machine, drift }) => [machine, drift.rows, drift.hasDrifted])).toEqual([
      ["A", 1000, false],
      ["B", 900, true],
    ]);
    const alone = findDrift(model, tableFromRows(worn));
    const kinds = (features: typeof alone.features) =>
      features.map(({ feature, changes }) => [feature, changes[0]!.kind]);
    expect(kinds(machines[1]!.drift.features)).toEqual(kinds(alone.features));
  });

  test("are told with their name in every form", () => {
    expect(machinesText("pump", machines)).toMatch(/^1 of 2 machines has drifted\.\n\npump = B\n/);
    const written = JSON.parse(machinesJson("pump", machines));
    expect(written.hasDrifted).toBe(true);
    expect(written.machines.map(({ by }: { by: unknown }) => by)).toEqual([{ pump: "A" }, { pump: "B" }]);
    const lines = machinesNdjson("pump", machines).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).by)).toEqual(lines.map(() => ({ pump: "B" })));
    const [head, ...cells] = machinesCsv("pump", machines).trimEnd().split("\n");
    expect(head).toMatch(/^by,/);
    expect(cells.every((line) => line.startsWith("B,"))).toBe(true);
  });

  test("say how many rows each has where none has drifted: few rows show little", () => {
    const text = machinesText("pump", watch(inTurn({ A: flows(20, 2), B: flows(1010, 4) })));
    expect(text).toMatch(/^No drift: 2 machines, of 20 to 1,010 rows each, are as the rows that were learnt\.\n/);
    const even = machinesText("pump", watch(inTurn({ A: flows(30, 2) })));
    expect(even).toMatch(/^No drift: 1 machine, of 30 rows each, is as the rows that were learnt\.\n/);
    expect(machinesText("pump", [])).toMatch(/^No drift: 0 machines are as the rows that were learnt\.\n/);
  });
});

test("an infinite name is another machine than a missing one", () => {
  const rows = flows(6, 5).map((row, at) => ({ ...row, pump: [1, Number.POSITIVE_INFINITY, null][at % 3] }));
  expect(watch(rows).map(({ machine, drift }) => [machine, drift.rows])).toEqual([
    [1, 2],
    ["Infinity", 2],
    [null, 2],
  ]);
});

test("more machines than can be watched are refused", () => {
  const rows = flows(1001, 6).map((row, pump) => ({ ...row, pump }));
  expect(() => watch(rows)).toThrow('column "pump" tells more than 1,000 machines apart');
  expect(() => watch(rows, "valve")).toThrow('no column "valve"');
});

test("fewer machines of wide models are watched, so that they fit into memory", () => {
  expect(mostMachines(200)).toBe(1000); // the water tank
  expect(mostMachines(2400)).toBe(250); // a hundred numbers
  expect(mostMachines(1e9)).toBe(1);
});
