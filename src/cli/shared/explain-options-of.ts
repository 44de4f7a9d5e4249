/** The explaining options that a person gave, as the library takes them. */

import { InputError, listNames } from "../../core/base/index.js";
import { type ExplainOptions, METHODS, resolveExplainOptions } from "../../core/explaining/index.js";
import type { IncidentOptions } from "../../core/incidents/index.js";
import type { NamedOutput, WantedNames } from "../../core/presenting/index.js";
import { columnsAsked, type Review } from "../../core/review/index.js";
import { isRecorded, parseGap } from "../../core/table/index.js";
import type { ReadFeature } from "../../input/feature-types.js";
import type { NameColumn, OpenedInput } from "../../input/read-table.js";
import type { Arguments } from "../arguments/parse-arguments.js";

/**
 * `others` are those that not every command has. What does not go together is refused here, before anything is read.
 */
export function explainOptionsOf(commandLine: Arguments, others: ExplainOptions = {}): ExplainOptions {
  const options = {
    top: commandLine.number("top"),
    method: commandLine.choice("method", METHODS),
    minStrength: commandLine.number("minStrength"),
    id: commandLine.names("id"),
    time: commandLine.text("time"),
    ...others,
  };
  resolveExplainOptions(options);
  return options;
}

/** What a person said about incidents. A length that is none is refused here, before anything is read. */
export function incidentOptionsOf(commandLine: Arguments): IncidentOptions {
  const [by, gap] = [commandLine.text("by"), commandLine.text("gap")];
  if (gap !== undefined) parseGap(gap, "--gap");
  return { by, gap };
}

/** What else is read than features. */
interface ReadBeside {
  readonly review?: Review | undefined;
  readonly features?: readonly ReadFeature[];
  /** The column that tells machines apart. */
  readonly by?: string | undefined;
}

/** The columns by which rows are named, as the reader takes them. */
export function nameColumns(
  { id, time, required, dayAndClock }: WantedNames,
  { review, features = [], by }: ReadBeside = {},
): readonly NameColumn[] {
  const names = new Set(time === null ? id : [...id, time]);
  const known = new Set([...names, ...features.map(({ name }) => name)]);
  // What a review or incidents ask about need be no feature.
  const others = [...(review === undefined ? [] : columnsAsked(review)), ...(by === undefined ? [] : [by])];
  const asked = [...new Set(others)].filter((name) => !known.has(name));
  const found = [...names, ...asked].map((name) => ({ name, isRequired: required.includes(name) || name === by }));
  if (dayAndClock === null) return found;
  const { day, clock } = dayAndClock;
  const times = { name: clock, isRequired: required.includes(day), isClockOf: day };
  return [...found.filter(({ name }) => name !== clock), times];
}

/**
 * What rows are called in the results, now that it is known which columns there are. A feature may name rows as well.
 */
export function namedOutput(
  { id, time }: WantedNames,
  { names, hasSources }: OpenedInput,
  features: readonly ReadFeature[],
): NamedOutput {
  const types = new Map([...features.map((feature) => [feature.name, typeOf(feature)] as const)]);
  for (const { name, type } of names) types.set(name, type);
  return {
    id: id.flatMap((name) => (types.has(name) ? [{ name, type: types.get(name)! }] : [])),
    hasTime: time !== null && types.has(time),
    hasSources,
  };
}

function typeOf(feature: ReadFeature): "number" | "text" | "boolean" {
  return feature.kind === "numeric" ? "number" : feature.type;
}

/** A table that lacks columns is shown beside what the model was learnt from. */
export function withModelColumns(error: unknown, features: readonly ReadFeature[], path: string): unknown {
  if (!(error instanceof InputError) || error.code !== "COLUMN_UNKNOWN") return error;
  const names = listNames(features.filter(isRecorded).map(({ name }) => name));
  return new InputError(error.code, error.message, `${error.hint}\n${path} was learnt from: ${names}.`);
}
