/**
 * What one check found, as the file that the next one is compared with: sorted, so that versions of it can be compared.
 */
import { compareText, InputError } from "../base/index.js";
import { causeText } from "./cause.js";
import type { Baseline, CountedCause } from "./tally.js";

const BASELINE_FORMAT = "parsight-baseline";
const VERSION = 1;

export function formatBaseline({ rows, causes }: Baseline): string {
  const sorted = [...causes].sort((a, b) => compareText(causeText(a), causeText(b)));
  return `${JSON.stringify({ format: BASELINE_FORMAT, version: VERSION, rows, causes: sorted }, null, 2)}\n`;
}

export function parseBaseline(text: string): Baseline {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || !("format" in value) || value.format !== BASELINE_FORMAT)
    throw notBaseline();
  const { rows, causes } = value as { readonly rows?: unknown; readonly causes?: unknown };
  if (!isCount(rows) || !Array.isArray(causes) || !causes.every(isCause)) throw notBaseline();
  return { rows, causes };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notBaseline();
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isCause(value: unknown): value is CountedCause {
  if (typeof value !== "object" || value === null) return false;
  const { feature, deviation, count } = value as Readonly<Record<string, unknown>>;
  return typeof feature === "string" && typeof deviation === "string" && isCount(count);
}

function notBaseline(): InputError {
  return new InputError(
    "BASELINE_INVALID",
    "this is not a baseline of parsight check",
    "parsight check --save-baseline writes one; leave --baseline out to be told everything.",
  );
}
