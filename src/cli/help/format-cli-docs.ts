/**
 * docs/cli.md, made from the same tables as the help. `npm run docs` writes it, and a test checks that it is current.
 */
import { type Command, usageOf } from "../arguments/command.js";
import { formsOf, type OptionGroup } from "../arguments/option.js";

export function formatCliDocs(commands: readonly Command[]): string {
  return `# The command line

<!-- Made by npm run docs from the tables in src/cli/commands: change it there. -->

After \`npm ci\` in a clone, \`npx parsight\` works from its root. Results go to standard output, progress and messages to
standard error. An option means the same wherever it appears, \`-\` is standard input or output, and words after \`--\` are
never options.

| exit code | means |
| ---: | --- |
| 0 | done |
| 1 | failed: a mistake in parsight itself |
| 2 | bad usage or input: standard error says \`error CODE: message\` and what to do ([all codes](errors.md)) |
| 3 | done, and something was found: \`check\` has more findings than its budget, \`review check\` a decision to look at |
| 130 | interrupted by Ctrl-C; nothing is left behind, an existing model is unchanged |
| 143 | ended by SIGTERM; otherwise as 130 |

| command | does |
| --- | --- |
${commands.map(({ name, summary }) => `| [\`${name}\`](#parsight-${name}) | ${cell(summary)} |`).join("\n")}

\`parsight --help\`, \`parsight <command> --help\` and \`parsight --version\` do what they say.

${commands.map(formatCommand).join("\n")}`;
}

function formatCommand(command: Command): string {
  const operands = command.operands.map(({ name, help, choices }) => {
    const allowed = choices === undefined ? "" : `: ${choices.join(", ")}`;
    return `- \`<${name}>\`: ${help}${allowed}`;
  });
  const examples = command.examples.map(({ about, line }) => `# ${about}\n${line.replace("parsight", "npx parsight")}`);
  return `## parsight ${command.name}

    ${usageOf(command)}

${command.description.join("\n\n")}

${operands.length === 0 ? "" : `${operands.join("\n")}\n\n`}<!-- not run: the examples of the help have a test of their own -->

\`\`\`sh
${examples.join("\n\n")}
\`\`\`

${command.groups.map(formatGroup).join("\n")}`;
}

function formatGroup(group: OptionGroup): string {
  const rows = group.options.flatMap(formsOf).map(({ usage, help }) => `| \`${code(usage)}\` | ${cell(help)} |`);
  return `| ${group.title} | |\n| --- | --- |\n${rows.join("\n")}\n`;
}

/** In a table a bar ends the cell even inside code. */
function code(text: string): string {
  return text.replaceAll("|", "\\|");
}

function cell(text: string): string {
  return text.replace(/[|<>*_]/g, "\\$&");
}
