/**
 * A session as the browser stores it: plain data, with a version. What is read back is checked, since an older or newer
 * page, or a fault of the disk, may have left it.
 */
import type { CellValue } from "../../src/core/table/index.js";
import { COMPARISONS, type RowChoice } from "../choosing/choose-rows.js";
import { KIND_CHOICES, type KindChoice, TABS, type Tab } from "../steps/state.js";
import type { IncidentChoice } from "../tasks/task.js";

export const SESSION_VERSION = 1;

/** Where a table comes from. `files`: they are stored beside; `too large`: there was no room for them. */
export interface StoredTable {
  readonly kind: "files" | "too large";
  readonly names: readonly string[];
}

interface StoredModel {
  readonly name: string;
  /** The rows of the normal table that it was learnt from, and the choices; null: it was opened from a file. */
  readonly learnt: { readonly rows: RowChoice; readonly by: string } | null;
}

export interface StoredSession {
  readonly version: typeof SESSION_VERSION;
  readonly tab: Tab;
  readonly normal: StoredTable | null;
  readonly normalRows: RowChoice;
  readonly kinds: readonly (readonly [string, KindChoice])[];
  /** Of learning, by name. */
  readonly options: Readonly<Record<string, string | number>>;
  readonly model: StoredModel | null;
  /** `normal`: the table of normal rows. */
  readonly rows: StoredTable | "normal" | null;
  readonly chosenRows: RowChoice;
  readonly incidents: IncidentChoice;
  /** Whether the rows were explained, and which of them was looked at. */
  readonly isExplained: boolean;
  readonly selectedRow: number | null;
  /** The row in the form, and the number of the row that it was. */
  readonly row: { readonly values: readonly (readonly [string, CellValue])[]; readonly of: number | null };
  /** The review as the text of its file, and who decides. */
  readonly review: string | null;
  readonly decidedBy: string;
}

/** Null: it is no session that this page knows. */
export function parseSession(stored: unknown): StoredSession | null {
  if (!isObject(stored) || stored.version !== SESSION_VERSION) return null;
  return Object.entries(CHECKS).every(([name, isRight]) => isRight(stored[name]))
    ? (stored as unknown as StoredSession)
    : null;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumberOrNull: Check = (value) => value === null || typeof value === "number";
const isCell: Check = (value) => value === null || ["string", "number", "boolean"].includes(typeof value);
const isOneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isPair =
  (first: Check, second: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isTable: Check = (value) =>
  isObject(value) && isOneOf(["files", "too large"])(value.kind) && isListOf(isText)(value.names);

const isRowChoice: Check = (value) => {
  if (!isObject(value)) return false;
  if (value.kind === "all") return true;
  if (value.kind === "others") return isRowChoice(value.of);
  const isNamed = isText(value.column) && isText(value.value);
  return isNamed && (value.kind === "label" || (value.kind === "filter" && isOneOf(COMPARISONS)(value.comparison)));
};

const isModel: Check = (value) =>
  isObject(value) &&
  isText(value.name) &&
  (value.learnt === null || (isObject(value.learnt) && isRowChoice(value.learnt.rows) && isText(value.learnt.by)));

const CHECKS: Readonly<Record<Exclude<keyof StoredSession, "version">, Check>> = {
  tab: isOneOf(TABS),
  normal: (value) => value === null || isTable(value),
  normalRows: isRowChoice,
  kinds: isListOf(isPair(isText, isOneOf(KIND_CHOICES))),
  options: (value) => isObject(value) && Object.values(value).every((each) => isText(each) || typeof each === "number"),
  model: (value) => value === null || isModel(value),
  rows: (value) => value === null || value === "normal" || isTable(value),
  chosenRows: isRowChoice,
  incidents: (value) => isObject(value) && isText(value.by) && isText(value.gap),
  isExplained: isOneOf([true, false]),
  selectedRow: isNumberOrNull,
  row: (value) => isObject(value) && isListOf(isPair(isText, isCell))(value.values) && isNumberOrNull(value.of),
  review: (value) => value === null || isText(value),
  decidedBy: isText,
};
