/** Decision-tree cut-offs for all features, ours against scikit-learn's trees at equal settings. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_PACK } from "../data/pack.js";
import { median } from "../measures/median.js";
import {
  atLeastTimes,
  type Bench,
  type BenchContext,
  formatMs,
  formatRatio,
  type Line,
  requireAnswer,
} from "./bench.js";
import { type NamedTable, trainingTables } from "./data/pack-tables.js";
import { type CutOffTask, cutOffTask, cutOffTrees, withFirst } from "./ours.js";
import { type PythonServer, startPython, whyNotRun } from "./python.js";
import { type Medians, race, type Timing, timeOnce } from "./timing.js";

export const cutOffs: Bench = {
  name: "cut-offs",
  title: "Decision-tree cut-offs for all features",
  about:
    "One tree for each feature of a set's learning rows, from all other numeric features, least leaf as learning has it " +
    "(more than θ of the rows), no other limit. Checked first: the gains of the first roots agree to 1e-5, all splits gain the same " +
    "within 0.1 %, there are as many within 5 % (scikit-learn also makes splits that gain nothing), and each feature gains what it must. Where several " +
    "features have a best cut (on fault in a sixth of the splits: f21 sorts its rows as f4 does, and f3 as f2), scikit-learn takes one by lot and ours the " +
    "first by name; so a feature must gain at least what only it can, and at most what it could. " +
    "One thread each, wall time; scikit-learn's inputs are made ready beforehand (ranks as float32) and only `fit` is timed, ours includes sorting.",
  run: runCutOffs,
};

const RIVAL = "scikit-learn trees";
const GOAL = "≥ level per core";

async function runCutOffs(context: BenchContext): Promise<Line[]> {
  const tables = trainingTables(context, "all");
  if (tables.length === 0) return [notRun(NO_PACK)];
  const reason = whyNotRun(context.rivals, "scikit-learn");
  const server =
    context.rivals.kind === "absent" || reason !== null ? null : startPython(context.rivals, "cut_offs.py");
  try {
    const measured = [];
    for (const table of tables) {
      context.say(`cut-offs ${table.name}`);
      measured.push(await runTable(table, server, context));
    }
    return server === null ? [notRun(reason ?? "")] : toLines(measured);
  } finally {
    await server?.close();
  }
}

interface Measured {
  readonly what: string;
  readonly ours: Medians;
  readonly theirs: Medians | null;
}

async function runTable(
  { name, table }: NamedTable,
  server: PythonServer | null,
  context: BenchContext,
): Promise<Measured> {
  const task = cutOffTask(table);
  const what = `${name}: ${task.table.rowCount.toLocaleString("en-US")} × ${task.table.features.length}`;
  if (server !== null) await checkAgainst(server, { task, what }, context.scratch);
  const ourself = { name: "ours", run: () => timeOnce(() => cutOffTrees(task)) };
  const rival = server === null ? [] : [{ name: RIVAL, run: () => server.ask<Timing>("fit", {}), isRival: true }];
  const [ours, theirs = null] = await race([ourself, ...rival], context.runs);
  return { what, ours: ours!, theirs };
}

/** Of scikit-learn's trees: decreases of impurity, as shares of all rows. */
export interface Gains {
  readonly total: number;
  readonly splits: number;
  readonly roots: readonly number[];
  /**
   * Of each feature: what it gains in splits that no other feature could make as well, and in all that it could make.
   */
  readonly least: readonly number[];
  readonly most: readonly number[];
  /** Gained below splits whose best cuts part the rows differently: there the trees may differ. */
  readonly unsettled: number;
}

/** Trees beyond these are not looked at by themselves. */
const ROOTS_CHECKED = 3;

/** A task, and what messages call it. */
interface NamedTask {
  readonly task: CutOffTask;
  readonly what: string;
}

async function checkAgainst(server: PythonServer, { task, what }: NamedTask, scratch: string): Promise<void> {
  const path = join(scratch, "columns.json");
  writeFileSync(path, JSON.stringify(plainTable(task)));
  await server.ask("load", { path });
  const theirs = await server.ask<Gains>("gains", {});
  requireSameGains(cutOffTrees(task), theirs, what);
  for (const [target, root] of theirs.roots.slice(0, ROOTS_CHECKED).entries()) {
    const ours = root === 0 ? 0 : cutOffTrees(withFirst(task, target))[0]!.gain;
    requireAnswer(
      Math.abs(ours - root) <= 1e-5 * Math.max(1, root),
      `${what}: root ${target} gains ${ours}, not ${root}`,
    );
  }
}

/** Ours keeps its targets in units of 2^-20. */
const ROUNDING = 1e-5;

export function requireSameGains(
  proposals: readonly { readonly feature: number; readonly gain: number }[],
  theirs: Gains,
  what: string,
): void {
  const total = proposals.reduce((sum, { gain }) => sum + gain, 0);
  requireAnswer(
    Math.abs(total - theirs.total) <= 0.001 * theirs.total,
    `${what}: all splits gain ${total} in ours, ${theirs.total} in scikit-learn's trees`,
  );
  requireAnswer(
    Math.abs(proposals.length - theirs.splits) <= 0.05 * theirs.splits,
    `${what}: ours has ${proposals.length} splits, scikit-learn ${theirs.splits}`,
  );
  const gains = theirs.least.map(() => 0);
  for (const { feature, gain } of proposals) gains[feature]! += gain;
  gains.forEach((gain, feature) => {
    const least = theirs.least[feature]!;
    const most = theirs.most[feature]!;
    // What is unsettled there was settled otherwise here: it may be a little more.
    requireAnswer(
      gain >= least - ROUNDING && gain <= most + 2 * theirs.unsettled + ROUNDING,
      `${what}: feature ${feature} gains ${gain}, not from ${least} to ${most}`,
    );
  });
}

function plainTable({ table, minLeaf }: CutOffTask) {
  return {
    minLeaf,
    columns: table.columns.map((column) => ({
      kind: column.kind,
      values: column.kind === "numeric" ? [...column.values] : [...column.codes],
    })),
  };
}

function toLines(measured: readonly Measured[]): Line[] {
  const lines = measured.map(({ what, ours, theirs }) => lineOf(what, ours, theirs!));
  if (lines.length < 2) return lines;
  const sum = (key: "wallMs" | "cpuMs", of: "ours" | "theirs"): number =>
    measured.reduce((total, one) => total + one[of]![key], 0);
  const total = (of: "ours" | "theirs"): Medians => ({
    name: of,
    runs: median(measured.map((one) => one[of]!.runs)),
    wallMs: sum("wallMs", of),
    cpuMs: sum("cpuMs", of),
    timings: [],
  });
  return [...lines, { ...lineOf("all sets", total("ours"), total("theirs")), goal: null }];
}

function lineOf(what: string, ours: Medians, theirs: Medians): Line {
  const ratio = theirs.wallMs / ours.wallMs;
  return {
    what,
    ours: formatMs(ours.wallMs),
    rival: RIVAL,
    theirs: formatMs(theirs.wallMs),
    ratio,
    goal: atLeastTimes(GOAL, 1, ratio),
    remark: `${theirs.runs < ours.runs ? `${theirs.runs} runs; ` : ""}CPU ${formatRatio(theirs.cpuMs / ours.cpuMs)}`,
  };
}

function notRun(reason: string): Line {
  return {
    what: "all sets",
    ours: "–",
    rival: RIVAL,
    theirs: `not run: ${reason}`,
    ratio: null,
    goal: atLeastTimes(GOAL, 1, null),
    remark: "",
  };
}
