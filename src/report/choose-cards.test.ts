import { expect, test } from "vitest";
import { type Candidate, chooseCards, compareWorst } from "./choose-cards.js";

interface Place {
  readonly symptom?: number;
  readonly cause?: number;
  readonly time?: number | null;
  readonly strangeness?: number;
  readonly strength?: number;
}

let rows = 0;
function candidate({ symptom = 0, cause = symptom, time = null, strangeness = 1, strength = 1 }: Place): Candidate {
  return { rank: { row: rows++, strength, strangeness }, symptom, cause, time, isStrange: strength >= 0.95 };
}

const rowsOf = (cards: readonly Candidate[]): number[] => cards.map(({ rank }) => rank.row);

test("all are shown where there are cards for all, worst first", () => {
  const [mild, worst, equal] = [{ strangeness: 2 }, { strangeness: 9 }, { strangeness: 9 }].map(candidate);
  expect(chooseCards([equal!, mild!, worst!], 3)).toEqual([worst, equal, mild]);
});

test("of rows stranger than all normal ones the strangest is the worst, whatever its number", () => {
  const row = { row: 9, strength: 1, strangeness: 20 };
  expect(compareWorst(row, { row: 1, strength: 1, strangeness: 10 })).toBeLessThan(0);
  expect(compareWorst(row, { row: 1, strength: 0.99, strangeness: 30 })).toBeLessThan(0);
  expect(compareWorst(row, { row: 1, strength: 1, strangeness: 20 })).toBeGreaterThan(0);
});

test("one long incident does not take the cards of the others", () => {
  const long = Array.from({ length: 500 }, (_, at) => candidate({ time: 1000 + at, strangeness: 50 }));
  const early = candidate({ symptom: 1, time: 0, strangeness: 3 });
  const late = Array.from({ length: 5 }, (_, at) => candidate({ symptom: 2, time: 3000 + at, strangeness: 2 }));
  const chosen = chooseCards([...long, early, ...late], 60);
  expect(chosen).toHaveLength(60);
  expect(rowsOf(chosen)).toContain(early.rank.row);
  expect(chosen.filter(({ symptom }) => symptom === 2).length).toBeGreaterThan(3);
  expect(chosen.map(({ rank }) => rank.strangeness)).toEqual(
    chosen.map(({ rank }) => rank.strangeness).sort((a, b) => b - a),
  );
});

test("every cause has a card where there are cards enough, and the worst row of each has it", () => {
  const candidates = Array.from({ length: 2000 }, (_, at) =>
    candidate({ symptom: at % 7, cause: at % 35, time: at, strangeness: (at * 37) % 101 }),
  );
  const chosen = chooseCards(candidates, 100);
  for (let cause = 0; cause < 35; cause++) {
    const own = candidates.filter((each) => each.cause === cause).sort((a, b) => compareWorst(a.rank, b.rank));
    expect(rowsOf(chosen), `cause ${cause}`).toContain(own[0]!.rank.row);
  }
});

test("no stretch of time is left out", () => {
  const candidates = Array.from({ length: 6000 }, (_, at) => candidate({ time: at, strangeness: at }));
  const times = chooseCards(candidates, 60)
    .map(({ time }) => time!)
    .sort((a, b) => a - b);
  for (const [at, time] of times.entries()) expect(Math.floor(time / 100)).toBe(at);
});

test("rows that look normal come last, and yet one of them is shown", () => {
  const normal = Array.from({ length: 50 }, () => candidate({ symptom: 5, strength: 0.5, strangeness: 0 }));
  const strange = Array.from({ length: 50 }, (_, at) => candidate({ symptom: at % 3 }));
  const chosen = chooseCards([...normal, ...strange], 20);
  expect(chosen.filter(({ isStrange }) => !isStrange)).toHaveLength(1);
});

test("with a single card it is that of the worst row", () => {
  const candidates = [1, 5, 3].map((strangeness, symptom) => candidate({ symptom, strangeness }));
  expect(chooseCards(candidates, 1)).toEqual([candidates[1]]);
});
