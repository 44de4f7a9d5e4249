/**
 * What a wrong reading should have been: how often its true value is among those expected, how wide the expected range
 * is, and how far the suggested value is from the truth, in standard deviations of the learning rows. Of first suspects
 * that are truly wrong.
 */
import type { Figure, Goal } from "./figure.js";
import type { Effort, Part } from "./part.js";
import { type Portion, ratioFigure, shareFigure } from "./ratio-figure.js";
import { type JudgedSuspect, realSuspects, simulatedSuspects, tankSuspects } from "./suspects.js";

export const expectedPart: Part = {
  name: "expected",
  cases: [
    {
      name: "simulated tables",
      measure: (effort: Effort) => expectedFigures("simulated", simulatedSuspects(effort)),
    },
    {
      name: "public sets",
      data: true,
      measure: async (effort) => expectedFigures("public sets", await realSuspects(effort)),
    },
    { name: "water tank", measure: (effort) => expectedFigures("water tank", tankSuspects(effort)) },
  ],
};

/** The stated level is .90. */
const LEVEL: Goal = { atLeast: 0.88 };
/** Who says nothing is never wrong: of most wrong readings something is to be said. */
const MOSTLY: Goal = { atLeast: 0.9 };

/**
 * A level is easily met by wide ranges: they are to be no wider, and suggestions no further off, than before one was
 * stated.
 */
interface Before {
  readonly width: number;
  readonly error: number;
}
const BEFORE = {
  simulated: { width: 3.85, error: 0.53 },
  "public sets": { width: 3.56, error: 0.33 },
  "water tank": { width: 1.17, error: 0.143 },
} as const satisfies Readonly<Record<string, Before>>;

function expectedFigures(of: keyof typeof BEFORE, suspects: readonly JudgedSuspect[]): Figure[] {
  const first = suspects.filter(({ rank, isWrong }) => rank === 0 && isWrong);
  const all = `${of}, all`;
  const { width, error } = BEFORE[of];
  return [
    ...detailFigures(
      `${of}, with a rule`,
      first.filter(({ hasRule }) => hasRule),
    ),
    ...detailFigures(
      `${of}, without a rule`,
      first.filter(({ hasRule }) => !hasRule),
    ),
    levelFigure(all, first),
    shareFigure(all, "something is expected", {
      parts: portions(first, ({ expectation }) => Number(expectation !== null)),
      goal: MOSTLY,
    }),
    ratioFigure(all, "width of the range, σ", { parts: widths(first), goal: { atMost: width } }),
    ratioFigure(all, "error of the suggested value, σ", { parts: errors(first), goal: { atMost: error } }),
  ];
}

function detailFigures(group: string, first: readonly JudgedSuspect[]): Figure[] {
  return [
    levelFigure(group, first),
    ratioFigure(group, "width of the range, σ", { parts: widths(first), goal: null }),
    ratioFigure(group, "error of the suggested value, σ", { parts: errors(first), goal: null }),
  ];
}

function levelFigure(group: string, first: readonly JudgedSuspect[]): Figure {
  const parts = portions(first, ({ expectation }) => (expectation === null ? Number.NaN : Number(expectation.isMet)));
  return shareFigure(group, "true value as expected", { parts, goal: LEVEL });
}

const widths = (first: readonly JudgedSuspect[]): Portion[] =>
  portions(first, ({ expectation }) => expectation?.width ?? Number.NaN);

const errors = (first: readonly JudgedSuspect[]): Portion[] =>
  portions(first, ({ expectation }) => expectation?.error ?? Number.NaN);

/** Of those for which there is a value. */
function portions(suspects: readonly JudgedSuspect[], value: (suspect: JudgedSuspect) => number): Portion[] {
  return suspects.flatMap((suspect) => {
    const part = value(suspect);
    return Number.isFinite(part) ? [{ cluster: suspect.table, part, whole: 1 }] : [];
  });
}
