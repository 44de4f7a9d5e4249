/** A million rows through the command line: time and peak memory, from CSV and from Parquet, in memory or not. */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { loadModel } from "../../src/index.js";
import { median } from "../measures/median.js";
import { atMost, type Bench, type BenchContext, formatMs, formatRatio, type Line, requireAnswer } from "./bench.js";
import { type ChildTiming, runParsight } from "./command-line.js";
import { type MixedShape, writeMixedCsv } from "./data/synthetic.js";
import { LONG_RUN_MS } from "./timing.js";

export const bigTable: Bench = {
  name: "big",
  title: "Big tables through the command line",
  about:
    "`parsight learn` at its defaults (all cores) on seeded tables of 24 numeric and 6 text columns, each run a process of its own. Wall time from " +
    "start to saved model; peak memory is the whole process, Node and DuckDB included, as the system counts it (maximum resident set). Raw column " +
    "bytes: 8 for a number, 4 for the code of a text. Checked: the model has the rows it was given, and every run, from CSV or Parquet, in memory or out of it (`--memory`, columns in the temporary folder), makes the same one. Where a run takes over 30 s there are three, and the line says so.",
  run: runBig,
};

const COLUMNS = { numeric: 24, categorical: 6, seed: 1 };
/** Runs where each takes long. */
const LONG_RUNS = 3;

async function runBig(context: BenchContext): Promise<Line[]> {
  const sizes = context.isQuick ? [100, 1000] : [100_000, 1_000_000];
  const lines: Line[] = [];
  const walls = new Map<string, number>();
  for (const rows of sizes) {
    const files = await writeTables({ rows, ...COLUMNS }, context);
    const checkModel = modelCheck(rows);
    for (const { format, path } of files) {
      context.say(`big table: ${rows} rows from ${format}`);
      const { wallMs, peakBytes, runCount } = await measure([path], checkModel, context);
      const before = walls.get(format);
      walls.set(format, wallMs);
      lines.push(lineOf({ rows, format, wallMs, peakBytes, runCount, fileBytes: statSync(path).size, before }));
      if (format === "Parquet") {
        const outside = await measure([path, "--memory", "1MB"], checkModel, context);
        lines.push(outsideLine(rows, { wallMs, peakBytes }, outside));
      }
      rmSync(path);
    }
  }
  return lines;
}

interface Measured {
  readonly rows: number;
  readonly format: string;
  readonly wallMs: number;
  readonly peakBytes: number;
  readonly runCount: number;
  readonly fileBytes: number;
  /** Time for a tenth of the rows, where that was measured. */
  readonly before: number | undefined;
}

function lineOf({ rows, format, wallMs, peakBytes, runCount, fileBytes, before }: Measured): Line {
  const raw = rows * (8 * COLUMNS.numeric + 4 * COLUMNS.categorical);
  const share = peakBytes / raw;
  return {
    what: `${rows.toLocaleString("en-US")} × 30 from ${format} (${megabytes(fileBytes)})`,
    ours: formatMs(wallMs),
    rival: "–",
    theirs: "–",
    ratio: null,
    goal: before === undefined ? null : atMost({ text: `memory ≤ 3× raw column bytes`, most: 3 }, share, formatRatio),
    remark:
      `${runCount} runs; peak ${megabytes(peakBytes)}, ${formatRatio(share)} the raw ${megabytes(raw)}` +
      (before === undefined ? "" : `; time ${formatRatio(wallMs / before)} for ten times the rows`),
  };
}

type Cost = Pick<ChildTiming, "wallMs" | "peakBytes">;

/** Out of memory, against the same table in memory. */
function outsideLine(rows: number, inMemory: Cost, outside: Cost & { readonly runCount: number }): Line {
  const ratio = outside.wallMs / inMemory.wallMs;
  return {
    what: `${rows.toLocaleString("en-US")} × 30 from Parquet, out of memory`,
    ours: formatMs(outside.wallMs),
    rival: "in memory",
    theirs: formatMs(inMemory.wallMs),
    ratio: 1 / ratio,
    goal: atMost({ text: "at most 2× the time in memory", most: 2 }, ratio, formatRatio),
    remark: `${outside.runCount} runs; peak ${megabytes(outside.peakBytes)} instead of ${megabytes(inMemory.peakBytes)}`,
  };
}

function megabytes(bytes: number): string {
  return `${Number((bytes / 1e6).toPrecision(3))} MB`;
}

async function writeTables(shape: MixedShape, { scratch }: BenchContext): Promise<{ format: string; path: string }[]> {
  const csv = join(scratch, `big-${shape.rows}.csv`);
  const parquet = join(scratch, `big-${shape.rows}.parquet`);
  await writeMixedCsv(csv, shape);
  const database = await DuckDBInstance.create(":memory:");
  const connection = await database.connect();
  await connection.run(`COPY (SELECT * FROM read_csv('${csv}')) TO '${parquet}' (FORMAT parquet)`);
  connection.closeSync();
  database.closeSync();
  return [
    { format: "CSV", path: csv },
    { format: "Parquet", path: parquet },
  ];
}

async function measure(
  words: readonly string[],
  check: (path: string) => void,
  { scratch, runs }: BenchContext,
): Promise<ChildTiming & { readonly runCount: number }> {
  const model = join(scratch, "big.json");
  const timings: ChildTiming[] = [];
  const isEnough = (): boolean =>
    timings.length >= runs || (timings.length >= LONG_RUNS && timings.some(({ wallMs }) => wallMs > LONG_RUN_MS));
  while (!isEnough()) {
    const timing = await runParsight(["learn", ...words, "--quiet", "-o", model], scratch);
    check(model);
    timings.push(timing);
  }
  const middle = (part: (timing: ChildTiming) => number): number => median(timings.map(part));
  return {
    wallMs: middle(({ wallMs }) => wallMs),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    insideMs: middle(({ insideMs }) => insideMs),
    peakBytes: Math.max(...timings.map(({ peakBytes }) => peakBytes)),
    runCount: timings.length,
  };
}

/**
 * Checks models of tables with the same rows, one after the other: the first has all rows, and the others are the same.
 */
export function modelCheck(rows: number): (path: string) => void {
  let first: string | null = null;
  return (path) => {
    const text = readFileSync(path, "utf8");
    const digest = createHash("sha256").update(text).digest("hex");
    if (first === null) requireAnswer(loadModel(text).rowCount === rows, `the model of ${rows} rows says otherwise`);
    requireAnswer(digest === (first ?? digest), `the model of ${rows} rows is another one than before`);
    first = digest;
  };
}
