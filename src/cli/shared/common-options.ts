/** Options that several commands have, made once. */
import { EXPLAIN_OPTIONS, type ExplainOptionSpec } from "../../core/explaining/index.js";
import { INCIDENT_OPTIONS } from "../../core/incidents/index.js";
import {
  LEARN_OPTIONS,
  type LearnOptionSpec,
  NORMAL_OPTION,
  type OptionSpec,
  PRESET_OPTION,
  rangeOf,
  STRICT_OPTION,
} from "../../core/model/index.js";
import { ALL_SOURCES } from "../../core/rules/index.js";
import { GAP_STEPS } from "../../core/table/index.js";
import type { Operand } from "../arguments/command.js";
import type { NumberOption, Option, OptionGroup } from "../arguments/option.js";

/** What texts are, where they are no plain texts. */
const TEXT_VALUES: ReadonlyMap<string, string> = new Map([
  ["time", "col"],
  ["by", "col"],
  ["window", "length"],
]);

/** Every command has these. */
export const COMMON: OptionGroup = {
  title: "Common",
  options: [
    { kind: "flag", name: "quiet", short: "-q", help: "say nothing but results and errors" },
    {
      kind: "negatable",
      name: "color",
      shown: "negative",
      help: "colours on a terminal",
      negativeHelp: "no colours; without it there are colours on a terminal only, and none when NO_COLOR is set",
    },
    { kind: "flag", name: "help", short: "-h", help: "show this help" },
  ],
};

/** What explaining takes: a model, then tables. */
export const MODEL_AND_TABLES: readonly Operand[] = [
  { name: "model", help: "a model file written by parsight learn", count: "one" },
  {
    name: "table",
    help: "files with the rows to explain, globs, or - for standard input",
    count: "some",
    unless: "sql",
  },
];

/** Where the result goes; for most commands that is standard output. */
export function outOption(help: string, file = "-, standard output"): Option {
  return { kind: "text", name: "out", short: "-o", value: "file", help, default: file };
}

/** How the result is written, for commands that ask the ending of its file. */
export function formatOption(choices: readonly string[], help: string): Option {
  return { kind: "choice", name: "format", choices, help, default: "by the ending of --out, else text" };
}

/** How a table is read; the command adds its filter. */
export function readingGroup(filter: Option): OptionGroup {
  return {
    title: "Reading the table",
    options: [
      filter,
      {
        kind: "text",
        name: "where",
        value: "sql",
        help: "use only rows for which this SQL condition is true; a subquery in it reads any file that you may read",
      },
      {
        kind: "text",
        name: "sql",
        value: "query",
        help: "use the result of this query; the view input holds the tables named, and 'file.csv' any file; moments of the result are written as 2026-05-04T10:00:00",
      },
      { kind: "text", name: "table", value: "name", help: "table of a DuckDB database file" },
      {
        kind: "negatable",
        name: "header",
        shown: "negative",
        help: "CSV: the first line names the columns",
        negativeHelp: "CSV: the first line is data; columns are called column0, column1, …",
      },
      { kind: "text", name: "delimiter", value: "text", help: "CSV: what separates cells (default: found out)" },
      STRICT,
    ],
  };
}

/** Options of the library's table, as options of the command line. */
export function learnOptions(names: readonly (keyof typeof LEARN_OPTIONS)[]): readonly Option[] {
  return names.map((name) => {
    const spec: LearnOptionSpec = LEARN_OPTIONS[name];
    return toOption(
      name,
      spec,
      "defaults" in spec ? showDefault(spec) : "otherwise" in spec ? spec.otherwise : undefined,
    );
  });
}

export const STRICT: Option = toOption("strict", STRICT_OPTION, undefined);
export const PRESET: Option = toOption("preset", PRESET_OPTION, "default");
export const NORMAL: Option = toOption("normal", NORMAL_OPTION, undefined);

export function explainOption(name: keyof typeof EXPLAIN_OPTIONS): Option {
  const spec: ExplainOptionSpec = EXPLAIN_OPTIONS[name];
  const preset = "otherwise" in spec ? spec.otherwise : "default" in spec ? String(spec.default) : undefined;
  return toOption(name, spec, preset);
}

/** Where an incident ends, and whose it is. */
export const INCIDENTS: readonly Option[] = [
  { kind: "text", name: "by", value: "col", help: INCIDENT_OPTIONS.by.help },
  {
    kind: "text",
    name: "gap",
    value: "length",
    help: INCIDENT_OPTIONS.gap.help,
    default: `${GAP_STEPS} times the usual step from row to row`,
  },
];

/** Which rules of a model. */
export const RULE_FILTERS: readonly Option[] = [
  { kind: "text", name: "feature", value: "name", help: "only rules about what this feature should be" },
  { kind: "choice", name: "source", choices: ALL_SOURCES, help: "only rules of this kind" },
];

/** How many of them. */
export function limitOption(help: string, preset: string): Option {
  return wholeNumber({ name: "limit", min: 0, max: 1_000_000_000, help, default: preset });
}

/** What rows are called in the results. */
export const NAMING: readonly Option[] = [explainOption("id"), explainOption("time")];

function toOption(name: string, spec: OptionSpec, preset: string | undefined): Option {
  const described = { name, help: spec.help, ...(preset === undefined ? {} : { default: preset }) };
  switch (spec.kind) {
    case "filter":
    case "flag":
      return { kind: spec.kind, name, help: spec.help };
    case "names":
      return { kind: spec.kind, ...described };
    case "text":
      return { kind: spec.kind, ...described, value: TEXT_VALUES.get(name) ?? "text" };
    case "choice":
      return { kind: spec.kind, ...described, choices: spec.choices };
    case "number": {
      const { integer, min, max, openMax = false } = spec;
      const value = !integer && max === 1 ? "share" : "n";
      return { kind: spec.kind, ...described, value, integer, min, max, openMax, range: rangeOf(spec) };
    }
  }
}

/** "3; in the preset paper 5". */
function showDefault(spec: Extract<LearnOptionSpec, { readonly defaults: unknown }>): string {
  const { default: usual, paper } = spec.defaults;
  const shown = "auto" in spec && spec.auto !== undefined ? spec.auto : usual;
  return paper === usual ? String(shown) : `${shown}; in the preset paper ${paper}`;
}

/** A whole number that only the command line knows. */
export function wholeNumber(
  option: Omit<NumberOption, "kind" | "integer" | "openMax" | "range" | "value">,
): NumberOption {
  return {
    kind: "number",
    integer: true,
    openMax: false,
    range: `${option.min} to ${option.max}`,
    value: "n",
    ...option,
  };
}
