/**
 * Is a reading that is said to be wrong with probability p wrong in p of the cases? Asked of first suspects, and of all
 * suspects, in rows of which half were broken (faults.ts) and half left alone; and whether rules are only shown for readings
 * that are more likely wrong than right.
 */
import { calibrationError, calibrationErrorSpread, reliability, type Stated } from "./calibration-error.js";
import type { Figure, Goal } from "./figure.js";
import type { Part } from "./part.js";
import { shareFigure } from "./ratio-figure.js";
import { type JudgedSuspect, realSuspects, simulatedSuspects, tankSuspects } from "./suspects.js";

export const probabilityPart: Part = {
  name: "probability",
  cases: [
    {
      name: "simulated tables",
      measure: (effort) => probabilityFigures("simulated", simulatedSuspects(effort), GOAL),
    },
    {
      name: "public sets",
      data: true,
      measure: async (effort) => probabilityFigures("public sets", await realSuspects(effort), GOAL),
    },
    // Its faults are all plain, and half of the rows being broken is no plant's share: for information.
    { name: "water tank", measure: (effort) => probabilityFigures("water tank", tankSuspects(effort), null) },
  ],
};

const GOAL: Goal = { atMost: 0.05 };

function probabilityFigures(of: string, suspects: readonly JudgedSuspect[], goal: Goal | null): Figure[] {
  const first = suspects.filter(({ rank }) => rank === 0);
  const changed = suspects.filter(({ kind }) => kind !== "none");
  const alone = first.filter(({ kind }) => kind === "none");
  return [
    errorFigure(`${of}, first suspects`, first, goal),
    errorFigure(`${of}, all suspects`, suspects, goal),
    errorFigure(
      `${of}, first suspects of broken rows`,
      first.filter(({ kind }) => kind !== "none"),
      null,
    ),
    share(`${of}, rows left alone`, "mean probability of the first suspect", alone, ({ probability }) => probability),
    {
      ...share(
        `${of}, suspects with a rule`,
        "probability below .5",
        suspects.filter(({ hasRule }) => hasRule),
        below,
      ),
      goal: { atMost: 0 },
    },
    {
      ...share(`${of}, all suspects`, "state a probability", suspects, ({ isStated }) => Number(isStated)),
      goal: { atLeast: 1 },
    },
    ...[0, 1, 2, 3].map((rank) => ({
      ...share(
        `${of}, broken rows, accused ${ORDINALS[rank]}`,
        "truly wrong",
        changed.filter((suspect) => suspect.rank === rank && suspect.hasRule),
        wrong,
      ),
      goal: { atLeast: 0.5 },
    })),
    ...reliabilityFigures(of, first),
  ];
}

const ORDINALS = ["first", "second", "third", "fourth"];

const wrong = ({ isWrong }: JudgedSuspect): number => Number(isWrong);
const below = ({ probability }: JudgedSuspect): number => Number(probability < 0.5);

function toStated(suspects: readonly JudgedSuspect[]): Stated[] {
  return suspects.map(({ table, probability, isWrong }) => ({ table, probability, isTrue: isWrong }));
}

function errorFigure(group: string, suspects: readonly JudgedSuspect[], goal: Goal | null): Figure {
  const stated = toStated(suspects);
  return {
    group,
    measure: "expected calibration error",
    value: calibrationError(stated),
    error: calibrationErrorSpread(stated),
    count: new Set(stated.map(({ table }) => table)).size,
    goal,
  };
}

function share(
  group: string,
  measure: string,
  suspects: readonly JudgedSuspect[],
  value: (suspect: JudgedSuspect) => number,
): Figure {
  return shareFigure(group, measure, {
    parts: suspects.map((suspect) => ({ cluster: suspect.table, part: value(suspect), whole: 1 })),
    goal: null,
  });
}

function reliabilityFigures(of: string, first: readonly JudgedSuspect[]): Figure[] {
  return reliability(toStated(first))
    .filter(({ count }) => count > 0)
    .map(({ from, to, count, meanProbability }) => {
      const part = first.filter(({ probability }) => probability >= from && (probability < to || to === 1));
      const group = `${of}, first suspects said ${from.toFixed(1)}–${to.toFixed(1)} (${count})`;
      return { ...share(group, "truly wrong", part, wrong), stated: meanProbability };
    });
}
