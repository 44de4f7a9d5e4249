/**
 * Completion scripts, made from the command table: commands, then a command's options, then an option's choices, else
 * files.
 */
import type { Command } from "../../arguments/command.js";
import { formsOf, type Option } from "../../arguments/option.js";
import type { SHELLS } from "./command.js";

type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  switch (shell) {
    case "bash":
      return bashScript(commands);
    case "zsh":
      return zshScript(commands);
    case "fish":
      return fishScript(commands);
  }
}

function bashScript(commands: readonly Command[]): string {
  const choices = commands.flatMap((command) =>
    optionsOf(command).flatMap((option) => {
      const flags = formsOf(option).flatMap((form) => (form.takesValue ? form.flags : []));
      if (flags.length === 0 || takesFile(option)) return [];
      const words = choicesOf(option).join(" ");
      const patterns = flags.map((flag) => `"${command.name} ${flag}"`).join("|");
      return [`    ${patterns}) COMPREPLY=($(compgen -W "${words}" -- "$current")); return ;;`];
    }),
  );
  const flags = commands.map((command) => `    ${command.name}) flags="${flagsOf(command).join(" ")}" ;;`);
  const operands = commands.flatMap((command) => {
    const words = operandChoices(command);
    return words.length === 0 ? [] : [`    ${command.name}) words="${words.join(" ")}" ;;`];
  });
  return `# Completion of parsight for bash. Load it with: source <(parsight completion bash)
_parsight() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" flags="" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), "--help", "--version"].join(" ")}" -- "$current"))
    return
  fi
  case "$command $before" in
${choices.join("\n")}
  esac
  case "$command" in
${flags.join("\n")}
  esac
  case "$command" in
${operands.join("\n")}
  esac
  if [[ "$current" == -?* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
  else local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _parsight parsight
`;
}

function zshScript(commands: readonly Command[]): string {
  const list = commands.map(({ name, summary }) => `    ${zshText(`${name}:${summary}`)}`);
  const cases = commands.map((command) => {
    const options = optionsOf(command).flatMap(zshArguments);
    const words = operandChoices(command);
    const operand = words.length === 0 ? "'*:file:_files'" : `'1:shell:(${words.join(" ")})'`;
    return `    ${command.name})\n      _arguments ${[...options, operand].join(" \\\n        ")} ;;`;
  });
  return `#compdef parsight
# Completion of parsight for zsh. Load it with: source <(parsight completion zsh)
_parsight() {
  local -a commands
  commands=(
${list.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
compdef _parsight parsight
`;
}

function zshArguments(option: Option): readonly string[] {
  return formsOf(option).flatMap(({ flags, takesValue, help }) => {
    const about = `[${help.replace(/[[\]:]/g, "\\$&")}]`;
    const words = choicesOf(option);
    const action = takesFile(option) ? "_files" : words.length > 0 ? `(${words.join(" ")})` : " ";
    const value = takesValue ? `:${option.name}:${action}` : "";
    return flags.map((flag) => zshText(`${flag}${about}${value}`));
  });
}

function zshText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const when = `-n '__fish_seen_subcommand_from ${command.name}'`;
    const words = operandChoices(command);
    return [
      `complete -c parsight -n __fish_use_subcommand -f -a ${command.name} -d ${fishText(command.summary)}`,
      ...(words.length === 0 ? [] : [`complete -c parsight ${when} -f -a '${words.join(" ")}'`]),
      ...optionsOf(command).flatMap((option) => fishOptions(option, when)),
    ];
  });
  return `# Completion of parsight for fish. Load it with: parsight completion fish > ~/.config/fish/completions/parsight.fish
${lines.join("\n")}
`;
}

function fishOptions(option: Option, when: string): readonly string[] {
  return formsOf(option).map(({ flags, takesValue, help }) => {
    const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
    const words = choicesOf(option);
    const value = !takesValue
      ? ""
      : takesFile(option)
        ? " -r"
        : words.length > 0
          ? ` -x -a '${words.join(" ")}'`
          : " -x";
    return `complete -c parsight ${when} ${names.join(" ")}${value} -d ${fishText(help)}`;
  });
}

function fishText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function optionsOf(command: Command): readonly Option[] {
  return command.groups.flatMap((group) => group.options);
}

function flagsOf(command: Command): readonly string[] {
  return optionsOf(command).flatMap((option) => formsOf(option).map(({ flags }) => flags.at(-1)!));
}

function choicesOf(option: Option): readonly string[] {
  return option.kind === "choice" ? option.choices : [];
}

function operandChoices(command: Command): readonly string[] {
  return command.operands.flatMap(({ choices }) => choices ?? []);
}

function takesFile(option: Option): boolean {
  return option.kind === "text" && option.value === "file";
}
