/** What the system answers when something cannot be put aside in the temporary folder, in words. */
import { tmpdir } from "node:os";
import { InputError } from "../../core/base/index.js";

/** Does the work; what the system refuses is an InputError. `what`: what is put aside, as a message says it. */
export function inTemporaryFolder<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw code === undefined || syscall === undefined ? error : temporaryError(code, what);
  }
}

/** The temporary folder does not take what must be put aside: `what` is being read. */
export function temporaryError(code: string, what: string): InputError {
  const folder = tmpdir();
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    return new InputError(
      "DISK_FULL",
      `no room left in the temporary folder ${folder} for ${what}`,
      "Free some space there, or name another folder by the environment variable TMPDIR.",
    );
  }
  const reason = code === "ENOENT" ? "there is none" : `the system answered ${code}`;
  return new InputError(
    "TEMPORARY_FOLDER",
    `${what} cannot be kept in the temporary folder ${folder}: ${reason}`,
    "Name a folder that you may write to by the environment variable TMPDIR.",
  );
}
