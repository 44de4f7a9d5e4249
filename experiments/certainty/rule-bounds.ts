/**
 * "95 % certain: at least …" beside rules: how many of the rules that were shown keep their bound (`confidenceLow`) on a
 * large sample of fresh normal rows.
 *
 * A rule is judged when its antecedent holds in at least 50 of the fresh rows. It counts as covered unless its confidence
 * there is below the bound by more than 1.645 standard errors (one-sided 5 %). "Strictly" counts every confidence below the
 * bound as a failure, of rules whose antecedent holds in at least 200 of them, so that chance decides little. Each rule counts once for each table and group; "by showing" counts it as often as
 * it was shown.
 */
import { createRandom, hashText } from "../../src/core/random/random.js";
import { createExplainer, learn, type PublicRule, type RowObject, tableFromRows } from "../../src/index.js";
import { breakRows, habitsOf } from "./faults.js";
import type { Figure, Goal } from "./figure.js";
import { type FreshRows, heldIn } from "./judge-rules.js";
import type { Effort, Part } from "./part.js";
import { ratioFigure, shareFigure } from "./ratio-figure.js";
import { realSet } from "./real-sets.js";
import { drawRows, STRUCTURE_NAMES, STRUCTURES } from "./structures.js";
import { FRESH_WEEKS, tankWeek } from "./tank-weeks.js";

const GOAL: Goal = { atLeast: 0.95 };
const WEEK_GOAL: Goal = { atLeast: 0.93 };
const MIN_JUDGED_ROWS = 50;
const MIN_STRICT_ROWS = 200;
const ONE_SIDED_95 = 1.645;

/** A rule that was shown, and what became of it. */
interface Judged {
  /** Which learnt table it comes from: rules of one table share its luck. */
  readonly table: string;
  /** Learnt rows. */
  readonly rows: number;
  readonly group: string;
  readonly source: PublicRule["source"];
  readonly bound: number;
  readonly showings: number;
  readonly isCovered: boolean;
  /** null: too few fresh rows to say. */
  readonly isCoveredStrictly: boolean | null;
}

/** A learnt table, rows to explain by group, and fresh rows that know the truth. */
interface Trial {
  readonly table: string;
  readonly learnt: readonly RowObject[];
  readonly groups: Readonly<Record<string, readonly RowObject[]>>;
  readonly fresh: FreshRows;
}

export const rulesPart: Part = {
  name: "rules",
  cases: [
    { name: "simulated tables", measure: simulatedTables },
    { name: "real sets", data: true, measure: realSets },
    { name: "water tank", measure: tankRules },
  ],
};

/** Tables of each structure by the rows that are learnt. */
const SIMULATED: readonly (readonly [rows: number, full: number, quick: number])[] = [
  [200, 6, 3],
  [1000, 4, 2],
  [5000, 3, 1],
  [20_000, 1, 0],
];

function simulatedTables({ scale, seed }: Effort): Figure[] {
  const names = STRUCTURE_NAMES.filter((name) => name !== "three pairs of categories");
  const judged = SIMULATED.flatMap(([rows, full, quick]) =>
    names.flatMap((name) =>
      Array.from({ length: scale === "full" ? full : quick }, (_, table) => {
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
  const judged: Judged[] = [];
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
  return groupFigures(judged, "real sets", GOAL);
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

function judgeTrial({ table, learnt, groups, fresh }: Trial): Judged[] {
  const explainer = createExplainer(learn(tableFromRows(learnt)));
  return Object.entries(groups).flatMap(([group, rows]) => {
    const shown = new Map<string, { readonly rule: PublicRule; showings: number }>();
    for (const { rules } of explainer(tableFromRows(rows))) {
      for (const rule of rules) countShowing(shown, rule);
    }
    return [...shown.values()].flatMap(({ rule, showings }) => {
      const { known, held, error } = heldIn(rule, fresh);
      if (known < MIN_JUDGED_ROWS) return [];
      const confidence = held / known;
      return [
        {
          table,
          rows: learnt.length,
          group,
          source: rule.source,
          bound: rule.confidenceLow,
          showings,
          isCovered: confidence + ONE_SIDED_95 * error >= rule.confidenceLow,
          isCoveredStrictly: known < MIN_STRICT_ROWS ? null : confidence >= rule.confidenceLow,
        },
      ];
    });
  });
}

function countShowing(shown: Map<string, { readonly rule: PublicRule; showings: number }>, rule: PublicRule): void {
  const key = JSON.stringify([rule.antecedent, rule.consequent]);
  const known = shown.get(key);
  if (known === undefined) shown.set(key, { rule, showings: 1 });
  else known.showings++;
}

/** By group, by size and by source: each with its goal; strictly, by showing and the mean bound beside it. */
function groupFigures(judged: readonly Judged[], of: string, goal: Goal): Figure[] {
  const groups = [...new Set(judged.map(({ group }) => group))];
  const sizes = [...new Set(judged.map(({ rows }) => rows))];
  const sources = [...new Set(judged.map(({ source }) => source))].sort();
  return [
    ...groups.flatMap((group) => {
      const part = judged.filter((each) => each.group === group);
      const isOneSize = sizes.length === 1;
      return [
        ...coverageFigures(`${of}, ${group}`, part, goal),
        ...(isOneSize
          ? []
          : sizes.map((size) =>
              covered(
                `${of}, ${group}, ${size} learnt`,
                part.filter(({ rows }) => rows === size),
                goal,
              ),
            )),
      ];
    }),
    ...sources.map((source) =>
      covered(
        `${of}, ${source} rules`,
        judged.filter((each) => each.source === source),
        goal,
      ),
    ),
  ];
}

function covered(group: string, judged: readonly Judged[], goal: Goal): Figure {
  return shareFigure(group, "shown rules that keep their bound", {
    parts: judged.map(({ table, isCovered }) => ({ cluster: table, part: Number(isCovered), whole: 1 })),
    goal,
  });
}

function coverageFigures(group: string, judged: readonly Judged[], goal: Goal): Figure[] {
  return [
    covered(group, judged, goal),
    shareFigure(group, "– strictly", {
      parts: judged.flatMap(({ table, isCoveredStrictly }) =>
        isCoveredStrictly === null ? [] : [{ cluster: table, part: Number(isCoveredStrictly), whole: 1 }],
      ),
      goal,
    }),
    ratioFigure(group, "– by showing", {
      parts: judged.map(({ table, isCovered, showings }) => ({
        cluster: table,
        part: Number(isCovered) * showings,
        whole: showings,
      })),
      goal,
    }),
    ratioFigure(group, "mean bound", {
      parts: judged.map(({ table, bound }) => ({ cluster: table, part: bound, whole: 1 })),
      goal: null,
    }),
    { group, measure: "rules judged", value: judged.length, error: Number.NaN, count: 1, goal: null },
  ];
}
