/** The demo: simulate, learn, explain, compare with the truth, say what to try next. */
import {
  type Anomaly,
  FAULT_NAMES,
  simulateWaterTank,
  type WaterTank,
} from "../../../../examples/water-tank/water-tank.js";
import { explain } from "../../../core/explain.js";
import type { Model } from "../../../core/model/index.js";
import { countRules, type Explanation, formatCount } from "../../../core/presenting/index.js";
import { tableFromRows } from "../../../core/table/index.js";
import { learnTable } from "../../../node/threads/learn-table.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { modelWords } from "../../screen/explanation-text.js";
import { type Style, styleOf } from "../../screen/style.js";
import { wrap, wrapCommand } from "../../screen/text-width.js";
import { followLearning, progressOn } from "../../shared/progress-on.js";
import type { Io } from "../../system/io.js";
import { formatCases, formatScore } from "./demo-text.js";
import { provideTankFiles } from "./water-tank-files.js";

export async function runDemo(commandLine: Arguments, io: Io): Promise<number> {
  const startedAt = performance.now();
  const style = styleOf(io.stdout.isTerminal && commandLine.negatable("color") !== false, io.environment);
  const width = Math.min(100, io.stdout.width() ?? 100);
  const say = (text: string): Promise<void> => io.stdout.write(`${text}\n`);
  const tank = simulateWaterTank();
  await say(formatOpening(tank, style, width));
  const model = await learnTank(tank, commandLine, io);
  await say(formatLearnt(model, style, width));
  const cases = explainTank(model, tank);
  await say(formatCases(cases, { style, width, words: modelWords(model) }));
  await say(formatScore(cases, style, width));
  const folder = await provideTankFiles(tank);
  const seconds = (performance.now() - startedAt) / 1000;
  await say(formatNow(seconds, style, width));
  await say(formatCommands(folder, io, style));
  return 0;
}

async function learnTank(tank: WaterTank, commandLine: Arguments, io: Io): Promise<Model> {
  // A few lines about a second of work would only be in the way of the story; on a terminal a bar shows and goes.
  const isShown = !commandLine.flag("quiet") && io.stderr.isTerminal;
  const progress = progressOn(io.stderr, isShown ? "shown" : "quiet");
  const { start } = progress;
  const fleeting = {
    ...progress,
    start: (phase: string) => {
      progress.clear();
      start(phase);
    },
  };
  try {
    const table = tableFromRows(tank.normal.map((row) => ({ ...row })));
    const options = { packing: "none", onProgress: followLearning(fleeting), stop: io.stop } as const;
    return (await learnTable(table, {}, options)).model;
  } finally {
    progress.clear();
  }
}

/** An anomaly of the tank, with what was found about it. */
export interface DemoCase {
  readonly anomaly: Anomaly;
  readonly explanation: Explanation;
}

function explainTank(model: Model, tank: WaterTank): readonly DemoCase[] {
  const table = tableFromRows(tank.anomalies.map(({ row }) => ({ ...row })));
  return explain(model, table).map((explanation, row) => ({ anomaly: tank.anomalies[row]!, explanation }));
}

function formatOpening(tank: WaterTank, style: Style, width: number): string {
  const words = `${style.heading("A water tank")}: a pump fills it, a valve empties it, a controller keeps the level. Here is a week of it, ${formatCount(tank.normal.length)} normal rows, one a minute, and ${tank.anomalies.length} rows in which something is broken and shows: ${FAULT_NAMES.length} kinds of fault, each row taken from a minute in which its fault can be seen. The simulator knows what it broke; parsight is not told.`;
  return `${wrap(words, width).join("\n")}\n`;
}

function formatLearnt(model: Model, style: Style, width: number): string {
  const count = Object.values(countRules(model)).reduce((sum, each) => sum + each, 0);
  const words = `${style.heading("Learnt")} ${formatCount(count)} rules from the normal rows. Now the first broken row of each kind:`;
  return `${wrap(words, width).join("\n")}\n`;
}

function formatNow(seconds: number, style: Style, width: number): string {
  const words = `That took ${seconds.toFixed(1)} s. ${style.heading("Now you")}: these run as they stand; then put your own files in their place.`;
  return `${wrap(words, width).join("\n")}\n`;
}

function formatCommands(folder: string, { program, stdout }: Io, style: Style): string {
  const lines = [
    `${program} learn ${folder}/normal.csv -o tank.json`,
    `${program} explain tank.json ${folder}/anomalies.csv`,
    `${program} rules tank.json --feature Valve`,
  ];
  return lines.map((line) => style.name(wrapCommand(line, stdout.width(), "  "))).join("\n");
}
