import { describe, expect, test } from "vitest";
import { explainCommand } from "../commands/explain/command.js";
import { learnCommand } from "../commands/learn/command.js";
import { type Arguments, parseArguments, splitNames } from "./parse-arguments.js";

const learn = (...words: string[]): Arguments => parseArguments(learnCommand, words);

describe("parseArguments", () => {
  test("options may stand before, between and behind files, with = or without", () => {
    const commandLine = learn("--cells=3", "a.csv", "-o", "m.json", "b.csv", "--quiet");
    expect(commandLine.operands).toEqual(["a.csv", "b.csv"]);
    expect(commandLine.number("cells")).toBe(3);
    expect(commandLine.text("out")).toBe("m.json");
    expect(commandLine.flag("quiet")).toBe(true);
    expect(commandLine.text("where")).toBeUndefined();
  });

  test("- is a file and a value, and words behind -- are never options", () => {
    const commandLine = learn("-o", "-", "-", "--", "--odd-name.csv");
    expect(commandLine.text("out")).toBe("-");
    expect(commandLine.operands).toEqual(["-", "--odd-name.csv"]);
  });

  test("a value may begin with a dash", () => {
    const commandLine = learn("a.csv", "--where", "-x < 3", "--normal", "label=-1");
    expect(commandLine.text("where")).toBe("-x < 3");
    expect(commandLine.filter("normal")).toEqual({ column: "label", value: "-1" });
  });

  test("--header, --no-header and neither are three things", () => {
    expect(learn("a.csv").negatable("header")).toBeUndefined();
    expect(learn("a.csv", "--header").negatable("header")).toBe(true);
    expect(learn("a.csv", "--no-header").negatable("header")).toBe(false);
  });

  test("lists of columns given twice are joined", () => {
    expect(learn("a.csv", "--exclude", "a,b", "--exclude", "c d").names("exclude")).toEqual(["a", "b", "c d"]);
  });

  test("a value may hold further equals signs, or be empty", () => {
    const explain = (filter: string) =>
      parseArguments(explainCommand, ["m", "t", "--anomaly", filter]).filter("anomaly");
    expect(explain("a=b=c")).toEqual({ column: "a", value: "b=c" });
    expect(explain("a=")).toEqual({ column: "a", value: "" });
  });

  test("asking for an option that is not in the table is a bug", () => {
    expect(() => learn("a.csv").text("nonsense")).toThrow("the command learn has no option nonsense");
  });
});

test("splitNames takes names with commas in quotes", () => {
  expect(splitNames('a,"b,c",d e')).toEqual(["a", "b,c", "d e"]);
  expect(splitNames('"say ""hi"""')).toEqual(['say "hi"']);
  expect(splitNames("")).toEqual([]);
});
