/**
 * The water tank's tables as files in the package, written when they are missing, so that a person can go on with them.
 */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { formatRows, formatTruth } from "../../../../examples/water-tank/csv.js";
import type { WaterTank } from "../../../../examples/water-tank/water-tank.js";
import { InputError } from "../../../core/base/index.js";
import { writeFileAtomic } from "../../../node/files/write-file.js";
import { packageFile } from "../../system/package-folder.js";

const PACKAGE_FOLDER = packageFile("examples", "water-tank", "data");

/** The folder as a person would type it here. Where the package may not be written to, a temporary folder has to do. */
export async function provideTankFiles(tank: WaterTank): Promise<string> {
  const folders = [PACKAGE_FOLDER, join(tmpdir(), "parsight-water-tank")];
  for (const folder of folders) if (await tryToProvide(folder, tank)) return relative(process.cwd(), folder) || ".";
  throw new InputError(
    "OUTPUT_NOT_WRITABLE",
    `none of ${folders.join(", ")} may be written`,
    "Run the demo in a folder of your own.",
  );
}

async function tryToProvide(folder: string, tank: WaterTank): Promise<boolean> {
  const files = new Map([
    ["normal.csv", () => formatRows(tank.normal)],
    ["anomalies.csv", () => formatRows(tank.anomalies.map(({ row }) => row))],
    ["truth.csv", () => formatTruth(tank.anomalies)],
  ]);
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, format] of files) {
      if (!existsSync(join(folder, name))) await writeFileAtomic(join(folder, name), [format()]);
    }
    return true;
  } catch {
    return false; // the next folder is tried, and the last failure is told
  }
}
