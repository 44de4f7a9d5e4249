/** What the system answers when a file cannot be read or put aside, in words. */
import { InputError } from "../../core/base/index.js";

export interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
  readonly path?: string;
}

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && "code" in error && "syscall" in error && typeof error.code === "string";
}

/** A file that was there when the read began. */
export function readingError(code: string, shown: string): InputError {
  switch (code) {
    case "ENOENT":
    case "ESTALE":
      return goneError(shown);
    case "EACCES":
    case "EPERM":
      return permissionError(shown);
    default:
      return new InputError(
        "READ_FAILED",
        `reading ${shown} failed: the system answered ${code}`,
        "Check that the disk is there, or read a copy of the file.",
      );
  }
}

export function goneError(shown: string): InputError {
  return new InputError(
    "FILE_MISSING",
    `${shown} is gone: it was there when the reading began`,
    "Somebody removed or renamed it meanwhile. Try again when it is back.",
  );
}

export function permissionError(shown: string): InputError {
  return new InputError(
    "FILE_NOT_READABLE",
    `${shown} may not be read by this user`,
    "Ask its owner for the right to read it, or run as a user who has it.",
  );
}
