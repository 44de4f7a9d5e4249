/** A model file as bytes, plain or packed by gzip, and the model in it. */
import { InputError } from "../../core/base/index.js";
import { loadModel, MAX_MODEL_LENGTH, type Model } from "../../core/model/index.js";
import { describeDeadLink } from "../../node/files/links.js";
import { FileTooLarge, readJsonBytes } from "./json-file.js";

export async function readModelFile(path: string): Promise<Model> {
  return parseModelFile(path, await readModelBytes(path));
}

/** The file's bytes, unpacked. */
export async function readModelBytes(path: string): Promise<Uint8Array> {
  try {
    return await readJsonBytes(path, MAX_MODEL_LENGTH); // a text has no more characters than bytes
  } catch (error) {
    if (error instanceof FileTooLarge) throw tooLarge(path, error);
    throw unreadable(path, (error as NodeJS.ErrnoException).code, await describeDeadLink(path));
  }
}

/** Says which file it is that cannot be a model. */
export function parseModelFile(path: string, bytes: Uint8Array): Model {
  try {
    return loadModel(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.code,
      `${path}: ${error.message}`,
      `${error.hint} The model is named first, then the table.`,
    );
  }
}

function tooLarge(path: string, { maxBytes, packedBytes }: FileTooLarge): InputError {
  if (packedBytes !== null && maxBytes < MAX_MODEL_LENGTH) {
    return new InputError(
      "MODEL_TOO_LARGE",
      `${path} has ${packedBytes} bytes and unpacks to more than ${maxBytes}, which no model does`,
      "Learn the model again. If you trust the file, unpack it yourself: gzip -d. The model is named first, then the table.",
    );
  }
  return new InputError(
    "MODEL_TOO_LARGE",
    `${path} holds more than ${MAX_MODEL_LENGTH} bytes`,
    "A model so large cannot be loaded: learn it again with fewer rules (maxRules). The model is named first, then the table.",
  );
}

function unreadable(path: string, code: string | undefined, deadLink: string | null): InputError {
  if (deadLink !== null)
    return new InputError("MODEL_MISSING", deadLink, "Mend the link, or name the model file itself.");
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return new InputError(
        "MODEL_MISSING",
        `there is no model file ${path}`,
        "Write one with parsight learn; the model is named first, then the table.",
      );
    case "EISDIR":
      return new InputError("MODEL_IS_FOLDER", `${path} is a folder, not a model file`, "Name the file in it.");
    default:
      if (code?.startsWith("Z_")) return notPacked(path);
      return new InputError(
        "MODEL_NOT_READABLE",
        `the model file ${path} cannot be read: the system answered ${code}`,
        "Check its rights and that the disk is there.",
      );
  }
}

function notPacked(path: string): InputError {
  return new InputError(
    "MODEL_NOT_GZIP",
    `${path} begins like a gzip file but cannot be unpacked`,
    "The file was cut off or damaged; learn the model again.",
  );
}
