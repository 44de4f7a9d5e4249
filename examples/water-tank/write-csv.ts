/**
 * Writes normal.csv, anomalies.csv and truth.csv into the folder given as argument, or beside this file.
 *
 *     node dist/examples/water-tank/write-csv.js examples/water-tank/data
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatRows, formatTruth } from "./csv.js";
import { simulateWaterTank } from "./water-tank.js";

const folder = process.argv[2] ?? fileURLToPath(new URL(".", import.meta.url));
const { normal, anomalies } = simulateWaterTank();

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "normal.csv"), formatRows(normal));
writeFileSync(join(folder, "anomalies.csv"), formatRows(anomalies.map(({ row }) => row)));
writeFileSync(join(folder, "truth.csv"), formatTruth(anomalies));
