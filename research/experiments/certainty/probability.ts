/**
 * Is a reading that is said to be wrong with probability p wrong in p of the cases? Asked of first suspects, and of all
 * suspects, in rows of which half were broken (faults.ts) and half left alone; and whether rules are only shown for
 * readings that are more likely wrong than right.
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
  const broken = suspects.filter(({ kind }) => kind !== "none");
  const firstOfBroken = first.filter(({ kind }) => kind !== "none");
  const firstOfSound = first.filter(({ kind }) => kind === "none");
  const withRule = suspects.filter(({ hasRule, isOfPair }) => hasRule && !isOfPair);
  return [
    errorFigure(`${of}, first suspects`, first, goal),
    errorFigure(`${of}, all suspects`, suspects, goal),
    errorFigure(`${of}, first suspects of broken rows`, firstOfBroken, null),
    share(`${of}, rows left alone`, firstOfSound, FIRST_PROBABILITY),
    share(`${of}, suspects with a rule`, withRule, BELOW_HALF),
    share(`${of}, all suspects`, suspects, STATED),
    ...ORDINALS.map((ordinal, rank) => {
      const accused = broken.filter((suspect) => suspect.rank === rank && suspect.hasRule);
      // Later ones are so few that chance decides.
      const goal = rank < 2 ? { atLeast: 0.5 } : null;
      return share(`${of}, broken rows, accused ${ordinal}`, accused, { ...TRULY_WRONG, goal });
    }),
    ...reliabilityFigures(of, first),
  ];
}

const ORDINALS = ["first", "second", "third", "fourth"];

/** What is asked of each suspect. */
interface Question {
  readonly measure: string;
  readonly value: (suspect: JudgedSuspect) => number;
  readonly goal: Goal | null;
  /** A promise about every single one: chance has no part in it. */
  readonly isPromise?: true;
}

const FIRST_PROBABILITY: Question = {
  measure: "mean probability of the first suspect",
  value: ({ probability }) => probability,
  goal: null,
};
const BELOW_HALF: Question = {
  measure: "probability below .5",
  value: ({ probability }) => Number(probability < 0.5),
  goal: { atMost: 0 },
  isPromise: true,
};
const STATED: Question = {
  measure: "state a probability",
  value: ({ isStated }) => Number(isStated),
  goal: { atLeast: 1 },
  isPromise: true,
};
const TRULY_WRONG: Question = { measure: "truly wrong", value: ({ isWrong }) => Number(isWrong), goal: null };

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

function share(group: string, suspects: readonly JudgedSuspect[], question: Question): Figure {
  const { measure, value, goal, isPromise } = question;
  const parts = suspects.map((suspect) => ({ cluster: suspect.table, part: value(suspect), whole: 1 }));
  const figure = shareFigure(group, measure, { parts, goal });
  return isPromise === true ? { ...figure, error: 0 } : figure;
}

function reliabilityFigures(of: string, first: readonly JudgedSuspect[]): Figure[] {
  return reliability(toStated(first))
    .filter(({ count }) => count > 0)
    .map(({ from, to, count, meanProbability }) => {
      const part = first.filter(({ probability }) => probability >= from && (probability < to || to === 1));
      const group = `${of}, first suspects said ${from.toFixed(1)}–${to.toFixed(1)} (${count})`;
      return { ...share(group, part, TRULY_WRONG), stated: meanProbability };
    });
}
