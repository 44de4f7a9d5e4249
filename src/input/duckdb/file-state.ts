/** Whether files are still what they were: those who read a table twice must see the same rows twice. */
import { stat } from "node:fs/promises";
import { findTableFiles } from "./files-to-read.js";

/**
 * The files of a source (a path, a glob, `-`) as they are now; two texts are equal only if none came, went or was
 * written.
 */
export async function readFileState(source: string): Promise<string> {
  const paths = await findTableFiles({ sources: [source], sql: undefined, where: undefined });
  return (await Promise.all(paths.map(describeFile))).join("\n");
}

async function describeFile(path: string): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  if (stats === null) return `${path}: gone`;
  if (!stats.isFile()) return path; // reading a pipe changes it
  return `${path}: ${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}
