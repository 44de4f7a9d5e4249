/**
 * An option of the command line as data. The help, docs/cli.md, shell completion, parsing and checks are all made from
 * it.
 */
export type Option =
  | FlagOption
  | NegatableOption
  | TextOption
  | NumberOption
  | ChoiceOption
  | NamesOption
  | FilterOption;

interface Described {
  /** The library's name in camelCase; the flag is made from it. */
  readonly name: string;
  readonly help: string;
}

/** Given or not. */
interface FlagOption extends Described {
  readonly kind: "flag";
  readonly short?: string;
}

/** `--header` or `--no-header`. */
interface NegatableOption extends Described {
  readonly kind: "negatable";
  /** Help of the negative form. */
  readonly negativeHelp: string;
  /** A form that nobody needs is understood but not listed. */
  readonly shown: "both" | "negative";
}

interface TextOption extends Described {
  readonly kind: "text";
  readonly short?: string;
  /** What stands for the value in the help: "file". */
  readonly value: string;
  readonly default?: string;
}

export interface NumberOption extends Described {
  readonly kind: "number";
  readonly value: string;
  readonly integer: boolean;
  readonly min: number;
  readonly max: number;
  readonly openMax: boolean;
  /** How the range reads. */
  readonly range: string;
  readonly default?: string;
}

interface ChoiceOption extends Described {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly default?: string;
}

/** Column names, separated by commas. */
interface NamesOption extends Described {
  readonly kind: "names";
  readonly default?: string;
}

/** `column=value`. */
interface FilterOption extends Described {
  readonly kind: "filter";
}

export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

/** minSupport → --min-support. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The placeholder of an option's value in angle brackets, or nothing. */
function placeholderOf(option: Option): string {
  switch (option.kind) {
    case "flag":
    case "negatable":
      return "";
    case "text":
    case "number":
      return `<${option.value}>`;
    case "choice":
      return `<${option.choices.join("|")}>`;
    case "names":
      return "<col,…>";
    case "filter":
      return "<col=value>";
  }
}

/** One way to write an option, as the help lists it. */
interface OptionForm {
  /** "-o, --out <file>". */
  readonly usage: string;
  readonly flags: readonly string[];
  readonly takesValue: boolean;
  readonly help: string;
}

/** The forms of an option that are listed, each with its help and default. */
export function formsOf(option: Option): readonly OptionForm[] {
  const flag = flagOf(option.name);
  if (option.kind === "negatable") {
    const negative = flag.replace("--", "--no-");
    const forms = [
      { usage: flag, flags: [flag], takesValue: false, help: option.help },
      { usage: negative, flags: [negative], takesValue: false, help: option.negativeHelp },
    ];
    return option.shown === "both" ? forms : forms.slice(1);
  }
  const short = "short" in option && option.short !== undefined ? [option.short] : [];
  const value = placeholderOf(option);
  const flags = [...short, flag];
  const usage = value === "" ? flags.join(", ") : `${flags.join(", ")} ${value}`;
  const preset = "default" in option && option.default !== undefined ? ` (default: ${option.default})` : "";
  return [{ usage, flags, takesValue: value !== "", help: `${option.help}${preset}` }];
}
