/**
 * Tells a Model from the other things that callers hand over in its place. Whether its content is right is for
 * loadModel.
 */
import { InputError, showValue } from "../base/index.js";
import type { Model } from "./model.js";

/** The parts without which nothing can be done with a model. */
const PARTS = [
  "features",
  "profiles",
  "options",
  "predicates",
  "rules",
  "forest",
  "neighbours",
  "calibration",
] as const satisfies readonly (keyof Model)[];

export function requireModel(value: unknown): asserts value is Model {
  const parts = new Map<string, unknown>(typeof value === "object" && value !== null ? Object.entries(value) : []);
  const isWhole = PARTS.every((part) => typeof parts.get(part) === "object" && parts.get(part) !== null);
  if (isWhole && !parts.has("format")) return;
  throw new InputError(
    "MODEL_TYPE",
    `the model must be what learn or loadModel returns, got ${showValue(value)}`,
    hintFor(value, parts),
  );
}

function hintFor(value: unknown, parts: ReadonlyMap<string, unknown>): string {
  if (typeof value === "string") return "If this is the text of a model file, give it to loadModel first.";
  if (value instanceof Promise) return "Await it first.";
  if (parts.has("format")) return "This is the JSON of a model file: give the file's text to loadModel.";
  if (parts.has("model")) return "Give its field model.";
  return "The model is the first argument.";
}
