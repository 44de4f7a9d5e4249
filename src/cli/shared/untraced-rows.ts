/** Rows of a query no longer say from which of several files they are. */
import type { OpenedInput, ReadWarning } from "../../input/read-table.js";

export function warnAboutUntraced({ files, hasSources }: OpenedInput): readonly ReadWarning[] {
  if (files.length < 2 || hasSources) return [];
  return [
    {
      code: "ROWS_UNTRACED",
      message: `the query reads ${files.length} files, so rows are numbered as its result has them, and none says which file it is from`,
      hint: "To keep file and row there, choose rows by --where, or take one file at a time.",
    },
  ];
}
