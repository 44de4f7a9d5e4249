import { describe, expect, test } from "vitest";
import { asTyped, programName } from "./program-name.js";

describe("the program is called", () => {
  test.each([
    ["npx parsight", "by npx in a clone", "/clone/node_modules/.bin/parsight", { npm_command: "exec" }],
    ["npx parsight", "by npm start", "/clone/bin/parsight.js", { npm_execpath: "/usr/lib/npm-cli.js" }],
    ["npx parsight", "by node in a clone", "/clone/bin/parsight.js", {}],
    ["npx parsight", "by node in a clone on Windows", "C:\\clone\\bin\\parsight.js", {}],
    ["parsight", "by a shell that finds it", "/usr/local/bin/parsight", {}],
    ["parsight", "by what npm installs on Windows", "C:\\npm\\node_modules\\parsight\\bin\\parsight.js", {}],
  ] as const)("%s: %s", (expected, _, file, environment) => {
    expect(programName({ file, environment })).toBe(expected);
  });
});

test("commands in texts are shown as they are typed; the program's name by itself stays", () => {
  const typed = (text: string): string => asTyped(text, "npx parsight");
  expect(typed("Write one with parsight learn; cat x | parsight learn -")).toBe(
    "Write one with npx parsight learn; cat x | npx parsight learn -",
  );
  expect(typed("parsight <command> --help, parsight --version")).toBe(
    "npx parsight <command> --help, npx parsight --version",
  );
  for (const text of [
    "a mistake in parsight, not in what you gave",
    "this is not a parsight model",
    "npx parsight learn",
  ])
    expect(typed(text)).toBe(text);
  expect(asTyped("parsight learn", "parsight")).toBe("parsight learn");
});
