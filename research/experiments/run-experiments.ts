/**
 * Runs experiments set by set, keeps each result as it is ready, and writes tables, plots and pages.
 *
 * A result is one JSON file, results/<experiment>/<set>.json in the output folder, with the settings it was measured
 * with. A run that was broken off goes on from there; a result of other settings is measured anew.
 */
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { BenchmarkSet } from "../data/benchmark-set.js";
import { packSource, rawSource } from "../data/find-sets.js";
import type { Scale } from "../data/scale.js";
import type { Experiment, SetResult, SetSources, Settings } from "./experiment.js";
import { type Claim, formatReport, type Heading, type Report, tableCsv } from "./output/report.js";
import { writeWhole } from "./output/write-whole.js";

/** As it is run here: whatever its settings and results are in their own file. */
export type AnyExperiment = Pick<Experiment, "name" | "title" | "about" | "sets"> & {
  settings(scale: Scale, seed: number): Settings;
  measure(set: string, sources: SetSources, settings: never): Promise<unknown>;
  present(results: readonly SetResult<never>[]): ReturnType<Experiment["present"]>;
};

export interface RunOptions {
  readonly experiments: readonly AnyExperiment[];
  readonly scale: Scale;
  readonly seed: number;
  /** Only these sets; null: all. */
  readonly sets: readonly string[] | null;
  /** Settings to change, where an experiment has them: {anchorSamples: 600000}. */
  readonly overrides?: Readonly<Record<string, number>>;
  readonly out: string;
  readonly say: (line: string) => void;
  /** How the run is called, for the pages. */
  readonly command: (experiment: string) => string;
}

export interface Outcome {
  readonly experiment: string;
  readonly claims: readonly Claim[];
}

interface SavedResult {
  readonly settings: Settings;
  readonly seconds: number;
  readonly result: unknown;
}

export async function runExperiments(options: RunOptions): Promise<readonly Outcome[]> {
  const sources = setSources(options.seed);
  const wanted = (experiment: AnyExperiment): readonly string[] =>
    experiment.sets.filter(
      (set) => options.sets === null || options.sets.includes(set) || experiment.sets.length === 1,
    );
  const sets = [...new Set(options.experiments.flatMap(wanted))];
  for (const set of sets) {
    for (const experiment of options.experiments) {
      if (wanted(experiment).includes(set)) await measureOnce(experiment, { set, sources }, options);
    }
  }
  return options.experiments.map((experiment) => ({
    experiment: experiment.name,
    claims: writePages(experiment, wanted(experiment), options),
  }));
}

/** Only the set in work is held in memory. */
function setSources(seed: number): SetSources {
  const raw = rawSource(seed);
  let pack: ReturnType<typeof packSource> | null = null;
  const last = new Map<string, { readonly name: string; readonly set: BenchmarkSet }>();
  const once = async (source: string, name: string, read: () => Promise<BenchmarkSet>): Promise<BenchmarkSet> => {
    const known = last.get(source);
    if (known?.name === name) return known.set;
    const set = await read();
    last.set(source, { name, set });
    return set;
  };
  return {
    raw: (name) => once("raw", name, () => raw.read(name)),
    pack: (name) => once("pack", name, () => (pack ??= packSource()).read(name)),
  };
}

interface SetToMeasure {
  readonly set: string;
  readonly sources: SetSources;
}

async function measureOnce(
  experiment: AnyExperiment,
  { set, sources }: SetToMeasure,
  options: RunOptions,
): Promise<void> {
  const { out, say } = options;
  const settings = settingsOf(experiment, options);
  const path = resultPath(out, experiment.name, set);
  const title = `${experiment.name.padEnd(9)} ${set.padEnd(17)}`;
  if (readSaved(path, settings) !== null) return say(`${title} kept from an earlier run`);
  const started = performance.now();
  const result = await experiment.measure(set, sources, settings as never);
  const seconds = (performance.now() - started) / 1000;
  writeWhole(path, `${JSON.stringify({ settings, seconds, result } satisfies SavedResult)}\n`);
  say(`${title} ${seconds.toFixed(1)} s`);
}

function readSaved(path: string, settings: Settings): SavedResult | null {
  if (!existsSync(path)) return null;
  const saved = JSON.parse(readFileSync(path, "utf8")) as SavedResult;
  return JSON.stringify(saved.settings) === JSON.stringify(settings) ? saved : null;
}

function settingsOf(experiment: AnyExperiment, { scale, seed, overrides = {} }: RunOptions): Settings {
  const settings = experiment.settings(scale, seed);
  const known = Object.entries(overrides).filter(([name]) => Object.hasOwn(settings, name));
  return { ...settings, ...Object.fromEntries(known) };
}

function writePages(experiment: AnyExperiment, sets: readonly string[], options: RunOptions): readonly Claim[] {
  const { out, command } = options;
  const settings = settingsOf(experiment, options);
  const saved = sets.map((set) => ({ set, ...readSaved(resultPath(out, experiment.name, set), settings)! }));
  const report = experiment.present(saved.map(({ set, result }) => ({ set, result: result as never })));
  const heading = {
    title: experiment.title,
    about: experiment.about,
    command: command(experiment.name),
    settings,
    seconds: saved.reduce((sum, { seconds }) => sum + seconds, 0),
    machine: machineName(),
  };
  writeReport(report, heading, { out, name: experiment.name });
  return report.claims;
}

/** The page, its tables and its plots. */
export function writeReport(
  report: Report,
  heading: Heading,
  { out, name }: { readonly out: string; readonly name: string },
): void {
  writeWhole(join(out, `${name}.md`), formatReport(report, heading));
  for (const table of report.tables) writeWhole(join(out, `${table.file}.csv`), tableCsv(table));
  for (const plot of report.plots) writeWhole(join(out, `${plot.file}.svg`), plot.svg);
}

/** What a run took place on. */
export function machineName(): string {
  return `${cpus()[0]?.model.trim() ?? "unknown processor"}, one thread, Node ${process.versions.node}`;
}

function resultPath(out: string, experiment: string, set: string): string {
  return join(out, "results", experiment, `${set.replaceAll(" ", "-")}.json`);
}
