/** Reads rows batch by batch and watches them; the exit code says whether something has changed. */
import type { Drift } from "../../../core/drift/drift.js";
import { driftCsv, driftJson, driftNdjson, driftText } from "../../../core/drift/drift-formats.js";
import { createDriftWatcher } from "../../../core/drift/watcher.js";
import { refuseFeature } from "../../../core/explaining/anomaly-column.js";
import type { Model } from "../../../core/model/model.js";
import { wantedNames } from "../../../core/presenting/row-names.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { nameColumns, withModelColumns } from "../../shared/explain-options-of.js";
import { followExplaining, rowsOf } from "../../shared/follow-explaining.js";
import { readModelFile } from "../../shared/model-file.js";
import { checkOutputs, formatOfOutput, STANDARD_OUTPUT, writePieces } from "../../shared/output-file.js";
import { pause } from "../../shared/pause.js";
import { progressOn } from "../../shared/progress-on.js";
import { namedTables, readOptionsOf } from "../../shared/read-options-of.js";
import { readRows } from "../../shared/read-rows.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { DRIFT_FORMATS } from "./command.js";

const DONE = 0;
const DRIFTED = 3;
const BATCH_ROWS = 1024;

const FORMATS: Readonly<Record<(typeof DRIFT_FORMATS)[number], (drift: Drift) => string>> = {
  text: driftText,
  json: driftJson,
  ndjson: driftNdjson,
  csv: driftCsv,
};

export async function runDrift(commandLine: Arguments, io: Io): Promise<number> {
  const [path, ...tables] = commandLine.operands as [string, ...string[]];
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  await checkOutputs([{ option: "--out", path: out }], { files: [path], tables: namedTables(tables, commandLine) }, io);
  const format = formatOfOutput(out, commandLine.choice("format", DRIFT_FORMATS), DRIFT_FORMATS);
  const model = await readModelFile(path);
  const drift = await watchRows(model, tables, commandLine, io);
  await writePieces(out, [FORMATS[format](drift)], io);
  await warn(drift.warnings, commandLine, io);
  return drift.hasDrifted ? DRIFTED : DONE;
}

async function watchRows(model: Model, tables: readonly string[], commandLine: Arguments, io: Io): Promise<Drift> {
  const time = commandLine.text("time");
  const watcher = createDriftWatcher(model, { time, falseAlarms: commandLine.number("falseAlarms") });
  refuseFeature(commandLine.filter("anomaly"), model.features);
  const progress = progressOn(io.stderr, commandLine.flag("quiet") || !io.stderr.isTerminal ? "quiet" : "shown");
  const follower = followExplaining(progress);
  try {
    const reading = {
      ...readOptionsOf(commandLine, io),
      anomaly: commandLine.filter("anomaly"),
      names: nameColumns(wantedNames(model, { id: [], time }), { features: model.features }),
      batchRows: BATCH_ROWS,
      onProgress: follower.onRead,
      onNoMatch: follower.onNoMatch,
      onWarning: follower.onWarning,
    };
    const batches = readRows(tables, reading, { ...model, time });
    for await (const batch of batches) {
      watcher.add(batch.table, batch.rows);
      follower.onExplained(rowsOf(batch));
      await pause(io.stop);
    }
    progress.finish();
    await warn(follower.warnings(), commandLine, io);
    return watcher.finish();
  } catch (error) {
    throw withModelColumns(error, model.features, commandLine.operands[0]!);
  } finally {
    progress.clear();
  }
}
