/**
 * Puts a stored session back into the workbench, step by step as a person would: tables are read from their files
 * again, the model is opened, the rows are explained. A part that cannot be had is left out; the page says why.
 */
import { batch } from "@preact/signals";
import type { LearnOptions } from "../../src/core/model/index.js";
import { describeFiles } from "../../src/report/describe-files.js";
import type { Problem } from "../parts/problem.js";
import { toProblem } from "../steps/run-task.js";
import { cardOf, type OpenedTable, type Tab } from "../steps/state.js";
import type { Workbench } from "../steps/workbench.js";
import type { StoredSession } from "./stored-session.js";
import type { SessionFiles } from "./take-session.js";

/** A session that was read back, and its files. */
export interface FoundSession {
  readonly session: StoredSession;
  readonly files: SessionFiles;
}

export async function restoreSession(workbench: Workbench, { session, files }: FoundSession): Promise<void> {
  const { problem } = workbench;
  const problems: Problem[] = [];
  /** Each task clears the problem of the one before; the first of all is the one to show. */
  const step = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    if (problem.value !== null) problems.push(problem.value);
    return result;
  };
  batch(() => {
    workbench.options.value = session.options as LearnOptions;
    workbench.incidents.value = session.incidents;
  });
  await step(restoreReview(workbench, session));
  await step(restoreNormal(workbench, session, files));
  await step(restoreModel(workbench, session, files));
  const rows = await step(readRowsOf(workbench, session, files));
  batch(() => {
    workbench.rows.value = rows;
    workbench.tab.value = tabFor(workbench, session.tab);
  });
  await step(restoreReport(workbench, session));
  problem.value = problems[0] ?? null;
}

async function restoreReview({ desk, problem }: Workbench, { review, decidedBy }: StoredSession): Promise<void> {
  desk.fields.value = { ...desk.fields.value, by: decidedBy };
  try {
    if (review !== null) await desk.restore(review);
  } catch (error) {
    problem.value = toProblem(error);
  }
}

async function restoreNormal(workbench: Workbench, session: StoredSession, stored: SessionFiles): Promise<void> {
  const { run, normal, normalRows, kinds } = workbench;
  const files = stored.normal;
  if (files === undefined || session.normal === null) return;
  const keepTexts = session.kinds.flatMap(([column, kind]) => (kind === "categorical" ? [column] : []));
  const read = await run("read", { files, types: [], ranges: [], keepTexts, names: [] });
  if (read === null) return;
  batch(() => {
    normal.value = { name: describeFiles(files.map(({ name }) => name)), files, readFor: null, ...read };
    normalRows.value = session.normalRows;
    kinds.value = new Map(session.kinds);
  });
  await workbench.inspect();
}

async function restoreModel(workbench: Workbench, session: StoredSession, files: SessionFiles): Promise<void> {
  const file = files.model;
  if (file === undefined || session.model === null) return;
  const { name, learnt } = session.model;
  const model = await workbench.run("openModel", { file, name });
  if (model === null) return;
  const table = workbench.normal.value?.table;
  const learntFrom = learnt === null || table === undefined ? null : { table, rows: learnt.rows };
  workbench.setModel({ name, model, file, learntFrom, learntBy: learnt?.by ?? null });
}

async function readRowsOf(
  workbench: Workbench,
  session: StoredSession,
  files: SessionFiles,
): Promise<OpenedTable | null> {
  const chosen = session.rows === "normal" ? files.normal : files.rows;
  if (chosen === undefined || session.rows === null || workbench.model.value === null) return null;
  return workbench.readRows(chosen, session.incidents.by);
}

async function restoreReport(workbench: Workbench, session: StoredSession): Promise<void> {
  const { model, row, selectedRow } = workbench;
  selectedRow.value = session.selectedRow;
  if (session.isExplained) await workbench.explain(session.chosenRows);
  if (model.value === null) return;
  row.value = { values: new Map(session.row.values), card: cardOf(workbench, session.row.of) };
}

/** The tab that was open, where what it shows is there again. */
function tabFor({ normal, model }: Workbench, tab: Tab): Tab {
  if (tab === "data") return normal.value === null ? "start" : tab;
  if (tab !== "start" && model.value === null) return normal.value === null ? "start" : "data";
  return tab;
}
