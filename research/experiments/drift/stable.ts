/** Streams in which nothing has changed: in how many of them something is told all the same. */
import { findDrift, tableFromRows } from "../../../src/index.js";
import type { Figure, Goal } from "../certainty/figure.js";
import type { Effort, Part } from "../certainty/part.js";
import { type Portion, shareFigure } from "../certainty/ratio-figure.js";
import { autoregressive, INDEPENDENT, learnStream, type StreamKind, TANK } from "./streams.js";

const GOAL: Goal = { atMost: 0.01 };

/** Models, and streams for each. */
const REPETITIONS = {
  full: { models: 10, streams: 20 },
  quick: { models: 1, streams: 4 },
} as const;

const KINDS = [TANK, autoregressive(0.9), autoregressive(0.99), autoregressive(0.999), INDEPENDENT];

export const stablePart: Part = {
  name: "stable",
  cases: KINDS.map((kind) => ({ name: kind.name, measure: (effort: Effort) => [measureKind(kind, effort)] })),
};

function measureKind(kind: StreamKind, { scale, seed }: Effort): Figure {
  const { models, streams } = REPETITIONS[scale];
  const parts = Array.from({ length: models }, (_, each): Portion[] => {
    const model = learnStream(kind, seed + each);
    return Array.from({ length: streams }, (_, stream) => ({
      cluster: `${each}`,
      part: Number(findDrift(model, tableFromRows(kind.fresh(seed + each, seed + stream))).hasDrifted),
      whole: 1,
    }));
  });
  return shareFigure(kind.name, "streams with any alarm", { parts: parts.flat(), goal: GOAL });
}
