/**
 * Counts every row by what is wrong with it (its symptom) and by which rule (its cause). Grows with the rules that are
 * broken, not with the rows.
 */
import { type Explanation, GROUP_KINDS, groupOf, type PublicRule } from "../core/presenting/index.js";
import type { Category } from "../core/table/index.js";
import { compareWorst, type Ranked } from "./choose-cards.js";
import type { ReportCause, ReportExample, ReportSymptom } from "./report.js";
import { type Symptom, symptomKey, symptomOf } from "./symptom.js";

/** Numbers in the order in which they were first met. */
export interface Counted {
  readonly cause: number;
  readonly symptom: number;
}

interface CauseCounter {
  add(explanation: Explanation, rank: Ranked): Counted;
  finish(): CountedCauses;
}

export interface CountedCauses {
  readonly symptoms: readonly ReportSymptom[];
  readonly causes: readonly ReportCause[];
  /** Place in `causes` of each cause by its number. */
  readonly placeOf: ArrayLike<number>;
}

interface OpenSymptom {
  readonly symptom: Symptom;
  count: number;
}

interface OpenCause {
  readonly symptom: number;
  /** As its first row words it. */
  readonly rule: string | null;
  readonly neverSeenIn: number | null;
  readonly mostDecimals?: number;
  count: number;
  worst: Ranked;
  example: ReportExample;
}

/** `categoriesOf` gives the categories of a feature that normal rows have; null: it is numeric. */
export function createCauseCounter(categoriesOf: (feature: string) => readonly Category[] | null): CauseCounter {
  const symptoms: OpenSymptom[] = [];
  const causes: OpenCause[] = [];
  const symptomNumbers = new Map<string, number>();
  const causeNumbers = new Map<string, number>();
  return {
    add(explanation, rank) {
      const symptom = symptomOf(explanation, categoriesOf);
      const { rule } = groupOf(explanation);
      const symptomNumber = numberOf(symptomNumbers, symptomKey(symptom));
      const unseen = rule === null ? unseenOf(explanation) : SEEN;
      const number = numberOf(causeNumbers, `${symptomNumber} ${JSON.stringify(unseen)} ${ruleKey(rule)}`);
      symptoms[symptomNumber] ??= { symptom, count: 0 };
      symptoms[symptomNumber].count++;
      const example = toExample(explanation);
      causes[number] ??= {
        ...{ symptom: symptomNumber, rule: rule?.text ?? null, ...unseen },
        ...{ count: 0, worst: rank, example },
      };
      countRow(causes[number], rank, example);
      return { cause: number, symptom: symptomNumber };
    },
    finish: () => sortCauses(symptoms, causes),
  };
}

const SEEN = { neverSeenIn: null };

/** Learning rows, none of which has the first suspect's value, or its decimals; null: one has, or there is none. */
function unseenOf({ features }: Explanation): Pick<OpenCause, "neverSeenIn" | "mostDecimals"> {
  const suspect = features.find(({ expected }) => expected !== null);
  if (suspect?.neverSeenIn === undefined) return SEEN;
  const { neverSeenIn, mostDecimals } = suspect;
  return mostDecimals === undefined ? { neverSeenIn } : { neverSeenIn, mostDecimals };
}

/** Its text may differ from row to row, by the digits that a reading asks for. */
function ruleKey(rule: PublicRule | null): string {
  return rule === null ? "" : JSON.stringify([rule.antecedent, rule.consequent]);
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

function toExample({ row, id, time, source, text }: Explanation): ReportExample {
  return {
    row,
    ...(id === undefined ? {} : { id }),
    ...(time === undefined ? {} : { time }),
    ...(source === undefined ? {} : { source }),
    text,
  };
}

function countRow(cause: OpenCause, rank: Ranked, example: ReportExample): void {
  cause.count++;
  if (compareWorst(rank, cause.worst) < 0) [cause.worst, cause.example] = [rank, example];
}

/** By kind, then most rows first, of equal ones the one met first; the causes of a symptom stand together. */
function sortCauses(symptoms: readonly OpenSymptom[], causes: readonly OpenCause[]): CountedCauses {
  const kindOf = (number: number): number => GROUP_KINDS.indexOf(symptoms[number]!.symptom.kind);
  const order = symptoms
    .map((_, number) => number)
    .sort((a, b) => kindOf(a) - kindOf(b) || symptoms[b]!.count - symptoms[a]!.count || a - b);
  const merged = mergeAlike(causes);
  const placeOfSymptom = new Map(order.map((number, place) => [number, place]));
  const sorted = merged
    .map(({ cause, numbers }) => ({ cause, numbers, place: placeOfSymptom.get(cause.symptom)! }))
    .sort((a, b) => a.place - b.place || b.cause.count - a.cause.count || a.numbers[0]! - b.numbers[0]!);
  const placeOf = new Int32Array(causes.length);
  sorted.forEach(({ numbers }, place) => {
    for (const number of numbers) placeOf[number] = place;
  });
  return {
    symptoms: order.map((number) => ({ ...symptoms[number]!.symptom, count: symptoms[number]!.count })),
    causes: sorted.map(({ cause: { rule, neverSeenIn, mostDecimals, count, example }, place }) => ({
      ...{ symptom: place, rule, neverSeenIn, count, example },
      ...(mostDecimals === undefined ? {} : { mostDecimals }),
    })),
    placeOf,
  };
}

/** Different rules that read the same are one to people. */
function mergeAlike(causes: readonly OpenCause[]): { readonly cause: OpenCause; readonly numbers: number[] }[] {
  const merged = new Map<string, { readonly cause: OpenCause; readonly numbers: number[] }>();
  causes.forEach((cause, number) => {
    const key = JSON.stringify([cause.symptom, cause.rule, cause.neverSeenIn, cause.mostDecimals]);
    const known = merged.get(key);
    if (known === undefined) {
      merged.set(key, { cause: { ...cause }, numbers: [number] });
      return;
    }
    known.numbers.push(number);
    known.cause.count += cause.count;
    if (compareWorst(cause.worst, known.cause.worst) < 0)
      [known.cause.worst, known.cause.example] = [cause.worst, cause.example];
  });
  return [...merged.values()];
}
