import { describe, expect, test } from "vitest";
import { COMMANDS } from "../command-table.js";
import type { MessageLook } from "../screen/format-error.js";
import { styleOf } from "../screen/style.js";
import { formatCommandHelp, formatProgramHelp } from "./format-help.js";

const PLAIN: MessageLook = { style: styleOf(false, {}), program: "npx parsight", width: null };

const HELPS = new Map<string, (look: MessageLook) => string>([
  ["the program", (look) => formatProgramHelp(COMMANDS, "1.2.3", look)],
  ...COMMANDS.map((command): [string, (look: MessageLook) => string] => [
    command.name,
    (look) => formatCommandHelp(command, look),
  ]),
]);

/** Without what breaks lines: backslashes behind commands, and marks of comments that go on. */
const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => !/^[\\#]?$/.test(word));

const CALL = new RegExp(`(?:npx )?\\bparsight (?=(?:${COMMANDS.map(({ name }) => name).join("|")})\\b|<|--)`, "g");

describe.each([...HELPS])("the help of %s", (_, format) => {
  test.each([40, 60, 80])("fits in %i columns and breaks no word", (width) => {
    const narrow = format({ ...PLAIN, width });
    expect(wordsOf(narrow)).toEqual(wordsOf(format(PLAIN)));
    for (const line of narrow.split("\n")) {
      const isOneWord =
        line
          .trim()
          .replace(/ \\$/, "")
          .split(/ (?![^<]*>)/).length <= 2;
      if (!isOneWord) expect(line.length, line).toBeLessThanOrEqual(width);
    }
  });

  test("names commands as they are typed", () => {
    const calls = format(PLAIN).match(CALL) ?? [];
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call).toBe("npx parsight ");
    expect(format({ ...PLAIN, program: "parsight" })).not.toContain("npx");
  });
});
