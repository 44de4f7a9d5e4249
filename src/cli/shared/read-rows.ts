/**
 * Reads rows to explain, with their past where the model looks at it. A model without history gets rows batch by
 * batch. One with it needs all of them first, of the columns that it asks for: a file may hold its rows in any order,
 * and those that a filter leaves out are still the past of others.
 */
import { createHistory, extendTables, type HistoryPlan } from "../../core/history/index.js";
import type { FeatureProfile } from "../../core/model/index.js";
import { cellValue, findRows, isRecorded, type Table, takeRows, type ValueFilter } from "../../core/table/index.js";
import { codesOfFeatures, type ReadFeature, rangesOfFeatures, typesOfFeatures } from "../../input/feature-types.js";
import { type Batch, type NameColumn, type ReadOptions, readBatches } from "../../input/read-table.js";
import type { Option } from "../arguments/option.js";
import type { Arguments } from "../arguments/parse-arguments.js";

/** What says more about the past of rows, beside the rows themselves. */
export const CONTEXT: Option = {
  kind: "text",
  name: "context",
  value: "file",
  help: "a table of other rows, such as earlier ones, that tell about the past of these; for models learnt with --history",
};

export function contextOf(commandLine: Arguments): readonly string[] {
  const context = commandLine.text("context");
  return context === undefined ? [] : [context];
}

/** Whose rows are read. */
interface RowReader {
  readonly features: readonly ReadFeature[];
  readonly profiles: readonly FeatureProfile[];
  readonly history: HistoryPlan | null;
  /** The column that says when, where it was named. */
  readonly time?: string | undefined;
  /** Files of other rows that tell about the past of these. */
  readonly context?: readonly string[] | undefined;
}

/** `columns`, `types` and `keepTexts` are those of the features; other options as of readBatches. */
export async function* readRows(
  tables: readonly string[],
  options: Omit<ReadOptions, "columns" | "types" | "keepTexts" | "ranges">,
  { features, profiles, history, time, context = [] }: RowReader,
): AsyncGenerator<Batch, void, undefined> {
  const recorded = features.filter(isRecorded);
  const ranges = rangesOfFeatures(features, profiles);
  const asked = { ...options, columns: recorded.map(({ name }) => name), ...typesToRead(recorded), ranges };
  if (history === null) {
    yield* readBatches(tables, asked);
    return;
  }
  const plan = planFor(history, time);
  const { anomaly, ...rest } = asked;
  const names = namesOfPast(asked.names ?? [], [plan], asked.columns);
  const before = await readAll(context, {
    columns: asked.columns,
    ...typesToRead(recorded),
    ranges,
    names,
    stdin: options.stdin,
  });
  const label = anomaly === undefined || asked.columns.includes(anomaly.column) ? [] : [required(anomaly.column)];
  const batches = await readAll(tables, { ...rest, names: [...names.filter(isOther(label)), ...label] });
  const read = batches.map(({ table }) => table);
  const extended = extendTables(
    read,
    plan,
    before.map(({ table }) => table),
  );
  const chosen = batches.flatMap((batch, place) => chooseRows({ ...batch, table: extended[place]! }, anomaly));
  if (chosen.length === 0 && anomaly !== undefined && batches.length > 0)
    options.onNoMatch?.({
      filter: { ...anomaly, value: String(anomaly.value) },
      ...valuesSeen(read, anomaly.column),
    });
  yield* chosen;
}

/** The same rows with the past that each model looks at: for each batch the tables, one for each model. */
export async function readRowsForAll(
  tables: readonly string[],
  options: Omit<ReadOptions, "columns" | "types" | "keepTexts" | "ranges" | "anomaly" | "names">,
  models: readonly Pick<RowReader, "features" | "profiles" | "history">[],
): Promise<{ readonly rows: Float64Array; readonly tables: readonly Table[] }[]> {
  const recorded = models.flatMap(({ features }) => features.filter(isRecorded));
  const features = [...new Map(recorded.map((feature) => [feature.name, feature])).values()];
  const columns = features.map(({ name }) => name);
  const ranges = new Map(models.flatMap((model) => [...rangesOfFeatures(model.features, model.profiles)]));
  const plans = models.flatMap(({ history }) => (history === null ? [] : [history]));
  const names = namesOfPast([], plans, columns);
  const batches = await readAll(tables, { ...options, columns, ...typesToRead(features), ranges, names });
  const read = batches.map(({ table }) => table);
  const extended = models.map(({ history }) => (history === null ? read : extendTables(read, history, [])));
  return batches.map(({ rows }, place) => ({ rows, tables: extended.map((tables) => tables[place]!) }));
}

/** Rows that come over time, with their past; `follow` reads them by these columns and names. */
export async function* followWithPast(
  { features, profiles, history, time, context = [] }: RowReader & { readonly history: HistoryPlan },
  { anomaly, names = [] }: Pick<ReadOptions, "anomaly" | "names">,
  follow: (asked: {
    readonly features: readonly ReadFeature[];
    readonly names: readonly NameColumn[];
  }) => AsyncGenerator<Batch>,
): AsyncGenerator<Batch> {
  const plan = planFor(history, time);
  const recorded = features.filter(isRecorded);
  const columns = recorded.map(({ name }) => name);
  const wanted = namesOfPast(names, [plan], columns);
  const ranges = rangesOfFeatures(features, profiles);
  const before = await readAll(context, { columns, ...typesToRead(recorded), ranges, names: wanted });
  const past = createHistory(
    plan,
    before.map(({ table }) => table),
  );
  const label = anomaly === undefined || columns.includes(anomaly.column) ? [] : [required(anomaly.column)];
  for await (const batch of follow({ features: recorded, names: [...wanted.filter(isOther(label)), ...label] }))
    yield* chooseRows({ ...batch, table: past.extend(batch.table) }, anomaly);
}

function typesToRead(features: readonly ReadFeature[]): Pick<ReadOptions, "types" | "keepTexts"> {
  return { types: typesOfFeatures(features), keepTexts: codesOfFeatures(features) };
}

/** With the column that was named for when rows were. */
function planFor(history: HistoryPlan, time: string | undefined): HistoryPlan {
  return time === undefined || history.time === null ? history : { ...history, time };
}

function required(name: string): NameColumn {
  return { name, isRequired: true };
}

function isOther(names: readonly NameColumn[]): (name: NameColumn) => boolean {
  return ({ name }) => names.every((other) => other.name !== name);
}

/** What says when, and whose rows these are, has to be there. */
function namesOfPast(
  names: readonly NameColumn[],
  plans: readonly HistoryPlan[],
  features: readonly string[],
): readonly NameColumn[] {
  const asked = new Set(plans.flatMap(({ time, by }) => [time, by]));
  const needed = [...asked].flatMap((name) => (name === null || features.includes(name) ? [] : [required(name)]));
  return [...names.filter(isOther(needed)), ...needed];
}

async function readAll(tables: readonly string[], options: ReadOptions): Promise<Batch[]> {
  const batches: Batch[] = [];
  if (tables.length === 0 && options.sql === undefined) return batches;
  for await (const batch of readBatches(tables, options)) batches.push(batch);
  return batches;
}

/** Those with the value that was asked for, if one was. */
function chooseRows({ table, rows, sources }: Batch, anomaly: ValueFilter | undefined): Batch[] {
  if (anomaly === undefined) return [{ table, rows, sources }];
  const places = findRows(table, anomaly);
  if (places.length === 0) return [];
  const pick = <List extends Float64Array | Int32Array>(list: List): List =>
    list.filter((_, place) => places.includes(place)) as List;
  return [
    {
      table: takeRows(table, places),
      rows: pick(rows),
      sources: sources === null ? null : { ...sources, file: pick(sources.file), row: pick(sources.row) },
    },
  ];
}

const MOST_VALUES = 10;

/** The values of a column, most frequent first. */
function valuesSeen(tables: readonly Table[], name: string) {
  const counts = new Map<string | null, number>();
  for (const { columns, rowCount } of tables) {
    const column = columns.find((each) => each.name === name)!;
    for (let row = 0; row < rowCount; row++) {
      const value = cellValue(column, row);
      const text = value === null ? null : String(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const values = [...counts].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows);
  return { values: values.slice(0, MOST_VALUES), otherValues: Math.max(0, values.length - MOST_VALUES) };
}
