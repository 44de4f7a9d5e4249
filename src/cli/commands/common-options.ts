/** Options that several commands have, made once. */
import { LEARN_OPTIONS, type OptionSpec, PRESETS } from "../../core/model/learn-options.js";
import type { NumberOption, Option, OptionGroup } from "../arguments/option.js";

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

/** How a table is read; the command adds its own filter. */
export function readingGroup(filter: Option): OptionGroup {
  return {
    title: "Reading the table",
    options: [
      filter,
      { kind: "text", name: "where", value: "sql", help: "use only rows for which this SQL condition is true" },
      {
        kind: "text",
        name: "sql",
        value: "query",
        help: "use the result of this query; the view input holds the tables named, and 'file.csv' any file",
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
    ],
  };
}

/** Options of the library's table, as options of the command line. */
export function learnOptions(names: readonly (keyof typeof LEARN_OPTIONS)[]): readonly Option[] {
  return names.map((name) => toOption(name, LEARN_OPTIONS[name]));
}

export const PRESET: Option = {
  kind: "choice",
  name: "preset",
  choices: PRESETS,
  help: "start from what measured best, or from the settings of the paper; each option can still be set by itself",
  default: "default",
};

function toOption(name: string, spec: OptionSpec): Option {
  switch (spec.kind) {
    case "names":
      return { kind: "names", name, help: spec.help };
    case "choice":
      return { kind: "choice", name, choices: spec.choices, help: spec.help, default: showDefault(spec.defaults) };
    case "number": {
      const { integer, min, max, range, help } = spec;
      const value = !integer && max === 1 ? "share" : "n";
      const given = showDefault({ ...spec.defaults, ...(spec.auto === undefined ? {} : { default: spec.auto }) });
      return {
        kind: "number",
        name,
        value,
        integer,
        min,
        max,
        openMax: spec.openMax === true,
        range,
        help,
        default: given,
      };
    }
  }
}

/** "3, in the preset paper 5". */
function showDefault(defaults: Readonly<Record<"default" | "paper", string | number>>): string {
  const { paper } = defaults;
  const isSame = paper === defaults.default || paper === "auto";
  return isSame ? String(defaults.default) : `${defaults.default}; in the preset paper ${paper}`;
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
