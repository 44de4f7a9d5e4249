/** The water tank's tables as files in the package, written when they are missing, so that a person can go on with them. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { formatRows, formatTruth } from "../../../../examples/water-tank/csv.js";
import type { WaterTank } from "../../../../examples/water-tank/water-tank.js";
import { writeFileAtomic } from "../../../node/write-file.js";

/** From dist/src/cli/commands/demo to the package's root. */
const FOLDER = fileURLToPath(new URL("../../../../../examples/water-tank/data/", import.meta.url));

/** The folder as a person would type it here. */
export async function provideTankFiles(tank: WaterTank): Promise<string> {
  const files = new Map([
    ["normal.csv", () => formatRows(tank.normal)],
    ["anomalies.csv", () => formatRows(tank.anomalies.map(({ row }) => row))],
    ["truth.csv", () => formatTruth(tank.anomalies)],
  ]);
  await mkdir(FOLDER, { recursive: true });
  for (const [name, format] of files) {
    if (!existsSync(join(FOLDER, name))) await writeFileAtomic(join(FOLDER, name), [format()]);
  }
  return relative(process.cwd(), FOLDER) || ".";
}
