import { expect, test } from "vitest";
import { atLeastTimes, atMost, type Bench, figure, formatMs, formatRatio, type Line } from "../../bench/bench.js";
import { formatGoals, formatLines, formatReport, reportPages, table } from "../../bench/report.js";

const bench: Bench = { name: "mining", title: "Mining", about: "What is compared.", run: async () => [] };

function line(what: string, ratio: number | null): Line {
  return {
    what,
    ours: "1 ms",
    rival: "them",
    theirs: ratio === null ? "not run: there is no python3" : `${ratio} ms`,
    ratio,
    goal: atLeastTimes("≥ 50× them", 50, ratio),
    remark: "",
  };
}

test("bars and line breaks in cells do not break a table", () => {
  expect(table(["a"], [["x|y\nz"]])).toBe("| a |\n| --- |\n| x\\|y z |");
});

test("times and ratios have three digits and a unit", () => {
  expect([0.01234, 4.5678, 123.4, 98765].map(formatMs)).toEqual(["12.3 µs", "4.57 ms", "123 ms", "98.8 s"]);
  expect([0.5, 12.345, 1234.5].map(formatRatio)).toEqual(["0.5×", "12.3×", "1,235×"]);
});

test("a goal is judged by its worst case, and counts how many reach it", () => {
  const goals = formatGoals([{ bench, lines: [line("easy", 80), line("hard", 20)], failure: null }]);
  expect(goals.split("\n")[2]).toBe("| Mining | ≥ 50× them | 20× on hard | no (1 of 2) |");
});

test("a goal with a ceiling is worst where it is highest", () => {
  const goal = (value: number) => atMost({ text: "≤ 20 µs", most: 20 }, value, (us) => `${us} µs`);
  const lines = [5, 15].map((value) => ({ ...line(`case ${value}`, 1), goal: goal(value) }));
  expect(formatGoals([{ bench, lines, failure: null }])).toContain("| ≤ 20 µs | 15 µs on case 15 | yes |");
});

test("what was not run says so and why, and is not judged", () => {
  const lines = [line("easy", null)];
  expect(formatGoals([{ bench, lines, failure: null }])).toContain("| ≥ 50× them | not run | – |");
  expect(formatLines(lines)).toContain("| easy | 1 ms | them | not run: there is no python3 | – |  |");
});

test("a failure stands in both tables", () => {
  const report = formatReport([{ bench, lines: [], failure: "wrong answer: 3 rules, not 4" }], { facts: [] });
  expect(report).toContain("| Mining | – | wrong answer: 3 rules, not 4 | failed |");
  expect(report).toContain("**Failed: wrong answer: 3 rules, not 4**");
});

test("a figure without a goal is told with its worst case, and judged by nobody", () => {
  const lines = [40, 9].map((ratio) => ({ ...line(`case ${ratio}`, ratio), goal: figure("against them", ratio) }));
  expect(formatGoals([{ bench, lines, failure: null }])).toContain("| against them | 9× on case 9 | – |");
  expect(figure("against them", null)).toEqual({ text: "against them", measured: null });
});

test("a page with marks gets the summary between them and the lines on a page beside it", () => {
  const text = "# Benchmarks\n<!-- run:begin -->\nformer\n<!-- run:end -->\nrest\n";
  const outcomes = [{ bench, lines: [line("easy", 80)], failure: null }];
  const machine = { facts: [{ name: "Node", value: "20" }] };
  const [summary, details] = reportPages({ path: "docs/benchmarks.md", text }, outcomes, { machine });
  expect(summary!.path).toBe("docs/benchmarks.md");
  expect(summary!.text).toMatch(
    /^# Benchmarks\n<!-- run:begin -->\n\| machine and versions \|.*<!-- run:end -->\nrest\n$/s,
  );
  expect(summary!.text).toContain("| Mining | ≥ 50× them | 80× | yes |");
  expect(summary!.text).not.toContain("former");
  expect(details!.path).toBe("docs/benchmarks-run.md");
  expect(details!.text).toContain("[the summary](benchmarks.md)");
  expect(details!.text).toContain("## Mining\n\nWhat is compared.\n\n| case |");
});

test("any other file becomes the whole report", () => {
  const outcomes = [{ bench, lines: [line("easy", 80)], failure: null }];
  const pages = reportPages({ path: "bench.md", text: "something else" }, outcomes, { machine: { facts: [] } });
  expect(pages).toEqual([{ path: "bench.md", text: formatReport(outcomes, { facts: [] }) }]);
});

test("a quick run says what it is and judges nothing", () => {
  const report = formatReport([{ bench, lines: [line("easy", 80)], failure: null }], { facts: [] }, { isQuick: true });
  expect(report.startsWith("**A quick run:")).toBe(true);
  expect(report).not.toContain("| reached |");
  expect(report).toContain("| easy | 1 ms | them | 80 ms | 80× |");
});
