/** What has drifted of several machines, in written forms: those of one stream, with the machine in front. */
import { groupDigits, visibleText } from "../base/index.js";
import { csvLine, formatCountOf } from "../presenting/index.js";
import { changeLines, DRIFT_COLUMNS, driftCells, watchWords } from "./drift-formats.js";
import type { MachineDrift } from "./machine-watcher.js";

/** For people: machines that have drifted; `by` is the column that tells them apart. */
export function machinesText(by: string, machines: readonly MachineDrift[]): string {
  const drifted = machines.filter(({ drift }) => drift.hasDrifted);
  const count = formatCountOf(machines.length, "machine");
  const head =
    drifted.length === 0
      ? `No drift: ${count}${rowsOfEach(machines)} ${machines.length === 1 ? "is" : "are"} as the rows that were learnt.`
      : `${drifted.length} of ${count} ${drifted.length === 1 ? "has" : "have"} drifted.`;
  const [first] = machines;
  return [
    head,
    ...drifted.flatMap(({ machine, drift }) => [
      "",
      `${visibleText(by)} = ${machine === null ? "missing" : visibleText(String(machine))}`,
      ...changeLines(drift),
    ]),
    ...(first === undefined ? [] : ["", `Watched of each: ${watchWords(first.drift, "machines")}`]),
    "",
  ].join("\n");
}

/** ", of 120 to 5,000 rows each,": few rows show little. */
function rowsOfEach(machines: readonly MachineDrift[]): string {
  const counts = machines.map(({ drift }) => drift.rows).sort((a, b) => a - b);
  const [least, most] = [counts[0], counts.at(-1)];
  if (least === undefined || most === undefined) return "";
  return least === most
    ? `, of ${formatCountOf(least, "row")} each,`
    : `, of ${groupDigits(least)} to ${groupDigits(most)} rows each,`;
}

/** One object. */
export function machinesJson(by: string, machines: readonly MachineDrift[]): string {
  const all = machines.map(({ machine, drift }) => ({ by: { [by]: machine }, ...drift }));
  return `${JSON.stringify({ hasDrifted: all.some(({ hasDrifted }) => hasDrifted), machines: all })}\n`;
}

/** A line for each feature and each rule. */
export function machinesNdjson(by: string, machines: readonly MachineDrift[]): string {
  return machines
    .flatMap(({ machine, drift }) =>
      [...drift.features, ...drift.rules].map((each) => `${JSON.stringify({ by: { [by]: machine }, ...each })}\n`),
    )
    .join("");
}

/** A line for each change of a feature and for each rule. */
export function machinesCsv(_by: string, machines: readonly MachineDrift[]): string {
  const lines = machines.flatMap(({ machine, drift }) => driftCells(drift).map((cells) => [machine, ...cells]));
  return [["by", ...DRIFT_COLUMNS], ...lines].map((cells) => csvLine(cells)).join("");
}
