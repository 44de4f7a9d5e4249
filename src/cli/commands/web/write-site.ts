/**
 * Writes the page's files into a folder, so that what is in it is at all times a whole site, the old or the new.
 *
 * Everything is copied aside first, where a full disk does no harm, then moved; the page itself comes last, since it
 * names the others. Nothing is removed: an older site's scripts stay, and so does what people put beside them. A folder
 * that holds other things and no page of ours is not touched.
 */
import { cp, mkdir, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { InputError } from "../../../core/base/index.js";
import { sweepFolder, temporaryMark } from "../../../node/files/abandoned-files.js";
import { replaceFile } from "../../../node/files/replace-file.js";
import { forgetTemporaryFile, rememberTemporaryFile } from "../../../node/files/temporary-files.js";
import { checkName, orExplain } from "../../../node/files/write-file.js";

const PAGE = "index.html";
/** What every page of ours says, of whichever version. */
const PAGE_TITLE = "<title>Parsight workbench</title>";

/** `page` is the folder with the built page. */
export async function writeSite(page: string, folder: string): Promise<void> {
  checkName(folder);
  const isThere = await checkFolder(folder);
  const target = isThere ? await realpath(folder) : resolve(folder);
  const aside = isThere ? join(target, asideName(target)) : join(dirname(target), asideName(target));
  if (!isThere) await orExplain(folder, mkdir(dirname(target), { recursive: true }));
  await sweepFolder(dirname(aside));
  rememberTemporaryFile(aside);
  try {
    await orExplain(folder, cp(page, aside, { recursive: true }));
    await orExplain(folder, isThere ? moveInto(aside, target) : replaceFile(aside, target));
  } finally {
    await rm(aside, { recursive: true, force: true }).catch(() => {}); // a failure before is the one to tell
    forgetTemporaryFile(aside);
  }
}

function asideName(target: string): string {
  return `.${basename(target).slice(0, 50)}.${temporaryMark(".")}.tmp`;
}

/** Whether there is such a folder; throws if it is not one to write a site into. */
async function checkFolder(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => null);
  if (stats === null) return false;
  if (!stats.isDirectory()) {
    throw new InputError("OUTPUT_FOLDER_MISSING", `${folder} is a file, not a folder`, "Name a folder to write into.");
  }
  const names = await orExplain(folder, readdir(folder));
  if (names.length === 0 || (await isWrittenByUs(folder))) return true;
  throw new InputError(
    "OUTPUT_FOLDER_TAKEN",
    `the folder ${folder} holds other files and no workbench`,
    "Name a new folder, an empty one, or one that was written so before; nothing was written.",
  );
}

async function isWrittenByUs(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, PAGE), "utf8").catch(() => "");
  return text.includes(PAGE_TITLE);
}

async function moveInto(aside: string, target: string): Promise<void> {
  const entries = await readdir(aside, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(aside, join(entry.parentPath, entry.name)))
    .sort((a, b) => Number(a === PAGE) - Number(b === PAGE) || (a < b ? -1 : 1));
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await replaceFile(join(aside, file), join(target, file));
  }
}
