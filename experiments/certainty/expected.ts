/**
 * What a wrong reading should have been: how often its true value is among those expected, how wide the expected range is,
 * and how far the suggested value is from the truth, in standard deviations of the learning rows. Of first suspects that
 * are truly wrong.
 */
import type { Figure, Goal } from "./figure.js";
import type { Effort, Part } from "./part.js";
import { ratioFigure } from "./ratio-figure.js";
import { type JudgedSuspect, realSuspects, simulatedSuspects, tankSuspects } from "./suspects.js";

export const expectedPart: Part = {
  name: "expected",
  cases: [
    {
      name: "simulated tables",
      measure: (effort: Effort) => expectedFigures("simulated", simulatedSuspects(effort)),
    },
    {
      name: "real sets",
      data: true,
      measure: async (effort) => expectedFigures("real sets", await realSuspects(effort)),
    },
    { name: "water tank", measure: (effort) => expectedFigures("water tank", tankSuspects(effort)) },
  ],
};

/** The stated level is .90. */
const LEVEL: Goal = { atLeast: 0.88 };

/** A level is easily met by wide ranges: they are to be no wider, and suggestions no further off, than before one was stated. */
interface Before {
  readonly width: number;
  readonly error: number;
}
const BEFORE = {
  simulated: { width: 3.85, error: 0.53 },
  "real sets": { width: 3.62, error: 0.32 },
  "water tank": { width: 1.16, error: 0.14 },
} as const satisfies Readonly<Record<string, Before>>;

interface Group {
  readonly name: string;
  readonly part: readonly JudgedSuspect[];
  readonly before?: Before;
}

function expectedFigures(of: keyof typeof BEFORE, suspects: readonly JudgedSuspect[]): Figure[] {
  const first = suspects.filter(({ rank, isWrong }) => rank === 0 && isWrong);
  const groups: readonly Group[] = [
    { name: "with a rule", part: first.filter(({ hasRule }) => hasRule) },
    { name: "without a rule", part: first.filter(({ hasRule }) => !hasRule) },
    { name: "all", part: first, before: BEFORE[of] },
  ];
  return groups.flatMap(({ name, part, before }) => {
    const notAbove = (limit: number | undefined): Goal | null => (limit === undefined ? null : { atMost: limit });
    const group = `${of}, ${name}`;
    return [
      figure(group, "something is expected", part, ({ expectation }) => Number(expectation !== null)),
      { ...figure(group, "true value as expected", part, ({ expectation }) => met(expectation)), goal: LEVEL },
      {
        ...figure(group, "width of the range, σ", part, ({ expectation }) => expectation?.width ?? Number.NaN),
        goal: notAbove(before?.width),
      },
      {
        ...figure(
          group,
          "error of the suggested value, σ",
          part,
          ({ expectation }) => expectation?.error ?? Number.NaN,
        ),
        goal: notAbove(before?.error),
      },
    ];
  });
}

function met(expectation: JudgedSuspect["expectation"]): number {
  return expectation === null ? Number.NaN : Number(expectation.isMet);
}

/** Over those for which there is a value. */
function figure(
  group: string,
  measure: string,
  suspects: readonly JudgedSuspect[],
  value: (suspect: JudgedSuspect) => number,
): Figure {
  const parts = suspects.flatMap((suspect) => {
    const part = value(suspect);
    return Number.isFinite(part) ? [{ cluster: suspect.table, part, whole: 1 }] : [];
  });
  return ratioFigure(group, measure, { parts, goal: null });
}
