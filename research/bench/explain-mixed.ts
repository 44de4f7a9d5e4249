/** Explaining rows of a mixed table, where boosted trees take part beside the other views. */
import { createExplainer, learn } from "../../src/index.js";
import { atMost, type Bench, type BenchContext, formatMicroseconds, type Line, requireAnswer } from "./bench.js";
import { oneRowTables } from "./data/one-row-tables.js";
import { mixedTable } from "./data/synthetic.js";
import { checkBatch, medianBatch, medianBatchCpu, medianSingle, noTimes, timeRound, warmUp } from "./row-times.js";

export const explainMixed: Bench = {
  name: "explain-mixed",
  title: "Explain rows of a mixed table, 24 numbers and 12 categories",
  about:
    "A simulated table of 5,000 rows, model at its defaults; 1,000 other rows in one call (“batch”), and each by itself (“one call”), " +
    "after three seconds of warm-up. One thread, wall time. Checked first: batch and single calls give the same explanations, and boosted trees were learnt.",
  run: async (context) => runMixed(context),
};

const FEATURES = { numeric: 24, categorical: 12 };
const MOST = 250;

function runMixed({ isQuick, runs, say }: BenchContext): Line[] {
  say("explain-mixed: learning");
  const model = learn(mixedTable({ rows: isQuick ? 300 : 5000, ...FEATURES, seed: 1 }));
  requireAnswer(model.conditionals !== null, "no boosted trees were learnt");
  const all = mixedTable({ rows: isQuick ? 20 : 1000, ...FEATURES, seed: 2 });
  const timed = { explain: createExplainer(model), rows: oneRowTables(all), all };
  checkBatch(timed);
  const cold = warmUp(timed, isQuick ? 0 : undefined);
  const times = noTimes();
  for (let at = 0; at < runs; at++) timeRound(timed, times);
  const batch = medianBatch(times);
  const goal = atMost({ text: `median ≤ ${MOST} µs`, most: MOST }, batch, formatMicroseconds);
  const line = { rival: "–", theirs: "–", ratio: null };
  const cpu = `CPU ${formatMicroseconds(medianBatchCpu(times))}`;
  return [
    { ...line, what: "batch", ours: formatMicroseconds(batch), goal, remark: cpu },
    {
      ...line,
      what: "one call",
      ours: formatMicroseconds(medianSingle(times)),
      goal: null,
      remark: `before warming up: ${formatMicroseconds(cold)}`,
    },
  ];
}
