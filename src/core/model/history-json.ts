/** The plan of a model's history as a JSON value and back, and the features that are made by it. */
import { type DerivedFeature, derivedFeatures, type HistoryPlan } from "../history/index.js";
import { ASPECTS, type Feature, type Gap } from "../table/index.js";
import { invalid, parseChoice, parseFields, parseList, parseText } from "./parse-value.js";

/** undefined, as in older files: there is none. */
export function parseHistory(value: unknown, features: readonly Feature[]): HistoryPlan | null {
  if (value === undefined) return null;
  const fields = parseFields(value, "history", ["time", "by", "window", "gap", "steady", "derived"]);
  const name = (field: string): string | null =>
    fields.get(field) === null ? null : parseText(fields.get(field), `history.${field}`);
  const window = parseWindow(fields.get("window"));
  const [time, by] = [name("time"), name("by")];
  if (time === null && window.unit === "time") throw invalid("history.window.unit", "rows, since there is no time");
  const derived = parseList(fields.get("derived"), "history.derived").map(parseDerived);
  const steady = parseList(fields.get("steady"), "history.steady").map((value, place) =>
    parseText(value, `history.steady[${place}]`),
  );
  const plan = { time, by, window, gap: parseLength(fields.get("gap"), "history.gap"), steady, derived };
  checkDerived(plan, features);
  return plan;
}

/** The features as they are, those of the past with what they were made of. */
export function withPast(features: readonly Feature[], plan: HistoryPlan | null): readonly Feature[] {
  if (plan === null) return features;
  const derived = new Map(derivedFeatures(plan).map((feature) => [feature.name, feature.past!]));
  return features.map((feature) => {
    const past = derived.get(feature.name);
    return past === undefined ? feature : { ...feature, past };
  });
}

function parseWindow(value: unknown): Gap {
  const fields = parseFields(value, "history.window", ["unit", "length"]);
  const unit = parseChoice(fields.get("unit"), "history.window.unit", ["time", "rows"]);
  const length = parseLength(fields.get("length"), "history.window.length");
  if (unit === "rows" && !Number.isInteger(length)) throw invalid("history.window.length", "a whole number of rows");
  return { unit, length };
}

/** About three hundred years, in milliseconds. */
const MOST = 1e13;

function parseLength(value: unknown, path: string): number {
  if (typeof value !== "number" || !(value > 0 && value <= MOST)) throw invalid(path, "a number above 0");
  return value;
}

function parseDerived(value: unknown, place: number): DerivedFeature {
  const path = `history.derived[${place}]`;
  const fields = parseFields(value, path, ["name", "source", "aspect"]);
  return {
    name: parseText(fields.get("name"), `${path}.name`),
    source: parseText(fields.get("source"), `${path}.source`),
    aspect: parseChoice(fields.get("aspect"), `${path}.aspect`, ASPECTS),
  };
}

/** Each is a feature, made of one that was recorded or of the clock, in one way only. */
function checkDerived(plan: HistoryPlan, features: readonly Feature[]): void {
  const kinds = new Map(features.map(({ name, kind }) => [name, kind]));
  const made = new Set(plan.derived.map(({ name }) => name));
  const ways = new Set<string>();
  plan.derived.forEach(({ name, source, aspect }, place) => {
    const path = `history.derived[${place}]`;
    const isOfClock = aspect === "hour" || aspect === "weekday";
    if (kinds.get(name) !== (aspect === "weekday" ? "categorical" : "numeric"))
      throw invalid(`${path}.name`, "that of a feature of its kind");
    const kind = aspect === "lasted" ? "categorical" : "numeric";
    const isSource = isOfClock ? source === plan.time : kinds.get(source) === kind && !made.has(source);
    if (!isSource) throw invalid(`${path}.source`, isOfClock ? "the column of times" : `a ${kind} feature`);
    ways.add(JSON.stringify([source, aspect]));
  });
  const lasting = new Set(plan.derived.filter(({ aspect }) => aspect === "lasted").map(({ source }) => source));
  const stranger = plan.steady.findIndex((name) => !lasting.has(name));
  if (stranger >= 0) throw invalid(`history.steady[${stranger}]`, "a state whose duration is told");
  if (made.size !== plan.derived.length || ways.size !== plan.derived.length)
    throw invalid("history.derived", "without repeats");
}
