/** Reads rows batch by batch and explains them into a Report. */
import { basename } from "node:path";
import { type ExplainOptions, refuseFeature } from "../../../core/explaining/index.js";
import type { IncidentOptions } from "../../../core/incidents/index.js";
import type { Model } from "../../../core/model/index.js";
import { UNREAD_HINT, wantedNames, warnOfUnreadTimes } from "../../../core/presenting/index.js";
import type { OpenedInput } from "../../../input/read-table.js";
import { createReportBuilder } from "../../../report/build-report.js";
import { describeFiles } from "../../../report/describe-files.js";
import type { Report } from "../../../report/report.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { nameColumns, withModelColumns } from "../../shared/explain-options-of.js";
import { followExplaining, rowsOf } from "../../shared/follow-explaining.js";
import { pause } from "../../shared/pause.js";
import { progressOn } from "../../shared/progress-on.js";
import { batchRowsFor, readOptionsOfRows } from "../../shared/read-options-of.js";
import { contextOf, readRows } from "../../shared/read-rows.js";
import { warnAboutUntraced } from "../../shared/untraced-rows.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";

interface ReportRequest {
  readonly model: Model;
  readonly tables: readonly string[];
  /** undefined: named after the tables. */
  readonly title: string | undefined;
  readonly limit: number;
  readonly explain: ExplainOptions;
  readonly incidents: IncidentOptions;
  readonly progress: "shown" | "quiet";
}

/** How the tables are read is taken from the command line. */
export async function readReport(request: ReportRequest, commandLine: Arguments, io: Io): Promise<Report> {
  const { model, title, tables, limit, explain, incidents } = request;
  const anomaly = commandLine.filter("anomaly");
  refuseFeature(anomaly, model.features);
  const builder = createReportBuilder(model, {
    title,
    source: describeFiles([]),
    limit,
    explain,
    incidents,
    areChosen: anomaly !== undefined,
  });
  const progress = progressOn(io.stderr, request.progress);
  const follower = followExplaining(progress);
  try {
    const reading = {
      ...readOptionsOfRows(follower, commandLine, io),
      names: nameColumns(wantedNames(model, explain), {
        review: explain.review,
        features: model.features,
        by: incidents.by,
      }),
      batchRows: batchRowsFor(model.features),
      onOpen(opened: OpenedInput) {
        for (const warning of warnAboutUntraced(opened)) follower.onWarning(warning);
        builder.nameSource(describeFiles(opened.files.map((file) => basename(file))));
      },
    };
    const batches = readRows(tables, reading, { ...model, time: explain.time, context: contextOf(commandLine) });
    for await (const batch of batches) {
      const leftOut = builder.add(batch.table, batch.rows, batch.sources);
      follower.onExplained({ ...rowsOf(batch), leftOut });
      await pause(io.stop);
    }
    progress.finish();
    const findings = follower.findings({ where: commandLine.text("where"), minStrength: explain.minStrength });
    const report = builder.finish();
    const unread = warnOfUnreadTimes(report.unreadTimes).map((warning) => ({ ...warning, hint: UNREAD_HINT }));
    await warn([...follower.warnings(), ...unread, ...findings], commandLine, io);
    await pause(io.stop);
    return report;
  } catch (error) {
    throw withModelColumns(error, model.features, commandLine.operands[0]!);
  } finally {
    progress.clear();
  }
}
