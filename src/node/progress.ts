/**
 * Says on stderr how far the work is: on a terminal one line with a bar, redrawn at most ten times a second; elsewhere
 * one plain line when a phase is finished; nothing when quiet.
 *
 * No timers: it draws when told of progress, so it can neither keep a process alive nor draw after the end.
 */
import { formatCount } from "../core/presenting/index.js";

export interface ProgressIo {
  readonly write: (text: string) => void;
  readonly isTTY: boolean;
  /** Width of the terminal; asked at every drawing, it may change. */
  readonly columns: () => number;
  /** Milliseconds, from any start. */
  readonly now: () => number;
}

export interface Progress {
  /** Begin a phase; the one before it, if any, is finished. */
  start(phase: string): void;
  /**
   * `share` of the phase done, in [0, 1], or null when unknown; rows done so far, or null when it does not count rows.
   */
  update(share: number | null, rows: number | null): void;
  /** The phase is done: its line stays. */
  finish(): void;
  /** The phase was given up: its bar is wiped away, so that a message can follow. */
  clear(): void;
}

const REDRAW_MS = 100;
/** A time left is guessed after this long and this share. */
const GUESS_AFTER_MS = 1000;
const GUESS_AFTER_SHARE = 0.01;
const MAX_BAR_WIDTH = 30;

export function createProgress(io: ProgressIo, mode: "shown" | "quiet" = "shown"): Progress {
  if (mode === "quiet") return { start: () => {}, update: () => {}, finish: () => {}, clear: () => {} };
  let current: PhaseState | null = null;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;

  function draw(phase: PhaseState): void {
    drawnAt = io.now();
    isDrawn = true;
    io.write(`\r${cutToWidth(formatBar(phase, drawnAt - phase.startedAt, io.columns()), io.columns())}\u001b[K`);
  }

  function clear(): void {
    if (isDrawn) io.write("\r\u001b[K");
    isDrawn = false;
    current = null;
  }

  function finish(): void {
    const phase = current;
    clear();
    if (phase !== null) io.write(`${formatDone(phase, io.now() - phase.startedAt)}\n`);
  }

  return {
    start(name) {
      finish();
      current = { name, startedAt: io.now(), share: null, rows: null };
      drawnAt = Number.NEGATIVE_INFINITY;
    },
    update(share, rows) {
      if (current === null) return;
      current = { ...current, share, rows };
      if (io.isTTY && io.now() - drawnAt >= REDRAW_MS) draw(current);
    },
    finish,
    clear,
  };
}

interface PhaseState {
  readonly name: string;
  readonly startedAt: number;
  readonly share: number | null;
  readonly rows: number | null;
}

/** `Reading  ██████░░░░░░  48 %  1,200,000 rows/s  3 s left`; the bar takes what room the words leave. */
function formatBar(phase: PhaseState, elapsedMs: number, columns: number): string {
  const words = [
    formatShare(phase.share),
    formatRate(phase.rows, elapsedMs),
    formatLeft(phase.share, elapsedMs),
  ].filter((word) => word !== "");
  const room = columns - 1 - phase.name.length - 2 - words.join("  ").length - 2;
  const width = Math.min(MAX_BAR_WIDTH, room);
  const bar = phase.share === null || width < 5 ? [] : [drawBar(phase.share, width)];
  return [phase.name, ...bar, ...words].join("  ");
}

/** `Reading: 2,400,000 rows in 2.0 s (1,200,000 rows/s)`. */
function formatDone(phase: PhaseState, elapsedMs: number): string {
  const time = formatSeconds(elapsedMs);
  if (phase.rows === null) return `${phase.name}: done in ${time}`;
  const rate = formatRate(phase.rows, elapsedMs);
  return `${phase.name}: ${formatCount(phase.rows)} ${phase.rows === 1 ? "row" : "rows"} in ${time}${rate === "" ? "" : ` (${rate})`}`;
}

function drawBar(share: number, width: number): string {
  const full = Math.round(clampShare(share) * width);
  return "█".repeat(full) + "░".repeat(width - full);
}

function formatShare(share: number | null): string {
  return share === null ? "" : `${Math.floor(clampShare(share) * 100)} %`.padStart(5);
}

function formatRate(rows: number | null, elapsedMs: number): string {
  return rows === null || elapsedMs < REDRAW_MS ? "" : `${formatCount(Math.round((rows / elapsedMs) * 1000))} rows/s`;
}

function formatLeft(share: number | null, elapsedMs: number): string {
  if (share === null || share < GUESS_AFTER_SHARE || elapsedMs < GUESS_AFTER_MS) return "";
  const leftMs = (elapsedMs * (1 - clampShare(share))) / share;
  return `${formatDuration(leftMs)} left`;
}

/** A rough time: `40 s`, `3 min 20 s`, `2 h 5 min`. */
function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

function formatSeconds(ms: number): string {
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms);
}

function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** The line must not wrap: one column is left free, as some terminals wrap on the last. */
function cutToWidth(text: string, columns: number): string {
  const characters = [...text];
  return characters.length < columns ? text : characters.slice(0, Math.max(0, columns - 1)).join("");
}
