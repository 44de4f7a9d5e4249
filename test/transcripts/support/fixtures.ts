/**
 * Inputs that transcripts share: tables, and models learned from them. They are made once for each state of the sources.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatRows } from "../../../examples/water-tank/csv.js";
import { simulateWaterTank } from "../../../examples/water-tank/water-tank.js";
import { cacheFolder } from "../../support/fixture-cache.js";
import { runCli } from "../../support/run-cli.js";

/** Models are learned by the command line, so they depend on all sources. */
const SOURCES = ["src", "examples/water-tank", "test/transcripts/support/fixtures.ts"];

/** By name: its tables, and the command lines that learn its models. */
const FIXTURES: Readonly<
  Record<string, { files(): Readonly<Record<string, string>>; readonly learn: readonly string[] }>
> = {
  /** The water tank of the examples. */
  tank: { files: tankFiles, learn: ["learn normal.csv -o tank.json -q"] },
  /** A valve that is open where the pump runs and the level is high; the outflow follows it. */
  valve: { files: valveFiles, learn: ["learn normal.csv -o valve.json -q"] },
  /** Two machines with a row a minute. */
  machines: {
    files: machineFiles,
    learn: [
      "learn normal.csv -o machines.json -q",
      "learn normal.csv --history --by Machine --window 5m -o moving.json -q",
    ],
  },
};

export async function copyFixtures(names: readonly string[], folder: string): Promise<void> {
  for (const name of names) {
    const source = await provide(name);
    for (const file of readdirSync(source)) copyFileSync(join(source, file), join(folder, file));
  }
}

async function provide(name: string): Promise<string> {
  const fixture = FIXTURES[name];
  if (fixture === undefined) throw new Error(`there is no fixture "${name}"; there are ${Object.keys(FIXTURES)}`);
  const cache = cacheFolder(SOURCES);
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const unfinished = mkdtempSync(join(cache, "unfinished-"));
  for (const [file, text] of Object.entries(fixture.files())) writeFileSync(join(unfinished, file), text);
  for (const line of fixture.learn) {
    const { code, stderr } = await runCli(line.split(" "), { cwd: unfinished });
    if (code !== 0) throw new Error(`parsight ${line}: ${stderr}`);
  }
  if (!existsSync(folder)) renameSync(unfinished, folder);
  else rmSync(unfinished, { recursive: true }); // another run was faster
  return folder;
}

function tankFiles(): Readonly<Record<string, string>> {
  const { normal, anomalies } = simulateWaterTank();
  const rows = anomalies.map(({ row }) => row);
  return {
    "normal.csv": formatRows(normal),
    "anomalies.csv": formatRows(rows),
    "few.csv": formatRows(rows.slice(0, 3)),
  };
}

function valveFiles(): Readonly<Record<string, string>> {
  const rows = (count: number, seed: number, isFaulty = (_row: number) => false): string => {
    const random = createRandom(seed);
    const lines = Array.from({ length: count }, (_, row) => {
      const level = Math.floor(random() * 200) / 10;
      const pump = random() < 0.5 ? "ON" : "OFF";
      const isOpen = level >= 10 && pump === "ON";
      const outflow = isOpen ? 5 + random() : random() / 10;
      const mode = random() < 0.8 ? "Auto" : "Cleaning";
      return [level, pump, isOpen !== isFaulty(row) ? "Open" : "Closed", outflow.toFixed(2), mode].join(",");
    });
    return `Level,Pump,Valve,Outflow,Mode\n${lines.join("\n")}\n`;
  };
  return {
    "normal.csv": rows(600, 1),
    "more.csv": rows(500, 2),
    "good.csv": rows(40, 3),
    /** The valve is wrong in rows 3, 13, 23 and 33. */
    "monday.csv": rows(40, 4, (row) => row % 10 === 3),
    "tuesday.csv": rows(40, 5, (row) => row % 10 === 3),
    "few.csv": rows(3, 6, (row) => row === 1),
    /** Of two machines with a row a minute; from row 200 on the outflow is higher by 3. */
    "moved.csv": withMachines(rows(600, 7), (row) => (row < 200 ? 0 : 3)),
    "stable.csv": withMachines(rows(600, 7), () => 0),
  };
}

function withMachines(csv: string, shift: (row: number) => number): string {
  const [head, ...lines] = csv.trimEnd().split("\n");
  const rows = lines.map((line, row) => {
    const [level, pump, valve, outflow, mode] = line.split(",");
    const time = new Date(Date.parse("2026-05-04T00:00:00Z") + row * 60_000).toISOString().replace(".000Z", "Z");
    const moved = (Number(outflow) + shift(row)).toFixed(2);
    return [time, row % 2 === 0 ? "A" : "B", level, pump, valve, moved, mode].join(",");
  });
  return `Time,Machine,${head}\n${rows.join("\n")}\n`;
}

function machineFiles(): Readonly<Record<string, string>> {
  const rows = (minutes: number, start: string, seed: number, isHot = (_minute: number) => false): string => {
    const random = createRandom(seed);
    const lines: string[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      const time = new Date(Date.parse(start) + minute * 60_000).toISOString().replace(".000Z", "Z");
      for (const machine of ["A", "B"]) {
        const load = 50 + 40 * Math.sin(minute / 7) + 5 * random();
        const temperature = 20 + load / 2 + random() + (machine === "B" && isHot(minute) ? 40 : 0);
        const fan = load > 60 ? "fast" : "slow";
        lines.push([time, machine, load.toFixed(1), temperature.toFixed(1), fan, (random() + 3).toFixed(2)].join(","));
      }
    }
    return `Time,Machine,Load,Temperature,Fan,Voltage\n${lines.join("\n")}\n`;
  };
  return {
    "normal.csv": rows(600, "2026-05-04T00:00:00Z", 1),
    /** Machine B is too hot from 00:20 to 00:34. */
    "faults.csv": rows(60, "2026-05-05T00:00:00Z", 2, (minute) => minute >= 20 && minute < 35),
    "later.csv": rows(120, "2026-05-06T00:00:00Z", 3),
  };
}

/** Of its own, so that the inputs stay the same whatever happens to the program. */
function createRandom(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
