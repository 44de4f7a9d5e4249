/** Strength on fresh rows of public sets, each split anew several times. */
import { learn, tableFromRows } from "../../../src/index.js";
import { ADBENCH_SETS } from "../../data/adbench.js";
import { mean } from "../../measures/mean.js";
import type { Figure } from "./figure.js";
import type { Effort } from "./part.js";
import { realSet } from "./real-sets.js";
import { AS_STATED, judge, type Shares, shareFigures, topFigure } from "./strength-shares.js";

const SETS = {
  full: ADBENCH_SETS.map(({ name }) => name),
  quick: ["breastw", "cardio", "Ionosphere", "Pima", "thyroid", "WBC", "WDBC", "wine"],
} as const;
const SPLITS = { full: 3, quick: 2 } as const;
const MAX_LEARNT = { full: 3000, quick: 1500 } as const;
const MAX_FRESH = 600;

/** Over sets; the splits of one set share its rows. */
export async function freshSplits({ scale, seed }: Effort): Promise<Figure[]> {
  const sets = await Promise.all(SETS[scale].map((name) => setShares(name, { scale, seed })));
  const group = "public sets, fresh splits";
  return [...shareFigures(group, sets, AS_STATED), topFigure(group, sets)];
}

async function setShares(name: string, { scale, seed }: Effort): Promise<Shares> {
  const splits: Shares[] = [];
  for (let split = 0; split < SPLITS[scale]; split++) {
    const { normal } = await realSet(name, seed + 10 + split);
    const size = Math.min(MAX_LEARNT[scale], Math.round(normal.length * 0.6));
    splits.push(judge(learn(tableFromRows(normal.slice(0, size))), normal.slice(size, size + MAX_FRESH)));
  }
  return {
    at95: mean(splits.map(({ at95 }) => at95)),
    at99: mean(splits.map(({ at99 }) => at99)),
    top: Math.max(...splits.map(({ top }) => top)),
  };
}
