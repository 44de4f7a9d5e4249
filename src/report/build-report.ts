/**
 * Builds a Report from tables, batch by batch: explains every row, counts them all, and keeps the strangest as cards.
 *
 * Memory grows with the limit of cards and the number of groups, not with the rows.
 */
import { createExplainer } from "../core/explain.js";
import type { ExplainOptions } from "../core/explanations/explain-options.js";
import { nearestKeptRows, prepareRowBlamer } from "../core/explanations/row-blame.js";
import { openKernel } from "../core/kernel/kernel.js";
import type { Model } from "../core/model/model.js";
import { looksNormal } from "../core/presentation/describe-row.js";
import { type Explanation, placeInInput } from "../core/presentation/explanation.js";
import { type RowSources, sourceAt, wantedNames } from "../core/presentation/row-names.js";
import { createSummary, GROUP_KINDS, groupKey, groupOf, type SummaryGroup } from "../core/presentation/summary.js";
import { createTableReader, type EncodedTable } from "../core/table/encode-table.js";
import { type Column, cellValue, type Table, type TimeColumn } from "../core/table/table.js";
import { describeNormal, toJsonCell } from "./describe-normal.js";
import { readMoments } from "./moments.js";
import type { Report, ReportCard, ReportSymptom } from "./report.js";
import { type Symptom, symptomKey, symptomOf } from "./symptom.js";

export interface ReportOptions {
  /** undefined: named after the source. */
  readonly title: string | undefined;
  /** What the rows are read from. */
  readonly source: string;
  /** Most cards; the strangest rows are kept. */
  readonly limit: number;
  /** `minStrength` leaves rows out; they are counted. */
  readonly explain: ExplainOptions;
}

export interface ReportBuilder {
  /** `rows` are the numbers of the table's rows in the input, `sources` their files. Returns how many of them were left out. */
  add(table: Table, rows: ArrayLike<number>, sources?: RowSources | null): number;
  /** What the rows are read from, where it is known only now. */
  nameSource(source: string): void;
  finish(): Report;
}

/** Features of a card after the accused ones. */
const OTHERS_SHOWN = 6;

/** A card before it is known which group and symptom it belongs to. */
export type OpenCard = Omit<ReportCard, "group" | "symptom">;

/** Makes the cards of the rows of a table that the options ask for; prepared once, then used for table after table. */
export type CardMaker = (table: Table, rows: ArrayLike<number>, sources?: RowSources | null) => OpenCard[];

export function createCardMaker(model: Model, options: ExplainOptions): CardMaker {
  const explainer = createExplainer(model, { ...options, verify: options.method !== "paper" });
  const findNearest = prepareNearest(model);
  const read = createTableReader(model.features);
  const { time } = wantedNames(model, options);
  return (table, rows, sources = null) => {
    const { columns, encoded } = read(table);
    const moments = findMoments(table, time);
    return explainer(table).map((found) => {
      const { row: at } = found;
      const explanation = placeInInput(found, rows[at]!, sourceAt(sources, at));
      return toCard(explanation, { columns, moments, at, nearest: findNearest(encoded, at) });
    });
  };
}

export function createReportBuilder(model: Model, options: ReportOptions): ReportBuilder {
  const makeCards = createCardMaker(model, options.explain);
  const { time: timeColumn } = wantedNames(model, options.explain);
  const summary = createSummary();
  const symptoms = createSymptomCounter(model);
  const firstSuspects = new Map<string, number>();
  let cards: OpenCard[] = [];
  let strange = 0;
  let leftOut = 0;
  let { source } = options;
  let time: string | null = null;

  function count({ explanation }: OpenCard): void {
    summary.add(explanation);
    symptoms.add(explanation);
    const [first] = groupOf(explanation).features;
    if (first !== undefined) firstSuspects.set(first, (firstSuspects.get(first) ?? 0) + 1);
    if (isStrange(explanation)) strange++;
  }

  return {
    add(table, rows, sources) {
      time ??= findMoments(table, timeColumn)?.name ?? null;
      const made = makeCards(table, rows, sources);
      for (const card of made) {
        count(card);
        cards.push(card);
      }
      if (cards.length > 2 * options.limit) cards = strongest(cards, options.limit);
      leftOut += rows.length - made.length;
      return rows.length - made.length;
    },
    nameSource(name) {
      source = name;
    },
    finish() {
      const { rows: explained, groups } = summary.finish();
      const placeOf = new Map(groups.map((group, place) => [groupKey(group), place]));
      const found = symptoms.finish(placeOf);
      const symptomPlaces = new Map(found.map((symptom, place) => [symptomKey(symptom), place]));
      return {
        title: options.title ?? `Anomalies in ${source}`,
        source,
        explained,
        leftOut,
        strange,
        ...describeNormal(model),
        time,
        symptoms: found,
        groups: groups.map(toReportGroup),
        suspects: [...firstSuspects].map(([feature, count]) => ({ feature, count })).sort((a, b) => b.count - a.count),
        cards: strongest(cards, options.limit)
          .sort((a, b) => a.explanation.row - b.explanation.row)
          .map((card) => ({
            ...card,
            group: placeOf.get(groupKey(groupOf(card.explanation)))!,
            symptom: symptomPlaces.get(symptoms.keyOf(card.explanation))!,
          })),
      };
    },
  };
}

interface SymptomCounter {
  add(explanation: Explanation): void;
  keyOf(explanation: Explanation): string;
  /** `places` are those of the groups by their keys. */
  finish(places: ReadonlyMap<string, number>): ReportSymptom[];
}

function createSymptomCounter(model: Model): SymptomCounter {
  const categories = new Map(
    model.features.map((feature) => [feature.name, feature.kind === "numeric" ? null : feature.categories]),
  );
  const categoriesOf = (feature: string) => categories.get(feature) ?? null;
  const symptoms = new Map<string, { readonly symptom: Symptom; readonly counts: Map<string, number> }>();
  return {
    add(explanation) {
      const symptom = symptomOf(explanation, categoriesOf);
      const key = symptomKey(symptom);
      const known = symptoms.get(key) ?? { symptom, counts: new Map() };
      const group = groupKey(groupOf(explanation));
      known.counts.set(group, (known.counts.get(group) ?? 0) + 1);
      symptoms.set(key, known);
    },
    keyOf: (explanation) => symptomKey(symptomOf(explanation, categoriesOf)),
    finish(places) {
      const found = [...symptoms.values()].map(({ symptom, counts }) => {
        const groups = [...counts].map(([key, count]) => ({ group: places.get(key)!, count }));
        groups.sort((a, b) => b.count - a.count || a.group - b.group);
        return { ...symptom, count: groups.reduce((sum, { count }) => sum + count, 0), groups };
      });
      const place = ({ kind }: Symptom): number => GROUP_KINDS.indexOf(kind);
      return found.sort((a, b) => place(a) - place(b) || b.count - a.count || a.groups[0]!.group - b.groups[0]!.group);
    },
  };
}

/** The moments of the column that says when; where none is known, of the first column that holds moments. */
function findMoments(table: Table, name: string | null): TimeColumn | undefined {
  const named = table.columns.find((column) => column.name === name);
  const moments = named === undefined ? null : readMoments(named);
  return moments ?? table.columns.find((column): column is TimeColumn => column.type === "time");
}

/** Without a measure of strangeness, a row that breaks a rule counts. */
function isStrange(explanation: Explanation): boolean {
  return explanation.strength === null ? explanation.rules.length > 0 : !looksNormal(explanation);
}

/** The nearest kept rows of a row, as the diagnosis finds them. */
function prepareNearest(model: Model): (table: EncodedTable, row: number) => readonly number[] {
  const blamer = prepareRowBlamer(model, openKernel());
  return (table, row) => [...nearestKeptRows(blamer, table, row)];
}

interface CardRow {
  readonly columns: readonly Column[];
  readonly moments: TimeColumn | undefined;
  /** Place of the row in the table at hand. */
  readonly at: number;
  readonly nearest: readonly number[];
}

function toCard(explanation: Explanation, { columns, moments, at, nearest }: CardRow): OpenCard {
  const accused = explanation.features.filter(({ expected }) => expected !== null);
  const moment = moments?.values[at] ?? NaN;
  return {
    explanation: { ...explanation, features: explanation.features.slice(0, accused.length + OTHERS_SHOWN) },
    time: Number.isNaN(moment) ? null : moment,
    cells: columns.map((column) => toJsonCell(cellValue(column, at))),
    nearest,
  };
}

/** By strength, then by the score of the first rule, then by row. */
function strongest(cards: readonly OpenCard[], limit: number): OpenCard[] {
  return [...cards].sort((a, b) => compareStrength(a.explanation, b.explanation)).slice(0, limit);
}

export function compareStrength(a: Explanation, b: Explanation): number {
  const score = ({ rules }: Explanation): number => rules[0]?.score ?? 0;
  return (b.strength ?? 0) - (a.strength ?? 0) || score(b) - score(a) || a.row - b.row;
}

function toReportGroup({ features, rule, count, example, kind }: SummaryGroup) {
  return { features, rule, count, example: example.text, kind };
}
