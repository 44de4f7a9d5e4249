/**
 * The help on screen: what it is for first, then examples that run, then every option in its group. It is as wide as
 * the terminal, up to a width that reads well; commands are named as they are typed here.
 */
import { type Command, usageOf } from "../arguments/command.js";
import { formsOf, type OptionGroup } from "../arguments/option.js";
import type { MessageLook } from "../screen/format-error.js";
import { asTyped } from "../screen/program-name.js";
import { padTo, wrap, wrapCommand, wrapIndented } from "../screen/text-width.js";

const MAX_WIDTH = 96;
/** Narrower than this, the help of an option stands below it. */
const SIDE_BY_SIDE = 72;

const TRY = [
  ["parsight demo", "see it work, in a few seconds"],
  ["parsight learn normal.csv", "learn from your own normal rows"],
  ["parsight explain parsight.model.json odd.csv", "explain rows that look odd"],
] as const;

export function formatProgramHelp(commands: readonly Command[], version: string, look: MessageLook): string {
  const { style, program } = look;
  const nameWidth = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const list = commands.map(({ name, summary }) => formatEntry(padTo(name, nameWidth), summary, look));
  const more = "parsight <command> --help shows a command's options and examples, parsight --version the version.";
  return `${style.heading("parsight")} ${version}
${paragraph("Learns rules from normal rows of a table, and explains an anomaly by the rules it breaks: which feature is wrong, why, and what it should have been.", look)}

${style.heading("Usage")}  ${program} <command> [options]

${style.heading("Commands")}
${list.join("\n")}

${style.heading("Try")}
${TRY.map(([line, about]) => formatExample(about, line, look)).join("\n")}

${wrap(asTyped(more, program), widthOf(look)).map(style.soft).join("\n")}
`;
}

export function formatCommandHelp(command: Command, look: MessageLook): string {
  const { style, program } = look;
  const usage = wrapIndented(asTyped(usageOf(command), program), widthOf(look), { first: "Usage  ", rest: "       " });
  const sections = [
    usage.replace("Usage", style.heading("Usage")),
    ...command.description.map((text) => paragraph(text, look)),
    ...(command.operands.length === 0 ? [] : [formatOperands(command, look)]),
    formatExamples(command, look),
    ...command.groups.map((group) => formatGroup(group, look)),
  ];
  return `${sections.join("\n\n")}\n`;
}

function widthOf({ width }: MessageLook): number {
  return Math.min(MAX_WIDTH, width ?? MAX_WIDTH);
}

function paragraph(text: string, look: MessageLook): string {
  return wrap(asTyped(text, look.program), widthOf(look)).join("\n");
}

function formatOperands(command: Command, look: MessageLook): string {
  const width = Math.max(...command.operands.map(({ name }) => name.length)) + 4;
  const lines = command.operands.map(({ name, help, choices }) => {
    const allowed = choices === undefined ? "" : `: ${choices.join(", ")}`;
    return formatEntry(padTo(`<${name}>`, width), `${help}${allowed}`, look);
  });
  return `${look.style.heading("Arguments")}\n${lines.join("\n")}`;
}

function formatExamples(command: Command, look: MessageLook): string {
  const lines = command.examples.map(({ about, line }) => formatExample(about, line, look));
  return `${look.style.heading("Examples")}\n${lines.join("\n")}`;
}

/** What it does, and a line to copy. */
function formatExample(about: string, line: string, look: MessageLook): string {
  const comment = wrapIndented(`# ${about}`, widthOf(look), { first: "  ", rest: "  # " });
  return `${comment.split("\n").map(look.style.soft).join("\n")}\n${wrapCommand(asTyped(line, look.program), look.width, "  ")}`;
}

const OPTION_WIDTH = 30;

function formatGroup(group: OptionGroup, look: MessageLook): string {
  const { style, program } = look;
  const lines = group.options.flatMap(formsOf).map(({ usage, help }) => {
    if (widthOf(look) < SIDE_BY_SIDE)
      return `  ${style.name(usage)}\n${wrapIndented(asTyped(help, program), widthOf(look), { first: "      ", rest: "      " })}`;
    if (usage.length <= OPTION_WIDTH - 2) return formatEntry(padTo(usage, OPTION_WIDTH), help, look);
    return `  ${style.name(usage)}\n${formatEntry(padTo("", OPTION_WIDTH), help, look)}`;
  });
  return `${style.heading(group.title)}\n${lines.join("\n")}`;
}

/** `left` is padded to its column. */
function formatEntry(left: string, text: string, look: MessageLook): string {
  const indent = " ".repeat(left.length + 2);
  return wrapIndented(asTyped(text, look.program), widthOf(look), {
    first: `  ${look.style.name(left)}`,
    rest: indent,
  });
}
