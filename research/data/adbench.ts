/**
 * The paper's 17 sets as ADBench publishes them (Han et al., 2022; BSD-2-Clause): where each is, and its SHA-256.
 *
 * A file is looked for in the data folder (PARSIGHT_DATA, else the cache), under adbench/; one that is not there is
 * downloaded into it. Wherever it comes from, its checksum must agree: figures of other data would not be these
 * figures.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type NumberArray, readNpz } from "./npz.js";

interface RawEntry {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
}

const entry = (name: string, file: string, sha256: string): RawEntry => ({ name, file, sha256 });

/** In the order of the paper's tables. */
export const ADBENCH_SETS: readonly RawEntry[] = [
  entry("breastw", "4_breastw.npz", "4f37ce07dbc25ddad8178fdc6d664ab46d2d0000ee28c2787c3c7ff3c03ef9f6"),
  entry("cardio", "6_cardio.npz", "bc5009bde6930b4d298b594f31b34485a9a17210cff0e8fb00a8c3068b885a2d"),
  entry(
    "Cardiotocography",
    "7_Cardiotocography.npz",
    "5ae84910430f05923e11b6f537243263977c9136949dabd891e3570aeec51e29",
  ),
  entry("fault", "12_fault.npz", "ec27301f9a4cf7c5d8b22c360cf37ddb043b7fb062465723dfd8b34e2771e5dd"),
  entry("Ionosphere", "18_Ionosphere.npz", "bca46cb0cfd1bf9ddef6cde5ad2215d54fb0189508d0d4c4eb98e788cad69001"),
  entry("Lymphography", "21_Lymphography.npz", "dad977b04f4ea65b78ccd0e9f76b45175bad605165b37e63f3cc177845e67037"),
  entry("magic", "22_magic.gamma.npz", "0be375984d7af9ea7a63b12206c240840d8b7daa3607021c5fb8756407dd86f1"),
  entry("Pima", "29_Pima.npz", "215454bb263a2f040945c9ea7bd7f06f1e89a61a3143bdb6f196e3887e801a7d"),
  entry("satellite", "30_satellite.npz", "1f048f5686f1b8c16a227fdfa3c81a62cd9a92715714a6b24c69b1c5ad96b46e"),
  entry("satimage-2", "31_satimage-2.npz", "1b056e357f801b8b20c3f380a30224a3c4088d7ed764ec5a24828dc9b1918d6f"),
  entry("shuttle", "32_shuttle.npz", "26900b0f6be45d9ddb7a402c9b2f956ceda42d23a8ca4cf4406b8bc1352823d1"),
  entry("skin", "33_skin.npz", "d02aa01ffc1b6bf2b8b1ac250c90e8a8eacd0cefc962940ed5cc4bf5deac9c95"),
  entry("Stamps", "37_Stamps.npz", "99fe739447284f613fa54bf2dccdb51c5120175ce6260adec6dad77576c42509"),
  entry("thyroid", "38_thyroid.npz", "8de161b3f235b7647bb0b39a836d983ff61d67bf234edac461da2d71e889cb87"),
  entry("WBC", "42_WBC.npz", "650f9dcb129248f67a291be0974f533ef259fcbde50fce5c8ad2a1cb2652d03b"),
  entry("WDBC", "43_WDBC.npz", "78d4606a1ab516f5b60b00c196497f3bbd6bd5e4548fd04cf5f2475209b34b85"),
  entry("wine", "45_wine.npz", "d5ad8965d92cc57122fe1e6572bb301adbaf795b3e166d187ae00a704d8f6e20"),
];

const ADDRESS = "https://raw.githubusercontent.com/Minqi824/ADBench/main/adbench/datasets/Classical";

export interface RawSet {
  readonly name: string;
  /** rows × features. */
  readonly values: NumberArray;
  /** 1 for an anomaly. */
  readonly labels: Float64Array;
}

/** What is needed of the platform's `fetch`. */
export type Download = (
  url: string,
) => Promise<{ readonly ok: boolean; readonly status: number; arrayBuffer(): Promise<ArrayBuffer> }>;

export async function readRawSet(name: string, folder: string, download: Download): Promise<RawSet> {
  const known = ADBENCH_SETS.find((candidate) => candidate.name === name);
  if (known === undefined) {
    throw new Error(`there is no set "${name}"; sets are: ${ADBENCH_SETS.map((each) => each.name).join(", ")}`);
  }
  const arrays = readNpz(await findFile(known, folder, download));
  const values = arrays.get("X");
  const labels = arrays.get("y");
  if (
    values === undefined ||
    labels === undefined ||
    values.shape.length !== 2 ||
    labels.values.length !== values.shape[0]
  ) {
    throw new Error(`${known.file} does not hold X (rows × features) and y (rows)`);
  }
  return { name, values, labels: labels.values };
}

/** The file's bytes, checked; exported for its tests. */
export async function findFile({ file, sha256 }: RawEntry, folder: string, download: Download): Promise<Uint8Array> {
  const path = join(folder, "adbench", file);
  if (existsSync(path)) return checked(readFileSync(path), sha256, path);
  const url = `${ADDRESS}/${file}`;
  const answer = await download(url).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${path} is not there and ${url} cannot be reached (${reason}); set PARSIGHT_DATA to the folder that holds adbench/`,
    );
  });
  if (!answer.ok) throw new Error(`${url} answered with status ${answer.status}`);
  const bytes = checked(new Uint8Array(await answer.arrayBuffer()), sha256, url);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, bytes);
  renameSync(`${path}.tmp`, path);
  return bytes;
}

function checked(bytes: Uint8Array, sha256: string, from: string): Uint8Array {
  const actual = createHash("sha256").update(bytes).digest("hex");
  if (actual !== sha256)
    throw new Error(`${from} is not the file it should be: its SHA-256 is ${actual}, expected ${sha256}`);
  return bytes;
}
