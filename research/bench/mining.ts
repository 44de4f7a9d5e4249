/** Rules between predicates, mined by us and by others from the same table at the same thresholds. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_PACK, readNumbers } from "../data/pack.js";
import {
  atLeastTimes,
  type Bench,
  type BenchContext,
  figure,
  formatMs,
  formatRatio,
  type Goal,
  type Line,
  requireAnswer,
} from "./bench.js";
import { categoryTable } from "./data/synthetic.js";
import { type ItemsetMiner, startNodeFpgrowth } from "./node-fpgrowth.js";
import { type MiningTask, mineAll, miningTask, toTransactions } from "./ours.js";
import { type PythonServer, startPython, whyNotRun } from "./python.js";
import { digestRules, digestRulesOf, type RuleDigest } from "./rule-digest.js";
import { type Contestant, type Medians, race, type Timing, timeOnce } from "./timing.js";

export const mining: Bench = {
  name: "mining",
  title: "Mining: itemsets and rules at equal θ, γ and length",
  about:
    "All rules X → p with one consequent between the predicates that learning would mine (defaults: θ = max(10/rows, 0.01), " +
    "γ = 0.9), at the length given. Checked first: the same rules with the same counts. One thread each, wall time around the " +
    "call. Ours starts from the encoded table and ends with the list of rules; mlxtend starts from a Boolean frame, pyfim " +
    "from tuples of integers. mlxtend has no way to ask for one consequent and finds the rules with more of them too; its apriori, " +
    "faster on most of these tables than the fpgrowth that it recommends, is run where it needs no more than 8 GB. " +
    "“Counted only” finds the same rules in Borgelt's C code and makes none of them for Python; the difference is what pyfim's Python layer " +
    "costs, and reading the tuples is still in it. node-fpgrowth finds itemsets only, and is stopped " +
    "at the length asked for, which it cannot do by itself. A rival's run over 3 s is made three times, over 30 s once.",
  run: runMining,
};

interface Case {
  readonly name: string;
  readonly task: MiningTask;
}

const PACK_CASES = [
  { set: "cardio", lengths: [3, 4] },
  { set: "fault", lengths: [3] },
  { set: "satellite", lengths: [3] },
  { set: "shuttle", lengths: [3, 4] },
  { set: "Ionosphere", lengths: [3] },
];

const PYTHON_RIVALS = [
  { name: "mlxtend fpgrowth + association_rules", miner: "mlxtend", package: "mlxtend", answer: "rules" },
  { name: "mlxtend apriori + association_rules", miner: "mlxtend apriori", package: "mlxtend", answer: "rules" },
  { name: "pyfim eclat", miner: "eclat", package: "pyfim", answer: "rules" },
  { name: "pyfim eclat, occurrence deliver", miner: "eclat occurrence", package: "pyfim", answer: "rules" },
  { name: "pyfim fpgrowth", miner: "fpgrowth", package: "pyfim", answer: "rules" },
  { name: "pyfim eclat, counted only", miner: "eclat counts", package: "pyfim", answer: "counts" },
  {
    name: "pyfim eclat, occurrence deliver, counted only",
    miner: "eclat occurrence counts",
    package: "pyfim",
    answer: "counts",
  },
  { name: "pyfim fpgrowth, counted only", miner: "fpgrowth counts", package: "pyfim", answer: "counts" },
] as const;

const APRIORI = "mlxtend apriori";
/** Memory that mlxtend's apriori may need. */
const APRIORI_BYTES = 8e9;

const NODE_RIVAL = "node-fpgrowth, itemsets only";
const COUNTED_ONLY = "counted only";
const FASTER_THAN_PYFIM = "faster than pyfim's best";
const WITHOUT_PYTHON = "pyfim's best without its Python layer";

async function runMining(context: BenchContext): Promise<Line[]> {
  const lines: Line[] = [];
  if (context.pack === null && !context.isQuick) {
    const goal = { text: FASTER_THAN_PYFIM, measured: null };
    const rest = { ours: "–", rival: "all", ratio: null, goal, remark: "" };
    lines.push({ what: "sets of the pack", theirs: `not run: ${NO_PACK}`, ...rest });
  }
  for (const one of cases(context)) {
    context.say(`mining ${one.name}`);
    lines.push(...(await runCase(one, context)));
  }
  return lines;
}

/** Made one at a time: a table is only there while its rivals run. */
function* cases({ pack, isQuick }: BenchContext): Generator<Case> {
  const named = (name: string, task: MiningTask): Case => ({
    name: `${name}: ${task.table.rowCount.toLocaleString("en-US")} × ${task.predicates.length}, length ${task.maxPredicates}`,
    task,
  });
  if (isQuick) {
    yield named("tiny", miningTask(categoryTable({ rows: 400, features: 6, values: 3, seed: 1 }), 3));
    return;
  }
  if (pack !== null) {
    for (const { set, lengths } of PACK_CASES) {
      for (const length of lengths) yield named(set, miningTask(readNumbers(join(pack, set, "train.csv")), length));
    }
  }
  yield named("synthetic", miningTask(categoryTable({ rows: 50_000, features: 20, values: 4, seed: 1 }), 4));
}

async function runCase({ name, task }: Case, context: BenchContext): Promise<Line[]> {
  const digest = digestRules(mineAll(task));
  const transactions = toTransactions(task);
  const mined = { task, transactions, digest };
  const ourself: Contestant = { name: "ours", run: () => timeOnce(() => mineAll(task)) };
  const server = startRivals(context);
  const node = startNodeFpgrowth({ transactions, leastCount: task.leastCount, maxLength: task.maxPredicates });
  try {
    const pythonRivals = server === null ? [] : await pythonContestants(server, mined, context);
    const nodeRival = await nodeContestant(node, mined, context);
    const [ours, ...theirs] = await race([ourself, ...pythonRivals, nodeRival], context.runs);
    const what = `${name} (${digest.count.toLocaleString("en-US")} rules)`;
    return [...toLines(what, ours!, theirs), ...absentLines({ what, task }, ours!, context)];
  } finally {
    await Promise.all([server?.close(), node.close()]);
  }
}

function startRivals({ rivals }: BenchContext): PythonServer | null {
  return rivals.kind === "absent" || whyNotRun(rivals, "mlxtend", "pyfim") !== null
    ? null
    : startPython(rivals, "mining.py");
}

interface Found {
  readonly found: number;
}

/** A task, what rivals get of it, and the rules that are to be found. */
interface MinedCase {
  readonly task: MiningTask;
  readonly transactions: readonly number[][];
  readonly digest: RuleDigest;
}

async function pythonContestants(
  server: PythonServer,
  { task, transactions, digest }: MinedCase,
  context: BenchContext,
): Promise<Contestant[]> {
  const { leastCount, minConfidence, maxPredicates, predicates } = task;
  const path = join(context.scratch, "transactions.json");
  writeFileSync(
    path,
    JSON.stringify({ transactions, itemCount: predicates.length, leastCount, minConfidence, maxPredicates }),
  );
  await server.ask("load", { path });
  const contestants: Contestant[] = [];
  let found = 0; // rules of pyfim; those that only reach the least confidence are among them
  for (const { name, miner, answer } of PYTHON_RIVALS) {
    if (miner === APRIORI && aprioriBytes(task) > APRIORI_BYTES) continue;
    const run = (): Promise<Timing & Found> => server.ask<Timing & Found>("mine", { miner });
    if (answer === "counts") {
      const { found: counted } = await run();
      requireAnswer(counted === found, `${name} counts ${counted} rules where ${found} were found`);
      contestants.push({ name, run, isRival: true });
    } else {
      const checked = await server.ask<RuleDigest & Timing & Found>("check", { miner });
      requireSame(digest, checked, name);
      found = checked.found;
      context.say(`  ${name}: ${formatMs(checked.wallMs)}`);
      contestants.push({ name, run, checked, isRival: true });
    }
  }
  return contestants;
}

async function nodeContestant(
  node: ItemsetMiner,
  { task, digest }: MinedCase,
  context: BenchContext,
): Promise<Contestant> {
  const { itemsets, ...checked } = await node.find();
  requireSame(digest, digestRulesOf(itemsets, task.minConfidence), NODE_RIVAL);
  context.say(`  ${NODE_RIVAL}: ${formatMs(checked.wallMs)}, ${itemsets.length} itemsets`);
  return { name: NODE_RIVAL, run: node.time, checked, isRival: true };
}

/** It makes a table of rows × candidates × items of each, a byte each: at most so much in its last step. */
function aprioriBytes({ table, predicates, maxPredicates }: MiningTask): number {
  let candidates = 1;
  for (let i = 0; i < maxPredicates; i++) candidates *= (predicates.length - i) / (i + 1);
  return table.rowCount * candidates * maxPredicates;
}

function requireSame(ours: RuleDigest, theirs: RuleDigest, name: string): void {
  requireAnswer(
    ours.digest === theirs.digest,
    `${name} finds ${theirs.count} rules, ours ${ours.count}, or with other counts`,
  );
}

function toLines(what: string, ours: Medians, theirs: readonly Medians[]): Line[] {
  const fastest = (rivals: readonly Medians[]): Medians | undefined =>
    rivals.toSorted((a, b) => a.wallMs - b.wallMs)[0];
  const pyfim = theirs.filter(({ name }) => name.startsWith("pyfim"));
  const best = fastest(pyfim.filter(({ name }) => !name.endsWith(COUNTED_ONLY)));
  const bare = fastest(pyfim.filter(({ name }) => name.endsWith(COUNTED_ONLY)));
  return theirs.map((rival) => {
    const ratio = rival.wallMs / ours.wallMs;
    return {
      what,
      ours: formatMs(ours.wallMs),
      rival: rival.name,
      theirs: formatMs(rival.wallMs),
      ratio,
      goal: rival === bare ? figure(WITHOUT_PYTHON, ratio) : goalOf(rival.name, rival === best, ratio),
      remark: [
        rival.runs < ours.runs ? `${rival.runs} run${rival.runs === 1 ? "" : "s"}` : "",
        rival === best ? "pyfim's best" : "",
        rival === bare && best !== undefined ? `Python's layer takes ${layerShare(best, bare)} of pyfim's best` : "",
        `CPU ${formatRatio(rival.cpuMs / ours.cpuMs)}`,
      ]
        .filter(Boolean)
        .join("; "),
    };
  });
}

/** What is saved where no rule is made for Python. */
function layerShare(best: Medians, bare: Medians): string {
  return `${Math.max(0, Math.round(100 * (1 - bare.wallMs / best.wallMs)))} %`;
}

function goalOf(rival: string, isBestOfPyfim: boolean, ratio: number | null): Goal | null {
  if (rival.startsWith("mlxtend fpgrowth +")) return atLeastTimes("≥ 50× mlxtend", 50, ratio);
  if (rival === NODE_RIVAL) return atLeastTimes("≥ 20× node-fpgrowth", 20, ratio);
  return isBestOfPyfim ? atLeastTimes(FASTER_THAN_PYFIM, 1, ratio) : null;
}

interface AbsentCase {
  readonly what: string;
  readonly task: MiningTask;
}

function absentLines({ what, task }: AbsentCase, ours: Medians, { rivals }: BenchContext): Line[] {
  const reason = whyNotRun(rivals, "mlxtend", "pyfim");
  return PYTHON_RIVALS.flatMap(({ name, miner, answer }) => {
    const bytes = miner === APRIORI ? aprioriBytes(task) : 0;
    const isTooLarge = bytes > APRIORI_BYTES;
    if (answer === "counts" || (reason === null && !isTooLarge)) return [];
    return {
      what,
      ours: formatMs(ours.wallMs),
      rival: name,
      theirs: `not run: ${reason ?? `it may need ${Math.round(bytes / 1e9)} GB`}`,
      ratio: null,
      goal: goalOf(name, name.startsWith("pyfim"), null),
      remark: "",
    };
  });
}
