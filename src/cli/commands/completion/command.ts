/** `parsight completion`: the shell fills in commands, options and their values. */
import type { Command } from "../../arguments/command.js";
import { COMMON } from "../../shared/common-options.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;

export const completionCommand: Command = {
  name: "completion",
  summary: "print a script by which your shell completes parsight's commands and options",
  description: [
    "The script goes to standard output. Load it in the file that your shell reads when it starts, as in the examples.",
  ],
  operands: [{ name: "shell", help: "the shell you use", count: "one", choices: SHELLS }],
  groups: [COMMON],
  examples: [
    { about: "bash, in ~/.bashrc", line: "source <(parsight completion bash)" },
    { about: "zsh, in ~/.zshrc, after compinit", line: "source <(parsight completion zsh)" },
    { about: "fish", line: "parsight completion fish > ~/.config/fish/completions/parsight.fish" },
  ],
  load: async () => (await import("./run.js")).runCompletion,
};
