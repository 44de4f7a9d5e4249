/** Cells and CSV files that lean to trouble, for the tests that hold one reader against another. */
import { createRandom, randomInteger } from "../../src/core/base/index.js";

export const NUMBERS = [
  "1",
  " 1 ",
  "+1",
  "-1",
  "1.",
  ".5",
  "-.5",
  "+.5",
  "1e5",
  "1E+5",
  "inf",
  "-inf",
  "Infinity",
  "NAN",
];
export const MORE_NUMBERS = [
  "1e400",
  "1e-400",
  "00012",
  "1.e5",
  "9007199254740993",
  "1\t",
  "-0",
  "-",
  "?",
  "None",
  "",
  "NA",
];
export const NO_NUMBERS = [
  "1e",
  "e5",
  "0x10",
  "1_000",
  "1.5.2",
  "--1",
  "1 2",
  "1d",
  "0b1",
  ".e5",
  "1e 5",
  "infi",
  "∞",
  "1\u00a0",
];
export const MOMENTS = [
  "2024-01-02",
  "2024-1-2",
  "2024/01/02",
  "2024-01-02 03:04",
  "2024-01-02T03:04:05",
  "2024 01 02",
];
export const MORE_MOMENTS = [
  "2024-01-02 03:04:05.123",
  "2024-01-02T03:04:05.123456789Z",
  "2024-01-02 03:04:05 UTC",
  "2024-01-02T03:04:05+02:00",
  "2024-01-02T03:04:05+0200",
  "2024-01-02 03:04:05+02",
  "2024-01-02T03:04:05-05:30",
  "2024-01-02T24:00:00",
  "0099-01-01",
  "2024-01-02 3:4:5",
  "2024-01-02  03:04",
  "NaT",
];
export const NO_MOMENTS = [
  "2024-13-01",
  "2024-02-30",
  "02.01.2024",
  "20240102",
  "2024-01",
  "2024-01-02T03",
  "2024-01-02Z",
];
export const CLOCKS = ["12:30", "12:30:15", "12:30:15.5", "1:2:3", "24:00:00", "12:30:15.123456789"];

/** A table of troublesome cells, in troublesome writing. */
export function nastyCsv(seed: number): string {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[randomInteger(random, list.length)]!;
  const delimiter = pick([",", ";", "\t", "|"]);
  const lineEnd = pick(["\n", "\r\n"]);
  const kinds = [
    [...NUMBERS, ...MORE_NUMBERS],
    [...MOMENTS, ...MORE_MOMENTS, "", "NA"],
    [...CLOCKS, "", "-"],
    ["true", "False", "", "TRUE", "None"],
    ["a", " b ", "Ünï", "\u202ec", "<b>", "-", "None", "", "NULL", "x y", "日本", "🙂", "constructor"],
    [...NUMBERS, ...NO_NUMBERS],
    [`say "hi"`, "two\nlines", `a${delimiter}b`, "", '"', "'q'", "plain"],
  ];
  const columns = Array.from({ length: 1 + randomInteger(random, 6) }, () => pick(kinds));
  const quoted = (cell: string): string =>
    /["\n\r]/.test(cell) || cell.includes(delimiter) || random() < 0.1 ? `"${cell.replaceAll('"', '""')}"` : cell;
  const header = columns.map((_, place) => pick(["name", "Größe", "a b", "<i>", ""]) + place);
  const rows = Array.from({ length: randomInteger(random, 40) }, () => columns.map((cells) => pick(cells)));
  return [header, ...rows].map((row) => row.map(quoted).join(delimiter) + lineEnd).join("");
}
