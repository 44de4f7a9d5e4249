/**
 * The bounds of shown rules, judged on fresh rows: of simulated tables and public sets of several sizes, and of the
 * water tank.
 */

import { type RowObject, tableFromRows } from "../../../src/index.js";
import { createRandom, hashText } from "../../internals.js";
import { breakRows, habitsOf } from "./faults.js";
import type { Figure, Goal } from "./figure.js";
import type { FreshRows } from "./judge-rules.js";
import type { Effort, Part } from "./part.js";
import { realSet } from "./real-sets.js";
import { groupFigures, judgeTrial, type ShownRule } from "./rule-coverage.js";
import { drawRows, STRUCTURE_NAMES, STRUCTURES } from "./structures.js";
import { FRESH_WEEKS, tankWeek } from "./tank-weeks.js";

const GOAL: Goal = { atLeast: 0.95 };
const WEEK_GOAL: Goal = { atLeast: 0.93 };

export const rulesPart: Part = {
  name: "rules",
  cases: [
    { name: "simulated tables", measure: simulatedTables },
    { name: "public sets", data: true, measure: realSets },
    { name: "water tank", measure: tankRules },
  ],
};

/** Tables of each structure by the rows that are learnt. */
const SIMULATED = [
  { rows: 200, full: 6, quick: 3 },
  { rows: 1000, full: 4, quick: 2 },
  { rows: 5000, full: 3, quick: 1 },
  { rows: 20_000, full: 2, quick: 0 },
] as const;

function simulatedTables({ scale, seed }: Effort): Figure[] {
  const names = STRUCTURE_NAMES.filter((name) => name !== "three pairs of categories");
  const judged = SIMULATED.flatMap(({ rows, [scale]: tables }) =>
    names.flatMap((name) =>
      Array.from({ length: tables }, (_, table) => {
        const random = createRandom(seed * 32_452_843 + rows * 101 + table);
        const structure = STRUCTURES[name](seed * 1000 + table);
        const learnt = drawRows(structure, rows, random);
        const sound = drawRows(structure, 300, random);
        return judgeTrial({
          table: `${name} ${rows} ${table}`,
          learnt,
          groups: {
            "changed rows": breakRows(sound, habitsOf(learnt), random).map(({ row }) => row),
            "fresh normal rows": drawRows(structure, scale === "full" ? 1500 : 700, random),
          },
          fresh: independent(drawRows(structure, scale === "full" ? 20_000 : 10_000, random)),
        });
      }),
    ),
  ).flat();
  return groupFigures(judged, "simulated", GOAL);
}

const REAL_SETS = ["magic", "satellite", "satimage-2", "shuttle", "skin", "thyroid", "cardio", "fault"];
const QUICK_REAL_SETS = ["thyroid", "satellite"];
const REAL_SIZES = [200, 1000, 5000, 20_000];
/** Fewer normal rows than this beside the learnt ones judge no rule. */
const MIN_FRESH = 1000;

async function realSets({ scale, seed }: Effort): Promise<Figure[]> {
  const judged: ShownRule[] = [];
  for (const name of scale === "full" ? REAL_SETS : QUICK_REAL_SETS) {
    const { normal, anomalies } = await realSet(name, seed);
    for (const rows of REAL_SIZES) {
      const rest = normal.slice(rows);
      if (rest.length < MIN_FRESH) continue;
      const random = createRandom(seed + (hashText(name, rows) >>> 0));
      const learnt = normal.slice(0, rows);
      // Rows that are explained do not judge the rules they chose.
      const explained = rest.slice(0, Math.min(1000, rest.length / 4));
      const judging = rest.slice(explained.length, explained.length + 20_000);
      judged.push(
        ...judgeTrial({
          table: `${name} ${rows}`,
          learnt,
          groups: {
            "changed rows": breakRows(explained.slice(0, 300), habitsOf(learnt), random).map(({ row }) => row),
            "real anomalies": anomalies.slice(0, 300),
            "fresh normal rows": explained,
          },
          fresh: independent(judging),
        }),
      );
    }
  }
  return groupFigures(judged, "public sets", GOAL);
}

/** Minutes between two rows of a week that are explained; and between those that judge. */
const EXPLAINED_STEP = 10;
const JUDGING_STEP = 4;

function tankRules({ scale, seed }: Effort): Figure[] {
  const weeks = Array.from({ length: scale === "full" ? 12 : 5 }, (_, week) => seed + week);
  const learnt = scale === "full" ? weeks : weeks.slice(0, 3);
  const judged = learnt.flatMap((week) => {
    const fresh = tankWeek(FRESH_WEEKS + week);
    const others = weeks
      .filter((other) => other !== week)
      .map((other) => everyNth(tankWeek(FRESH_WEEKS + other).normal, JUDGING_STEP));
    return judgeTrial({
      table: `week ${week}`,
      learnt: tankWeek(week).normal,
      groups: {
        "fresh weeks": everyNth(fresh.normal, EXPLAINED_STEP),
        "faults in fresh weeks": fresh.anomalies.map(({ row }) => row),
      },
      fresh: { table: tableFromRows(others.flat()), clusterRows: others[0]!.length },
    });
  });
  return groupFigures(judged, "water tank", WEEK_GOAL);
}

function everyNth<T>(list: readonly T[], step: number): T[] {
  return list.filter((_, place) => place % step === 0);
}

function independent(rows: readonly RowObject[]): FreshRows {
  return { table: tableFromRows(rows), clusterRows: null };
}
