/** What the workbench holds as a session to store: its choices as plain data, its files beside. */
import type { ReviewDesk } from "../review/review-desk.js";
import type { NamedModel, OpenedTable, WorkbenchState } from "../steps/state.js";
import { SESSION_VERSION, type StoredSession, type StoredTable } from "./stored-session.js";

/** The parts that may be large, by the names under which they are stored. */
export interface SessionFiles {
  readonly normal: readonly File[] | undefined;
  readonly rows: readonly File[] | undefined;
  readonly model: Blob | undefined;
}

export const NO_FILES: SessionFiles = { normal: undefined, rows: undefined, model: undefined };

export function filesOf(state: WorkbenchState): SessionFiles {
  return {
    normal: state.normal.value?.files,
    rows: hasNormalRows(state) ? undefined : state.rows.value?.files,
    model: state.model.value?.file,
  };
}

/** Reads every signal that it stores, so that an effect around it runs again when one changes. */
export function takeSession(state: WorkbenchState, desk: ReviewDesk): Omit<StoredSession, "review"> {
  const { normal, rows, model, report, row } = state;
  return {
    version: SESSION_VERSION,
    tab: state.tab.value,
    normal: storedTable(normal.value),
    normalRows: state.normalRows.value,
    kinds: [...state.kinds.value],
    options: state.options.value as StoredSession["options"],
    model: model.value === null ? null : storedModel(model.value),
    rows: hasNormalRows(state) ? "normal" : storedTable(rows.value),
    chosenRows: state.chosenRows.value,
    incidents: state.incidents.value,
    isExplained: report.value !== null,
    selectedRow: state.selectedRow.value,
    row: { values: [...row.value.values], of: row.value.card?.explanation.row ?? null },
    decidedBy: desk.fields.value.by,
  };
}

/** Whether the rows to explain are those of the normal table. */
function hasNormalRows({ normal, rows }: WorkbenchState): boolean {
  return rows.value !== null && rows.value.files === normal.value?.files;
}

function storedTable(table: OpenedTable | null): StoredTable | null {
  return table === null ? null : { kind: "files", names: table.files.map(({ name }) => name) };
}

function storedModel({ name, learntFrom, learntBy }: NamedModel): StoredSession["model"] {
  const isLearnt = learntFrom !== null && learntBy !== null;
  return { name, learnt: isLearnt ? { rows: learntFrom.rows, by: learntBy } : null };
}
