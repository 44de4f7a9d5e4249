import { expect, test } from "vitest";
import { createProgress, type ProgressIo } from "./progress.js";

function fakeIo(isTTY: boolean, columns = 80): ProgressIo & { text: string; time: number; width: number } {
  const io = {
    text: "",
    time: 0,
    width: columns,
    isTTY,
    write: (text: string) => {
      io.text += text;
    },
    columns: () => io.width,
    now: () => io.time,
  };
  return io;
}

/** What was drawn, one entry for each time the line was begun again. */
function frames(text: string): readonly string[] {
  return text.split("\r").map((frame) => frame.replace("\u001b[K", ""));
}

test("away from a terminal each finished phase is one plain line", () => {
  const io = fakeIo(false);
  const progress = createProgress(io);
  progress.start("Reading");
  for (; io.time < 2000; io.time += 10) progress.update(io.time / 2000, io.time * 1200);
  progress.update(1, 2_400_000);
  progress.start("Mining");
  io.time += 90_500;
  progress.update(0.5, null);
  progress.finish();
  progress.finish();
  expect(io.text).toBe("Reading: 2,400,000 rows in 2.0 s (1,200,000 rows/s)\nMining: done in 1 min 31 s\n");
});

test("on a terminal one line is redrawn, at most ten times a second, and wiped at the end", () => {
  const io = fakeIo(true);
  const progress = createProgress(io);
  progress.start("Reading");
  for (; io.time < 2000; io.time += 10) progress.update(io.time / 4000, io.time * 1000);
  progress.finish();
  const drawn = frames(io.text);
  expect(drawn.length).toBe(22);
  expect(drawn[1]).toBe("Reading  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░    0 %");
  expect(drawn[6]).toBe("Reading  ████░░░░░░░░░░░░░░░░░░░░░░░░░░   12 %  1,000,000 rows/s");
  expect(drawn[20]).toBe("Reading  ██████████████░░░░░░░░░░░░░░░░   47 %  1,000,000 rows/s  3 s left");
  expect(drawn[21]).toBe("Reading: 1,990,000 rows in 2.0 s (995,000 rows/s)\n");
});

test("the line never reaches the width of the terminal, which may change", () => {
  const io = fakeIo(true);
  const progress = createProgress(io);
  progress.start("Reading");
  for (const width of [80, 60, 44, 30, 12, 3, 1]) {
    io.width = width;
    io.time += 5000;
    progress.update(0.5, 1_000_000);
    expect([...frames(io.text).at(-1)!].length, `width ${width}`).toBeLessThan(width);
  }
});

test("without a known share there is no bar and no time left", () => {
  const io = fakeIo(true);
  const progress = createProgress(io);
  progress.start("Explaining");
  io.time = 3000;
  progress.update(null, 6000);
  expect(frames(io.text).at(-1)).toBe("Explaining  2,000 rows/s");
});

test("long times are told in minutes and hours", () => {
  const io = fakeIo(true);
  const progress = createProgress(io);
  progress.start("Mining");
  io.time = 100_000;
  progress.update(0.25, null);
  expect(frames(io.text).at(-1)).toContain("5 min 0 s left");
  io.time = 200_000;
  progress.update(0.02, null);
  expect(frames(io.text).at(-1)).toContain("2 h 43 min left");
});

test("a phase given up is wiped away", () => {
  const io = fakeIo(true);
  const progress = createProgress(io);
  progress.start("Reading");
  progress.update(0.5, 10);
  progress.clear();
  expect(io.text.endsWith("\r\u001b[K")).toBe(true);
  progress.update(0.6, 20);
  progress.finish();
  expect(io.text.endsWith("\r\u001b[K")).toBe(true);
});

test("quiet says nothing", () => {
  const io = fakeIo(true);
  const progress = createProgress(io, "quiet");
  progress.start("Reading");
  progress.update(0.5, 10);
  progress.finish();
  progress.clear();
  expect(io.text).toBe("");
});
