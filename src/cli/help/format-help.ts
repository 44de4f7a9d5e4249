/** The help on screen: what it is for first, then examples that run, then every option in its group. */
import { type Command, usageOf } from "../arguments/command.js";
import { formsOf, type OptionGroup } from "../arguments/option.js";
import type { Style } from "../screen/style.js";
import { padTo, wrap, wrapIndented } from "../screen/text-width.js";

/** Help is read in windows of all widths and in pipes: one width that fits the usual terminal. */
const WIDTH = 96;

export function formatProgramHelp(commands: readonly Command[], version: string, style: Style): string {
  const nameWidth = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const list = commands.map(({ name, summary }) => formatEntry(style.name(padTo(name, nameWidth)), summary, nameWidth));
  return `${style.heading("parsight")} ${version}
${wrap("Learns rules from normal rows of a table, and explains an anomaly by the rules it breaks: which feature is wrong, why, and what it should have been.", WIDTH).join("\n")}

${style.heading("Usage")}  parsight <command> [options]

${style.heading("Commands")}
${list.join("\n")}

${style.heading("Try")}
  parsight demo                                   ${style.soft("see it work, in a few seconds")}
  parsight learn normal.csv                       ${style.soft(`learn from your own normal rows`)}
  parsight explain parsight.model.json odd.csv    ${style.soft("explain rows that look odd")}

${style.soft("parsight <command> --help shows a command's options and examples, parsight --version the version.")}
`;
}

export function formatCommandHelp(command: Command, style: Style): string {
  const paragraphs = command.description.map((text) => wrap(text, WIDTH).join("\n"));
  const sections = [
    `${style.heading("Usage")}  ${usageOf(command)}`,
    ...paragraphs,
    ...(command.operands.length === 0 ? [] : [formatOperands(command, style)]),
    formatExamples(command, style),
    ...command.groups.map((group) => formatGroup(group, style)),
  ];
  return `${sections.join("\n\n")}\n`;
}

function formatOperands(command: Command, style: Style): string {
  const width = Math.max(...command.operands.map(({ name }) => name.length)) + 4;
  const lines = command.operands.map(({ name, help, choices }) => {
    const allowed = choices === undefined ? "" : `: ${choices.join(", ")}`;
    return formatEntry(style.name(padTo(`<${name}>`, width)), `${help}${allowed}`, width);
  });
  return `${style.heading("Arguments")}\n${lines.join("\n")}`;
}

function formatExamples(command: Command, style: Style): string {
  const lines = command.examples.map(({ about, line }) => `  ${style.soft(`# ${about}`)}\n  ${line}`);
  return `${style.heading("Examples")}\n${lines.join("\n")}`;
}

const OPTION_WIDTH = 30;

function formatGroup(group: OptionGroup, style: Style): string {
  const lines = group.options.flatMap(formsOf).map(({ usage, help }) => {
    const left = style.name(padTo(usage, OPTION_WIDTH));
    if (usage.length <= OPTION_WIDTH - 2) return formatEntry(left, help, OPTION_WIDTH);
    return `  ${style.name(usage)}\n${formatEntry(padTo("", OPTION_WIDTH), help, OPTION_WIDTH)}`;
  });
  return `${style.heading(group.title)}\n${lines.join("\n")}`;
}

function formatEntry(left: string, text: string, leftWidth: number): string {
  return wrapIndented(text, WIDTH, `  ${left}`, " ".repeat(leftWidth + 2));
}
