/**
 * Tables and models for tests that do not test learning. A model is learned when a test first needs it, then
 * cached for as long as what it depends on is unchanged (fixture-cache.ts).
 */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRandom } from "../../src/core/base/index.js";
import { learn } from "../../src/core/learn.js";
import { type LearnOptions, saveModel } from "../../src/core/model/index.js";
import { readTable } from "../../src/input/read-table.js";
import { normalDay } from "../browser/support/day-of-incidents.js";
import { movingRows } from "../history/moving-tank.js";
import { makeOnce } from "../tools/make-once.js";
import { cacheFolder } from "./fixture-cache.js";

interface Fixture {
  /** A CSV file in the repository, or the text of one. */
  readonly table: URL | (() => string);
  readonly options?: LearnOptions;
}

const TANK = new URL("../../examples/water-tank/data/normal.csv", import.meta.url);
const QUICK: LearnOptions = { trees: 2, neighbours: 100 };

const FIXTURES = {
  /** The water tank: 10,000 rows of the README, with default options. */
  tank: { table: TANK },
  "tank-paper": { table: TANK, options: { preset: "paper" } },
  /** A tank that moves, a row a minute: with and without the history of rows. */
  moving: { table: movingTank, options: QUICK },
  "moving-history": { table: movingTank, options: { ...QUICK, history: true } },
  /** The day before the incidents of test/browser/support/day-of-incidents.ts. */
  day: { table: normalDay },
  /** Numbers, categories, identifiers, timestamps, missing values. */
  mixed: { table: mixedTable, options: QUICK },
  /** Names and categories that CSV, HTML, shells and terminals treat specially. */
  hostile: { table: hostileTable, options: QUICK },
  /** Several machines in one file, whose rows alternate. */
  machines: { table: machineTable, options: { ...QUICK, history: true, by: "Machine" } },
  wide: { table: wideTable, options: QUICK },
  /** Three rows: fewer than mined rules need. */
  tiny: { table: () => "a,b\n1,x\n2,y\n3,x\n", options: QUICK },
} satisfies Record<string, Fixture>;

export type FixtureName = keyof typeof FIXTURES;
export const FIXTURE_NAMES = Object.keys(FIXTURES) as FixtureName[];

/** What the models depend on: readers, the core with its kernel, tables of tests. */
const SOURCES = [
  "src/core",
  "src/input",
  "examples/water-tank",
  "test/browser/support/day-of-incidents.ts",
  "test/history/moving-tank.ts",
  "test/support/fixtures.ts",
];

/** The path of the fixture's CSV file; must not be written to. */
export function fixtureTable(name: FixtureName): string {
  const { table }: Fixture = FIXTURES[name];
  if (table instanceof URL) return fileURLToPath(table);
  return makeFile(`${name}.csv`, table);
}

/** The path of the fixture's model, the same bytes as `parsight learn` writes; must not be written to. */
export async function fixtureModel(name: FixtureName): Promise<string> {
  const file = `${name}.model.json`;
  const path = join(cacheFolder(SOURCES), file);
  if (existsSync(path)) return path;
  const { table } = await readTable(fixtureTable(name));
  return makeFile(file, () => saveModel(learn(table, (FIXTURES[name] as Fixture).options ?? {})));
}

/** Of several processes that need the file at once, one makes it. */
function makeFile(name: string, make: () => string): string {
  const path = join(cacheFolder(SOURCES), name);
  return makeOnce(
    path,
    () => (existsSync(path) ? path : null),
    () => {
      writeFileSync(`${path}.tmp`, make());
      renameSync(`${path}.tmp`, path);
      return path;
    },
  );
}

function movingTank(): string {
  return csvOf(movingRows(1500));
}

function csvOf(rows: readonly object[]): string {
  const lines = rows.map((row) => Object.values(row).map(csvCell).join());
  return `${[Object.keys(rows[0]!).map(csvCell).join(), ...lines].join("\n")}\n`;
}

function csvCell(value: unknown): string {
  const text = String(value ?? "");
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function mixedTable(): string {
  const random = createRandom(1);
  const rows = Array.from({ length: 600 }, (_, row) => {
    const level = Math.floor(random() * 200) / 10;
    const pump = random() < 0.5 ? "ON" : "OFF";
    const valve = level >= 10 && pump === "ON" ? "Open" : "Closed";
    const outflow = ((valve === "Open" ? 5 : 0) + random()).toFixed(3);
    const at = new Date(Date.UTC(2026, 4, 10, 0, row)).toISOString();
    return {
      Order: `order ${row}`,
      At: at,
      Level: random() < 0.02 ? "" : level,
      Pump: pump,
      Valve: valve,
      Outflow: outflow,
    };
  });
  return csvOf(rows);
}

function hostileTable(): string {
  const random = createRandom(2);
  const rows = Array.from({ length: 600 }, () => {
    const isOn = random() < 0.5;
    return {
      'Wert <1> & "2"': (random() * 10).toFixed(2),
      "état 🙂, ]]>": isOn ? "on <b>&" : "=1+1",
      constructor: isOn ? "__proto__" : "line\nbreak",
      "$(flow) 'x'; --": ((isOn ? 5 : 0) + random()).toFixed(3),
    };
  });
  return csvOf(rows);
}

function machineTable(): string {
  const machines = [1, 2, 3].map((seed) => movingRows(400, { seed }).map((row) => ({ Machine: `P-${seed}`, ...row })));
  return csvOf(machines[0]!.flatMap((_, at) => machines.map((rows) => rows[at]!)));
}

/** 60 columns: in groups of five that follow one hidden number. */
function wideTable(): string {
  const random = createRandom(3);
  const rows = Array.from({ length: 300 }, () => {
    const hidden = Array.from({ length: 12 }, () => random());
    const cells = Array.from({ length: 60 }, (_, at) => (hidden[at % 12]! * (1 + at) + random() / 5).toFixed(3));
    return Object.fromEntries(cells.map((cell, at) => [`s${at + 1}`, cell]));
  });
  return csvOf(rows);
}
