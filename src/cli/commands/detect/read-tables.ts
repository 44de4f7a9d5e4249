/** The two tables of detect and compare: learning rows as a whole, other rows typed as the features are. */
import { type Exclusion, type Feature, inferFeatures, type Table } from "../../../core/table/index.js";
import { type ReadOptions, type ReadWarning, readTable } from "../../../input/read-table.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { type FilesRead, NO_TABLES } from "../../shared/output-file.js";
import { followRead } from "../../shared/progress-on.js";
import { readOptionsOf } from "../../shared/read-options-of.js";
import type { Io } from "../../system/io.js";
import { parseDetectorChoice } from "./detector-choice.js";
import type { FollowedRun } from "./open-detector.js";
import { OUTSIDE_DETECTORS } from "./outside/outside-detectors.js";

/** The options of reading that detect and compare have: how CSV is written. */
export function csvOptionsOf(commandLine: Arguments, io: Io): ReadOptions {
  const text = (name: string): string | undefined => (name === "delimiter" ? commandLine.text(name) : undefined);
  return readOptionsOf({ ...commandLine, text }, io);
}

/** The files that detect and compare read: tables, an outside detector's, a saved one. */
export function filesRead(commandLine: Arguments, saved: string | undefined = undefined): FilesRead {
  const detector = commandLine.text("detector");
  const choice = detector === undefined ? null : parseDetectorChoice(detector);
  const outside =
    choice === null || choice.from === "training" ? undefined : OUTSIDE_DETECTORS[choice.from].file(choice.place);
  const files = [saved, outside].filter((file) => file !== undefined);
  return { files, tables: { ...NO_TABLES, sources: commandLine.operands } };
}

export interface Training {
  readonly table: Table;
  readonly features: readonly Feature[];
  readonly excluded: readonly Exclusion[];
  readonly warnings: readonly ReadWarning[];
}

/** `notFeatures` are columns of the other rows (labels) that may stand among the learning rows too. */
export async function readTraining(path: string, notFeatures: readonly string[], run: FollowedRun): Promise<Training> {
  const { commandLine, io, progress } = run;
  const normal = commandLine.filter("normal");
  const numeric = commandLine.names("numeric") ?? [];
  const categorical = commandLine.names("categorical") ?? [];
  const { table, warnings } = await readTable(path, {
    ...csvOptionsOf(commandLine, io),
    normal,
    types: new Map(numeric.map((name) => [name, "number"])),
    keepTexts: categorical,
    onProgress: followRead(progress, "Reading"),
  });
  const present = notFeatures.filter((name) => table.columns.some((column) => column.name === name));
  const { features, excluded } = inferFeatures(table, {
    exclude: [...(commandLine.names("exclude") ?? []), ...(normal === undefined ? [] : [normal.column]), ...present],
    numeric,
    categorical,
  });
  return { table, features, excluded, warnings };
}
