/** Chooses the rules of a model and writes them in another language. */
import { InputError } from "../../../core/base/index.js";
import { approvedRules } from "../../../core/explaining/index.js";
import {
  chooseExported,
  DEFAULT_EXPORT_LIMIT,
  DIALECTS,
  dialectOf,
  EXPORT_CHOICES,
  exportHead,
  SQL_FORMS,
} from "../../../core/export/index.js";
import { type Model, modelChecksum } from "../../../core/model/index.js";
import { formatCountOf, listRules } from "../../../core/presenting/index.js";
import { ALL_SOURCES } from "../../../core/rules/index.js";
import { isRecorded } from "../../../core/table/index.js";
import { checkNewFolder, writeFolder } from "../../../node/files/write-folder.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { oneLine } from "../../screen/text-width.js";
import { checkFeature } from "../../shared/check-feature.js";
import { readModelFile } from "../../shared/model-file.js";
import { reviewFiles, reviewOf } from "../../shared/named-review.js";
import { checkOutputs, NO_TABLES, refuseOtherName, STANDARD_OUTPUT, writePieces } from "../../shared/output-file.js";
import { warn } from "../../shared/warn.js";
import type { Io } from "../../system/io.js";
import { DEFAULT_TABLE } from "./command.js";
import { EXPORT_TARGETS, type ExportTargetName } from "./target-names.js";
import { type ExportWish, TARGETS, type Written } from "./targets.js";

export async function runExport(commandLine: Arguments, io: Io): Promise<number> {
  const path = commandLine.operands[0]!;
  const to = commandLine.choice("to", EXPORT_TARGETS) ?? EXPORT_TARGETS[0];
  const out = commandLine.text("out") ?? STANDARD_OUTPUT;
  const wish = wishOf(commandLine);
  const { goesTo, write } = TARGETS[to];
  if (goesTo === "folder") await checkFolder(out, to, wish);
  else
    await checkOutputs(
      [{ option: "--out", path: out }],
      { files: [path, ...reviewFiles(commandLine)], tables: NO_TABLES },
      io,
    );
  if (goesTo !== "folder") refuseOtherName(out, goesTo);
  const learnt = await readModelFile(path);
  const review = await reviewOf(commandLine);
  const model: Model = { ...learnt, approved: approvedRules(learnt, review ?? null) };
  const feature = commandLine.text("feature");
  checkFeature(feature, model, path);
  const filter = { feature, source: commandLine.choice("source", ALL_SOURCES), sets: "whole" } as const;
  const limit = commandLine.number("limit") ?? DEFAULT_EXPORT_LIMIT;
  const chosen = chooseExported(listRules(model, filter), {
    choice: commandLine.choice("rules", EXPORT_CHOICES),
    limit: limit === 0 ? Number.POSITIVE_INFINITY : limit,
    mutes: review?.muted ?? [],
    ofPast: new Set(model.features.filter((each) => !isRecorded(each)).map(({ name }) => name)),
  });
  const origin = { checksum: modelChecksum(learnt), command: oneLine(describeCommand(commandLine, path, to)) };
  const written = write({ model, chosen, wish, head: (rules) => exportHead(origin, rules) });
  if (goesTo === "folder") await writeFolder(out, written.files, () => io.stop.aborted);
  else
    await writePieces(
      out,
      written.files.map(({ text }) => text),
      io,
    );
  await sayWhat({ written, out }, commandLine, io);
  return 0;
}

function wishOf(commandLine: Arguments): ExportWish {
  const dialect = dialectOf(commandLine.choice("dialect", DIALECTS) ?? "duckdb");
  const form = commandLine.choice("as", SQL_FORMS) ?? "query";
  if (form === "check" && dialect.name === "duckdb") {
    throw new InputError(
      "OPTION_CONFLICT",
      "DuckDB cannot add a CHECK to a table that is there",
      "Use --as view, or --dialect postgres or spark.",
    );
  }
  return { table: commandLine.text("table") ?? DEFAULT_TABLE, form, dialect };
}

/** A folder with something in it is somebody's. */
async function checkFolder(out: string, to: ExportTargetName, { table }: ExportWish): Promise<void> {
  if (out === STANDARD_OUTPUT) {
    throw new InputError(
      "OPTION_CONFLICT",
      `a ${to} project is a folder, and standard output is none`,
      "Name it: -o checks.",
    );
  }
  if (table.includes('"')) {
    throw new InputError("OPTION_CONFLICT", `${to} cannot name the table ${table}`, "Rename it, or export --to sql.");
  }
  await checkNewFolder(out);
}

function describeCommand(commandLine: Arguments, path: string, to: string): string {
  const options = ["rules", "feature", "source", "review", "dialect", "table", "as"] as const;
  const words = options.flatMap((name) =>
    commandLine.text(name) === undefined ? [] : [`--${name} ${commandLine.text(name)}`],
  );
  const limit = commandLine.number("limit");
  return ["parsight export", path, `--to ${to}`, ...words, ...(limit === undefined ? [] : [`--limit ${limit}`])].join(
    " ",
  );
}

async function sayWhat(
  { written: { rules }, out }: { readonly written: Written; readonly out: string },
  commandLine: Arguments,
  io: Io,
): Promise<void> {
  const lost = rules.leftOut.map(({ rule, reason }) => ({
    code: "RULE_LEFT_OUT",
    message: `${rule.id} ${rule.text}: ${reason}`,
  }));
  await warn(lost, commandLine, io);
  if (commandLine.flag("quiet") || out === STANDARD_OUTPUT) return;
  await io.stderr.write(`${oneLine(out)}: ${formatCountOf(rules.rules.length, "rule")}\n`);
}
