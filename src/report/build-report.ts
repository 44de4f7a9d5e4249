/**
 * Builds a Report from tables, batch by batch: explains every row, counts them all, and makes cards of the worst of
 * each cause and each stretch of time.
 *
 * Memory grows with the limit of cards and the rules that are broken, not with the rows.
 */

import { openKernel } from "../core/compute/index.js";
import { judgeRow, nearestReferenceRows, prepareRowBlamer } from "../core/evidence/index.js";
import { createExplainer } from "../core/explain.js";
import { type ExplainOptions, withPastOf } from "../core/explaining/index.js";
import type { IncidentOptions, RowPlace } from "../core/incidents/index.js";
import { diagnosisRowCount, type Model } from "../core/model/index.js";
import {
  countUnreadMoments,
  type Explanation,
  placeInInput,
  type RowSources,
  sourceAt,
  type WantedNames,
  wantedNames,
} from "../core/presenting/index.js";
import { dependenciesOf } from "../core/rules/index.js";
import {
  type Category,
  type Column,
  cellValue,
  createTableReader,
  type EncodedTable,
  type Table,
  type TimeColumn,
  withClock,
} from "../core/table/index.js";
import { type Counted, type CountedCauses, createCauseCounter } from "./cause-counter.js";
import { type Candidate, chooseCards, type Ranked } from "./choose-cards.js";
import { describeNormal, toJsonCell } from "./describe-normal.js";
import { followIncidents, type PlacedCard } from "./follow-incidents.js";
import { readMoments } from "./moments.js";
import type { Report, ReportCard, ReportCause, ReportSymptom } from "./report.js";
import { isStrange } from "./symptom.js";
import { createTally } from "./tally.js";

interface ReportOptions {
  /** undefined: named after the source. */
  readonly title: string | undefined;
  /** What the rows are read from. */
  readonly source: string;
  /** Most cards. */
  readonly limit: number;
  /** `minStrength` leaves rows out; they are counted. */
  readonly explain: ExplainOptions;
  readonly incidents: IncidentOptions;
  /** Whether the rows are those that somebody chose, such as by a detector's flag. */
  readonly areChosen?: boolean;
}

interface ReportBuilder {
  /**
   * `rows` are the numbers of the table's rows in the input, `sources` their files. Returns how many of them were left
   * out.
   */
  add(table: Table, rows: ArrayLike<number>, sources?: RowSources | null): number;
  /** What the rows are read from, where it is known only now. */
  nameSource(source: string): void;
  finish(): Report;
}

/** Features of a card after the accused ones. */
const OTHERS_SHOWN = 6;

/** A card before it is known which cause and incident it belongs to. */
export interface OpenCard extends Omit<ReportCard, "cause" | "incident"> {
  readonly rank: Ranked;
  /** Place of the row in the table at hand. */
  readonly at: number;
}

/** Makes the cards of the rows of a table that the options ask for; prepared once, then used for table after table. */
export type CardMaker = (table: Table, rows: ArrayLike<number>, sources?: RowSources | null) => OpenCard[];

export function createCardMaker(model: Model, options: ExplainOptions): CardMaker {
  const explainer = createExplainer(model, { ...options, verify: options.method !== "paper" });
  const lookAt = prepareLook(model);
  const read = createTableReader(model.features);
  const names = wantedNames(model, options);
  return (input, rows, sources = null) => {
    const whole = withClock(input, names.dayAndClock);
    const table = withPastOf(model, whole, { absent: "refuse", time: options.time, context: options.context });
    const { columns, encoded } = read(table);
    const moments = findMoments(table, names);
    return explainer(table).map((found) => {
      const { row: at } = found;
      const explanation = placeInInput(found, rows[at]!, sourceAt(sources, at));
      return toCard(explanation, { columns, moments, at, ...lookAt(encoded, found) });
    });
  };
}

export function createReportBuilder(model: Model, options: ReportOptions): ReportBuilder {
  const makeCards = createCardMaker(model, options.explain);
  const names = wantedNames(model, options.explain);
  const counter = createCauseCounter(categoriesByName(model));
  const tally = createTally();
  const cards = createCardCollector(options.limit);
  const { areChosen } = options;
  const follower = followIncidents(model, { ...options.explain, areChosen }, options.incidents);
  const unread = countUnreadMoments(names);
  let explained = 0;
  let strange = 0;
  let leftOut = 0;
  let { source } = options;
  let time: string | null = null;

  function take(card: OpenCard, place: RowPlace | null): void {
    const counted = counter.add(card.explanation, card.rank);
    const isStrangeRow = isStrange(card.explanation);
    if (isStrangeRow) strange++;
    if (isStrangeRow && card.time !== null) tally.add(card.time, counted.cause);
    cards.add({ ...card, ...counted, isStrange: isStrangeRow, place });
  }

  return {
    add(input, rows, sources) {
      const whole = withClock(input, names.dayAndClock);
      const table = withPastOf(model, whole, { absent: "refuse", ...options.explain });
      time ??= findMoments(table, names)?.name ?? null;
      unread.add(table);
      const made = makeCards(table, rows, sources);
      const places = follower.add(table, rows, new Map(made.map(({ at, explanation }) => [at, explanation])));
      for (const card of made) take(card, places?.[card.at] ?? null);
      explained += made.length;
      leftOut += rows.length - made.length;
      return rows.length - made.length;
    },
    nameSource(name) {
      source = name;
    },
    finish() {
      const counted = counter.finish();
      const { symptoms, placeOf } = counted;
      const { incidents, incidentOf, isUnordered } = follower.finish();
      const shown = cards.finish().map((card) => toReportCard(card, placeOf, incidentOf(card)));
      return {
        title: options.title ?? `Anomalies in ${source}`,
        source,
        explained,
        leftOut,
        strange,
        ...describeNormal(model),
        time,
        unreadTimes: unread.words(),
        symptoms,
        causes: withExamples(counted, shown),
        suspects: countSuspects(symptoms),
        moments: tally.finish(placeOf),
        incidents,
        isUnordered,
        cards: shown,
      };
    },
  };
}

type CountedCard = OpenCard & Counted & Candidate & PlacedCard;

/**
 * Holds at most twice as many cards as will be shown. When some go depends on the rows alone, not on the batches they
 * come in.
 */
function createCardCollector(limit: number) {
  let cards: CountedCard[] = [];
  return {
    add(card: CountedCard): void {
      if (cards.push(card) >= 2 * limit) cards = chooseCards(cards, limit);
    },
    finish: (): CountedCard[] => chooseCards(cards, limit),
  };
}

function categoriesByName({ features }: Model): (feature: string) => readonly Category[] | null {
  const categories = new Map(
    features.map((feature) => [feature.name, feature.kind === "numeric" ? null : feature.categories]),
  );
  return (feature) => categories.get(feature) ?? null;
}

function toReportCard(
  { explanation, time, cells, nearest, cause }: CountedCard,
  placeOf: ArrayLike<number>,
  incident: number | null,
): ReportCard {
  return { explanation, time, cells, nearest, cause: placeOf[cause]!, incident };
}

/** A cause that has a card needs no example. */
function withExamples({ causes }: CountedCauses, cards: readonly ReportCard[]): ReportCause[] {
  const shown = new Set(cards.map(({ cause }) => cause));
  return causes.map((cause, place) => (shown.has(place) ? { ...cause, example: null } : cause));
}

/** By sensor; most rows first, of equal ones as the symptoms stand. */
function countSuspects(symptoms: readonly ReportSymptom[]): Report["suspects"] {
  const counts = new Map<string, number>();
  for (const { sensor, count } of symptoms) {
    if (sensor !== null) counts.set(sensor, (counts.get(sensor) ?? 0) + count);
  }
  return [...counts].map(([feature, count]) => ({ feature, count })).sort((a, b) => b.count - a.count);
}

/** The moments of the column that says when; where none is known, of the first column that holds moments. */
function findMoments(table: Table, { time, days }: WantedNames): TimeColumn | undefined {
  const named = table.columns.find((column) => column.name === time);
  const moments = named === undefined ? null : readMoments(named, days);
  return moments ?? table.columns.find((column): column is TimeColumn => column.type === "time");
}

interface Look {
  readonly strangeness: number;
  /** The nearest reference rows of a row. */
  readonly nearest: readonly number[];
}

/** How a row looks to the diagnosis. What looks normal is seldom tied with another, and need not be measured again. */
function prepareLook(model: Model): (table: EncodedTable, explanation: Explanation) => Look {
  const parts = { ...model, rowCount: diagnosisRowCount(model), dependencies: dependenciesOf(model) };
  const blamer = prepareRowBlamer(parts, openKernel());
  return (table, explanation) => {
    const { row } = explanation;
    const strangeness = isStrange(explanation) ? judgeRow(blamer, table, row).strangeness : 0;
    return { strangeness, nearest: [...nearestReferenceRows(blamer, table, row)] };
  };
}

interface CardRow extends Look {
  readonly columns: readonly Column[];
  readonly moments: TimeColumn | undefined;
  /** Place of the row in the table at hand. */
  readonly at: number;
}

function toCard(explanation: Explanation, { columns, moments, at, nearest, strangeness }: CardRow): OpenCard {
  const { row, strength, features, rules } = explanation;
  const accused = features.filter(({ expected }) => expected !== null);
  const moment = moments?.values[at] ?? NaN;
  return {
    explanation: { ...explanation, features: features.slice(0, accused.length + OTHERS_SHOWN) },
    time: Number.isNaN(moment) ? null : moment,
    cells: columns.map((column) => toJsonCell(cellValue(column, at))),
    nearest,
    at,
    // Where strangeness is not measured, the score of the first rule that is broken says how bad it is.
    rank: { row, strength, strangeness: strength === null ? (rules[0]?.score ?? 0) : strangeness },
  };
}
