/**
 * Named predicates asked of the rows of any table, by the values of the table: no model need know the columns or the
 * values. A column that is not there, or that no rule can speak about, is missing in every row.
 */

import {
  type Category,
  type CategoryType,
  type Column,
  createTableReader,
  type Feature,
  type Table,
} from "../table/index.js";
import { intervalOf, type NamedPredicate } from "./named-predicate.js";
import { type CategoryPredicate, HOLDS, type Predicate, type PredicateState, predicateState } from "./predicate.js";

/** Asks the predicate at a place of the list about a row. */
export type PredicateTest = (place: number, row: number) => PredicateState;

/** Prepared once for a list of predicates, then for table after table. */
export function prepareNamed(predicates: readonly NamedPredicate[]): (table: Table) => PredicateTest {
  const features: Feature[] = [];
  const numbered = predicates.map((predicate) => number(predicate, features));
  const read = createTableReader(features, [], () => {}); // a word among numbers is missing, and the caller has said so
  return (table) => {
    const encoded = read(completed(table, features)).encoded;
    return (place, row) => predicateState(numbered[place]!, encoded, row);
  };
}

/** Whether all of the predicates from a place on hold. */
export function allHold(test: PredicateTest, places: readonly number[], row: number): boolean {
  return places.every((place) => test(place, row) === HOLDS);
}

/** Each predicate gets a feature of its own, which knows the values that it names and no others. */
function number(predicate: NamedPredicate, features: Feature[]): Predicate {
  if ("anyOf" in predicate) {
    const parts = predicate.anyOf.map((part) => number(part, features));
    return { kind: "anyOf", parts: parts.filter((part): part is CategoryPredicate => part.kind === "in") };
  }
  const feature = features.length;
  const name = predicate.feature;
  if ("min" in predicate) {
    features.push({ name, kind: "numeric" });
    return intervalOf(predicate, feature);
  }
  const categories = "in" in predicate ? [...new Set(predicate.in)] : [];
  features.push({ name, kind: "categorical", type: typeOf(categories), categories });
  return "in" in predicate
    ? { kind: "in", feature, codes: categories.map((_, code) => code) }
    : { kind: "present", feature };
}

function typeOf([first]: readonly Category[]): CategoryType {
  return typeof first === "number" ? "number" : typeof first === "boolean" ? "boolean" : "text";
}

/** The table with a column of missing values for each name that it cannot serve. */
function completed(table: Table, features: readonly Feature[]): Table {
  const columns = new Map<string, Column>();
  for (const column of table.columns) if (column.type !== "other") columns.set(column.name, column);
  for (const { name } of features) {
    if (!columns.has(name))
      columns.set(name, { name, type: "number", values: new Float64Array(table.rowCount).fill(NaN) });
  }
  return { rowCount: table.rowCount, columns: [...columns.values()] };
}
