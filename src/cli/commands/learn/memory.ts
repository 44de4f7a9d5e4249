/** How much memory learning may take, and how large a table may be before it is learnt from the temporary folder. */
import { InputError } from "../../../core/base/index.js";
import type { ReadWarning } from "../../../input/read-table.js";
import type { Arguments } from "../../arguments/parse-arguments.js";

/** A table in memory takes so many times as much while it is learnt. */
const LEARNING_FACTOR = 3;

const UNITS: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["m", 1e6],
  ["g", 1e9],
  ["t", 1e12],
]);

/** Bytes that a table may take in memory. One with a past is in memory whatever it takes. */
export function tableBytesOf(commandLine: Arguments): number {
  const asked = commandLine.text("memory");
  if (commandLine.flag("history")) {
    if (asked !== undefined) throw withHistory();
    return Number.POSITIVE_INFINITY;
  }
  return (asked === undefined ? process.availableMemory() / 2 : parseSize(asked)) / LEARNING_FACTOR;
}

/** "500MB", "1.5 GB", "2G". */
export function parseSize(text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?) ?([kmgt])b?$/.exec(text.trim().toLowerCase()) ?? [];
  const bytes = Number(count) * (UNITS.get(unit ?? "") ?? Number.NaN);
  if (bytes > 0) return bytes;
  throw new InputError(
    "MEMORY_FORM",
    `--memory must be a size, got ${JSON.stringify(text)}`,
    "Write it like 500MB, 2GB or 1.5GB.",
  );
}

function withHistory(): InputError {
  return new InputError(
    "OPTION_CONFLICT",
    "--memory and --history do not go together: the past of rows is looked at in memory",
    "Leave one of the two out.",
  );
}

/** That a table is learnt from the temporary folder although nobody asked for it. */
export function warnAboutFolder(commandLine: Arguments, folder: string | null): readonly ReadWarning[] {
  if (folder === null || commandLine.text("memory") !== undefined) return [];
  return [
    {
      code: "TABLE_STORED",
      message:
        "the table would not fit into half of the free memory, so its columns were put into the temporary folder",
      hint: "The model is the same. Say how much memory may be taken by --memory.",
    },
  ];
}
