/** Reads rows batch by batch and watches them; the exit code says whether something has changed. */
import {
  createDriftWatcher,
  createMachineDriftWatcher,
  type Drift,
  driftCsv,
  driftJson,
  driftNdjson,
  driftText,
  featureNames,
  type MachineDrift,
  machinesCsv,
  machinesJson,
  machinesNdjson,
  machinesText,
  timeToWatchBy,
} from "../../../core/drift/index.js";
import { refuseFeature } from "../../../core/explaining/index.js";
import type { Model, Warning } from "../../../core/model/index.js";
import { wantedNames } from "../../../core/presenting/index.js";
import { dayOrderOf, type Table } from "../../../core/table/index.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { nameColumns, withModelColumns } from "../../shared/explain-options-of.js";
import { followExplaining, rowsOf } from "../../shared/follow-explaining.js";
import { readModelFile } from "../../shared/model-file.js";
import { checkOutputs, formatOfOutput, STANDARD_OUTPUT, writePieces, writeText } from "../../shared/output-file.js";
import { pause } from "../../shared/pause.js";
import { progressOnTerminal } from "../../shared/progress-on.js";
import { namedTables, readOptionsOfRows } from "../../shared/read-options-of.js";
import { readRows } from "../../shared/read-rows.js";
import { createTimeOrder } from "../../shared/time-order.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { DRIFT_FORMATS } from "./command.js";

const DONE = 0;
const DRIFTED = 3;
const BATCH_ROWS = 1024;

type Format = (typeof DRIFT_FORMATS)[number];

const FORMATS: Readonly<Record<Format, (drift: Drift) => string>> = {
  text: driftText,
  json: driftJson,
  ndjson: driftNdjson,
  csv: driftCsv,
};

const MACHINE_FORMATS: Readonly<Record<Format, (by: string, machines: readonly MachineDrift[]) => string>> = {
  text: machinesText,
  json: machinesJson,
  ndjson: machinesNdjson,
  csv: machinesCsv,
};

/** One stream, or one for each machine: rows go in, and out comes what is written. */
interface Watch {
  add(table: Table, rows: ArrayLike<number>): void;
  finish(format: Format): Watched;
}

interface Watched {
  readonly text: string;
  readonly hasDrifted: boolean;
  readonly warnings: readonly Warning[];
}

export async function runDrift(commandLine: Arguments, io: Io): Promise<number> {
  const [path, ...tables] = commandLine.operands as [string, ...string[]];
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  await checkOutputs([{ option: "--out", path: out }], { files: [path], tables: namedTables(tables, commandLine) }, io);
  const format = formatOfOutput(out, commandLine.choice("format", DRIFT_FORMATS), DRIFT_FORMATS);
  const model = await readModelFile(path);
  const watch = startWatch(model, commandLine);
  await watchRows({ model, tables, watch }, commandLine, io);
  const { text, hasDrifted, warnings } = watch.finish(format);
  await (format === "text" ? writeText(out, text, io) : writePieces(out, [text], io));
  await warn(warnings, commandLine, io);
  return hasDrifted ? DRIFTED : DONE;
}

function startWatch(model: Model, commandLine: Arguments): Watch {
  const options = { time: commandLine.text("time"), falseAlarms: commandLine.number("falseAlarms") };
  const by = commandLine.text("by");
  if (by === undefined) {
    const watcher = createDriftWatcher(model, options);
    return {
      add: watcher.add,
      finish(format) {
        const drift = watcher.finish();
        return { text: FORMATS[format](drift), hasDrifted: drift.hasDrifted, warnings: drift.warnings };
      },
    };
  }
  const watcher = createMachineDriftWatcher(model, by, options);
  return {
    add: watcher.add,
    finish(format) {
      const machines = watcher.finish();
      const warnings = new Map(machines.flatMap(({ drift }) => drift.warnings).map((each) => [each.code, each]));
      const hasDrifted = machines.some(({ drift }) => drift.hasDrifted);
      return { text: MACHINE_FORMATS[format](by, machines), hasDrifted, warnings: [...warnings.values()] };
    },
  };
}

interface RowsToWatch {
  readonly model: Model;
  readonly tables: readonly string[];
  readonly watch: Watch;
}

async function watchRows({ model, tables, watch }: RowsToWatch, commandLine: Arguments, io: Io): Promise<void> {
  const [time, by] = [commandLine.text("time"), commandLine.text("by")];
  refuseFeature(commandLine.filter("anomaly"), model.features);
  const progress = progressOnTerminal(io.stderr, commandLine.flag("quiet"));
  const follower = followExplaining(progress);
  try {
    const reading = {
      ...readOptionsOfRows(follower, commandLine, io),
      names: nameColumns(wantedNames(model, { id: [], time }), { features: model.features, by }),
      batchRows: BATCH_ROWS,
    };
    const batches = readRows(tables, reading, { ...model, time });
    const watched = timeToWatchBy(model, time);
    const days = dayOrderOf(model.excluded, watched);
    const order = createTimeOrder({ time: watched, days, names: featureNames(model) });
    const watchAll = (ordered: ReturnType<typeof order.finish>): void => {
      for (const { table, rows } of ordered) watch.add(table, rows);
    };
    for await (const batch of batches) {
      watchAll(order.add(batch));
      follower.onExplained(rowsOf(batch));
      await pause(io.stop);
    }
    watchAll(order.finish());
    progress.finish();
    await warn([...follower.warnings(), ...order.warnings()], commandLine, io);
  } catch (error) {
    throw withModelColumns(error, model.features, commandLine.operands[0]!);
  } finally {
    progress.clear();
  }
}
