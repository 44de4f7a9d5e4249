/** How the time of learning grows with the table. */
import { learn } from "../../src/index.js";
import { atMost, type Bench, type BenchContext, formatMs, formatRatio, type Line, requireAnswer } from "./bench.js";
import { type MixedShape, mixedTable } from "./data/synthetic.js";
import { SAMPLES } from "./ours.js";
import { race, timeOnce } from "./timing.js";

export const growth: Bench = {
  name: "growth",
  title: "Growth: rows × 10, columns × 2",
  about:
    "`learn` at its defaults, in this process and one thread, on seeded tables of numbers and categories that depend on one " +
    "another. The small and the large table take turns; the ratio is of medians of wall time. Checked: the models have the rows and columns they " +
    "were given, and mined rules. " +
    `Not everything grows with the rows. Sampled are the rows in which cut-offs are found (at most ${rows(SAMPLES.cutOffs)}), on which trees grow (${rows(SAMPLES.trees)}), to which the ` +
    `mixture is fitted (${rows(SAMPLES.mixture)}), among which neighbours are looked for (${rows(SAMPLES.neighbours)}), and on which strength and probability are measured. Mining, and the ` +
    "counts of every rule, go over all rows: ten times the rows take less than ten times as long until these two are most of the work.",
  run: runGrowth,
};

function rows(count: number): string {
  return count.toLocaleString("en-US");
}

interface Step {
  readonly what: string;
  readonly small: MixedShape;
  readonly large: MixedShape;
  readonly goal: string;
  readonly most: number;
}

function steps(isQuick: boolean): Step[] {
  const rows = isQuick ? 100 : 10_000;
  const shape = { rows, numeric: isQuick ? 4 : 16, categorical: isQuick ? 1 : 4, seed: 1 };
  const rowGoal = { goal: "rows × 10: ≤ 11×", most: 11 };
  return [
    { what: "rows", small: shape, large: { ...shape, rows: 10 * rows }, ...rowGoal },
    { what: "rows", small: { ...shape, rows: 2 * rows }, large: { ...shape, rows: 20 * rows }, ...rowGoal },
    {
      what: "columns",
      small: shape,
      large: { ...shape, numeric: 2 * shape.numeric, categorical: 2 * shape.categorical },
      goal: "columns × 2: ≤ 4.5×",
      most: 4.5,
    },
  ];
}

async function runGrowth(context: BenchContext): Promise<Line[]> {
  const lines: Line[] = [];
  for (const step of steps(context.isQuick)) {
    const from = describeShape(step.small);
    const to = describeShape(step.large);
    context.say(`growth from ${from} to ${to}`);
    const tables = [mixedTable(step.small), mixedTable(step.large)];
    for (const table of tables) {
      const model = learn(table); // also warms up
      requireAnswer(
        model.rowCount === table.rowCount && model.features.length === table.columns.length && model.rules.length > 0,
        "the model is not of its table",
      );
    }
    const [small, large] = await race(
      tables.map((table, i) => ({ name: String(i), run: () => timeOnce(() => learn(table)) })),
      context.runs,
    );
    const ratio = large!.wallMs / small!.wallMs;
    lines.push({
      what: `${step.what}: ${from} → ${to}`,
      ours: `${formatMs(small!.wallMs)} → ${formatMs(large!.wallMs)}`,
      rival: "itself",
      theirs: "–",
      ratio: null,
      goal: atMost({ text: step.goal, most: step.most }, ratio, formatRatio),
      remark: `${formatRatio(ratio)}; CPU ${formatRatio(large!.cpuMs / small!.cpuMs)}`,
    });
  }
  return lines;
}

function describeShape({ rows, numeric, categorical }: MixedShape): string {
  return `${rows.toLocaleString("en-US")} × ${numeric + categorical}`;
}
