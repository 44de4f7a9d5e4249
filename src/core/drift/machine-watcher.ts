/**
 * Watches the rows of several machines, each by itself: what is normal for one may be drift of another, and rows of
 * machines that take turns are no stream. Memory: what is watched, for each machine.
 */
import { groupDigits, InputError } from "../base/index.js";
import type { Model } from "../model/index.js";
import { type CellValue, type Column, checkColumn, keyOf, machineAt, type Table, takeRows } from "../table/index.js";
import type { Drift } from "./drift.js";
import type { DriftOptions } from "./drift-options.js";
import { type DriftWatcher, prepareDriftWatchers } from "./watcher.js";

/** What was found of one machine. */
export interface MachineDrift {
  /** null: rows without a value. */
  readonly machine: CellValue;
  readonly drift: Drift;
}

interface MachineDriftWatcher {
  /** `rows`: the numbers of the table's rows in the input. */
  add(table: Table, rows: ArrayLike<number>): void;
  /** What is known by now, machines in the order in which they came. */
  finish(): readonly MachineDrift[];
}

const MOST_MACHINES = 1000;
/** Series and rules of all machines, each of which takes up to three kilobytes. */
const MOST_WATCHED = 600_000;

/** `watchedCount`: of one machine. */
export function mostMachines(watchedCount: number): number {
  return Math.min(MOST_MACHINES, Math.max(1, Math.floor(MOST_WATCHED / watchedCount)));
}

/** `by`: the column that tells machines apart. */
export function createMachineDriftWatcher(model: Model, by: string, options: DriftOptions): MachineDriftWatcher {
  const watchers = new Map<string, { readonly machine: CellValue; readonly watcher: DriftWatcher }>();
  const { watchedCount, start } = prepareDriftWatchers(model, options);
  const most = mostMachines(watchedCount);
  const watcherOf = (machine: CellValue): DriftWatcher => {
    const known = watchers.get(keyOf(machine));
    if (known !== undefined) return known.watcher;
    if (watchers.size === most) throw tooMany(by, { most, watchedCount });
    const watcher = start();
    watchers.set(keyOf(machine), { machine, watcher });
    return watcher;
  };
  return {
    add(table, rows) {
      checkColumn(table, by);
      const column = table.columns.find(({ name }) => name === by)!;
      for (const { machine, places } of rowsOfMachines(column, table.rowCount)) {
        const numbers = Float64Array.from(places, (place) => rows[place]!);
        watcherOf(machine).add(takeRows(table, places), numbers);
      }
    },
    finish: () => [...watchers.values()].map(({ machine, watcher }) => ({ machine, drift: watcher.finish() })),
  };
}

function rowsOfMachines(column: Column, rowCount: number): { machine: CellValue; places: Int32Array }[] {
  const machines = new Map<string, { machine: CellValue; places: number[] }>();
  for (let row = 0; row < rowCount; row++) {
    const machine = machineAt(column, row);
    const known = machines.get(keyOf(machine));
    if (known === undefined) machines.set(keyOf(machine), { machine, places: [row] });
    else known.places.push(row);
  }
  return [...machines.values()].map(({ machine, places }) => ({ machine, places: Int32Array.from(places) }));
}

interface MachineLimit {
  readonly most: number;
  readonly watchedCount: number;
}

function tooMany(by: string, { most, watchedCount }: MachineLimit): InputError {
  return new InputError(
    "DRIFT_MACHINES",
    `column "${by}" tells more than ${groupDigits(most)} machines apart, each of which would be watched by itself in ${groupDigits(watchedCount)} ways`,
    "Watch some of them at a time (--where), or name a column with fewer values.",
  );
}
