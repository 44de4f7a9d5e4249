/**
 * Strength on fresh rows of simulated tables: independent rows, rows that depend on their neighbours, rows that repeat.
 */

import { createExplainer, learn, tableFromRows } from "../../../src/index.js";
import { shuffled } from "../../data/shuffle.js";
import { createRandom } from "../../internals.js";
import type { Figure, Goal } from "./figure.js";
import type { Effort } from "./part.js";
import { strengthOf } from "./strangeness.js";
import { AS_STATED, FEW_99, FRESH_95, FRESH_99, judge, NOT_MORE, shareFigures, topFigure } from "./strength-shares.js";
import {
  autoregressiveRows,
  drawRows,
  readmeRows,
  repeated,
  SIZES_AND_STATES,
  STRUCTURE_NAMES,
  STRUCTURES,
} from "./structures.js";

/** Fresh rows of a simulated table. */
const FRESH_ROWS = { full: 1500, quick: 600 } as const;

/** Tables learnt for each structure, by their rows: small tables vary more. */
const TABLES = [
  { rows: 40, full: 24, quick: 3 },
  { rows: 100, full: 24, quick: 7 },
  { rows: 300, full: 16, quick: 5 },
  { rows: 1000, full: 9, quick: 2 },
  { rows: 5000, full: 6, quick: 1 },
] as const;

/** The goals are for tables from here on. */
const LEAST_ROWS = 100;

export function independentRows({ scale, seed }: Effort): Figure[] {
  const measured = TABLES.flatMap(({ rows, [scale]: tables }) =>
    STRUCTURE_NAMES.map((name) => {
      const shares = Array.from({ length: tables }, (_, table) => {
        const structure = STRUCTURES[name](seed * 1000 + table);
        const random = createRandom(seed * 7919 + rows * 31 + table);
        const model = learn(tableFromRows(drawRows(structure, rows, random)));
        return judge(model, drawRows(structure, FRESH_ROWS[scale], random));
      });
      return { name, rows, kind: STRUCTURES[name](0).kind, shares };
    }),
  );
  const bySize = TABLES.flatMap(({ rows }) => {
    const continuous = measured.filter((each) => each.rows === rows && each.kind === "continuous");
    const figures = shareFigures(
      `independent rows, ${rows} learnt`,
      continuous.flatMap(({ shares }) => shares),
      AS_STATED,
    );
    return rows < LEAST_ROWS ? figures.map((figure) => ({ ...figure, goal: null })) : figures;
  });
  const byStructure = STRUCTURE_NAMES.flatMap((name) => {
    const same = measured.filter((each) => each.name === name && each.rows >= LEAST_ROWS);
    return shareFigures(
      name,
      same.flatMap(({ shares }) => shares),
      same[0]!.kind === "discrete" ? NOT_MORE : AS_STATED,
    );
  });
  return [
    ...bySize,
    ...byStructure,
    topFigure(
      "independent rows",
      measured.flatMap(({ shares }) => shares),
    ),
  ];
}

/**
 * Learnt from one stretch of 10,000 rows, judged on every hundredth row of an independent one: the share expected is
 * that of any fresh stretch, the chance in it smaller.
 */
const FAR_APART = 100;

export function dependentRows({ scale, seed }: Effort): Figure[] {
  return [0.99, 0.999].flatMap((phi) => {
    const shares = Array.from({ length: scale === "full" ? 20 : 6 }, (_, table) => {
      const random = createRandom(seed * 104_729 + table * 17 + phi * 1000);
      const model = learn(tableFromRows(autoregressiveRows(10_000, { phi }, random)));
      return judge(model, autoregressiveRows(1000, { phi: phi ** FAR_APART }, random));
    });
    const figures = shareFigures(`AR(1) φ = ${phi}`, shares, AS_STATED);
    // At .999 a stretch holds a handful of independent rows: no calibration can know the rest.
    return phi === 0.999 ? figures.map((figure) => ({ ...figure, goal: null })) : figures;
  });
}

export function repeatedRows({ scale, seed }: Effort): Figure[] {
  const wide = (["correlated numbers", "numbers and categories"] as const).map((each) => STRUCTURES[each]);
  const narrow = [() => SIZES_AND_STATES];
  const forms = [
    { name: "every row five times, shuffled", times: 5, noise: 0, isShuffled: true },
    { name: "every row five times, one behind the other", times: 5, noise: 0, isShuffled: false },
    { name: "every row five times with noise of .001, shuffled", times: 5, noise: 0.001, isShuffled: true },
    { name: "every row five times with noise of .05, shuffled", times: 5, noise: 0.05, isShuffled: true },
    { name: "every row twice with noise of .01, shuffled", times: 2, noise: 0.01, isShuffled: true },
    {
      name: "every row five times with noise of .001, one behind the other",
      times: 5,
      noise: 0.001,
      isShuffled: false,
    },
    { name: "every row of two columns four times, shuffled", times: 4, noise: 0, isShuffled: true, structures: narrow },
    { name: "every row of two columns ten times, shuffled", times: 10, noise: 0, isShuffled: true, structures: narrow },
  ];
  return forms.flatMap(({ name, times, noise, isShuffled, structures = wide }) => {
    const shares = structures.flatMap((make) =>
      Array.from({ length: scale === "full" ? 8 : 2 }, (_, table) => {
        const random = createRandom(seed * 15_485_863 + table);
        const structure = make(seed * 1000 + table);
        const copies = repeated(drawRows(structure, 400, random), times, { noise, random });
        const model = learn(tableFromRows(isShuffled ? shuffled(copies, random) : copies));
        return judge(model, drawRows(structure, FRESH_ROWS[scale], random));
      }),
    );
    return shareFigures(name, shares, AS_STATED);
  });
}

/** Three pairs of categories in turn: nothing about any of these rows is strange, and they were learnt. */
export function tiedRows(): Figure[] {
  const pairs = [
    { country: "France", currency: "EUR" },
    { country: "Japan", currency: "JPY" },
    { country: "Chile", currency: "CLP" },
  ];
  const rows = Array.from({ length: 2000 }, (_, row) => pairs[row % pairs.length]!);
  const shares = judge(learn(tableFromRows(rows)), rows);
  const group = "2,000 rows of three pairs in turn, as learnt";
  const exact = { group, error: 0, count: 1 };
  return [
    { ...exact, measure: "rows ≥ .95", value: shares.at95, goal: NOT_MORE },
    { ...exact, measure: "rows ≥ .99", value: shares.at99, goal: FEW_99 },
  ];
}

/** The rows between those that were learnt; and the two rows of the README whose order must be right. */
export function readmeExample(): Figure[] {
  const model = learn(tableFromRows(readmeRows(1000, 0)));
  const shares = judge(model, readmeRows(1000, 0.5));
  const [sound, broken] = createExplainer(model)([
    { Level: 11.9, Pump: "OFF", Valve: "Closed" },
    { Level: 11.9, Pump: "OFF", Valve: "Open" },
  ]).map(strengthOf) as [number, number];
  const single = (measure: string, value: number, goal: Goal): Figure => ({
    group: "README example",
    measure,
    value,
    error: Math.sqrt((0.05 * 0.95) / 1000),
    count: 1,
    goal,
  });
  return [
    single(FRESH_95, shares.at95, NOT_MORE),
    single(FRESH_99, shares.at99, FEW_99),
    { ...single("strength of a broken row less that of the sound one", broken - sound, { atLeast: 0.01 }), error: 0 },
    topFigure("README example", [shares]),
  ];
}
