/** Reads the model and the rows, explains batch by batch, and writes the report once it is whole. */
import { basename } from "node:path";
import { StoppedError } from "../../../core/errors/input-error.js";
import { METHODS } from "../../../core/explanations/explain-options.js";
import type { Model } from "../../../core/model/model.js";
import { formatCount } from "../../../core/presentation/format-number.js";
import { type GivenType, readBatches } from "../../../node/read-table.js";
import { createReportBuilder } from "../../../report/build-report.js";
import { DEFAULT_CARD_LIMIT, type Report } from "../../../report/report.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import type { Io } from "../../io.js";
import { readModelFile } from "../model-file.js";
import { checkOutput, STANDARD_OUTPUT } from "../output-file.js";
import { followRead, progressOn } from "../progress-on.js";
import { readOptionsOf } from "../reading.js";
import { DEFAULT_REPORT } from "./command.js";
import { writeReport } from "./write-report.js";

const BATCH_ROWS = 1024;

export async function runReport(given: Arguments, io: Io): Promise<number> {
  const [path, ...tables] = given.operands as [string, ...string[]];
  const out = given.text("out") ?? DEFAULT_REPORT;
  checkOutput(out, given.operands);
  const model = await readModelFile(path);
  const report = await buildReport(model, tables, given, io);
  await writeReport(out, report, io);
  if (out !== STANDARD_OUTPUT && !given.flag("quiet")) await io.stdout.write(describe(report, out));
  return 0;
}

async function buildReport(model: Model, tables: readonly string[], given: Arguments, io: Io): Promise<Report> {
  const source = tables.length === 0 ? "the result of a query" : tables.map((table) => basename(table)).join(", ");
  const builder = createReportBuilder(model, {
    title: given.text("title") ?? `Anomalies in ${source}`,
    source,
    limit: given.number("limit") ?? DEFAULT_CARD_LIMIT,
    explain: { top: given.number("top"), method: given.choice("method", METHODS) },
  });
  const progress = progressOn(io.stderr, given.flag("quiet") ? "quiet" : "shown");
  try {
    const batches = readBatches(tables, {
      ...readOptionsOf(given, io),
      anomaly: given.filter("anomaly"),
      types: typesOf(model),
      batchRows: BATCH_ROWS,
      onProgress: followRead(progress, "Explaining"),
    });
    for await (const { table, rows } of batches) {
      if (io.stop.aborted) throw new StoppedError();
      builder.add(table, rows);
    }
    progress.finish();
    return builder.finish();
  } finally {
    progress.clear();
  }
}

/** Features are read as the type they were learnt with; other columns as they look. */
function typesOf({ features }: Model): ReadonlyMap<string, GivenType> {
  return new Map(
    features.flatMap((feature): [string, GivenType][] => {
      if (feature.kind === "numeric") return [[feature.name, "number"]];
      return feature.type === "text" ? [[feature.name, "text"]] : [];
    }),
  );
}

function describe({ explained, strange, cards }: Report, out: string): string {
  const shown = explained > cards.length ? `, the strangest ${formatCount(cards.length)} of them one by one` : "";
  return `${out}: ${formatCount(explained)} rows explained${shown}; ${formatCount(strange)} look stranger than 95 % of normal rows\n`;
}
