/**
 * Anchor (Ribeiro, Singh and Guestrin, 2018): the rule with the widest coverage under which the detector nearly always
 * flags, found by beam search; how often it flags under a rule is estimated by drawing rows under it.
 *
 * Which candidates are the best B is decided by KL-LUCB (Kaufmann and Kalyanakrishnan, 2013) up to tolerance ε with
 * confidence 1 - δ. B = 10, ε = .1, δ = .05 and quartile predicates as in the paper's appendix, precision .95 and
 * batches of 100 as in the authors' code. A search is ended by a limit on drawn rows, and says so: normal rows are
 * hardly ever flagged, so many anomalies have no rule of that precision and the search would try all sizes. The row
 * counts as flagged even when its score is below the threshold: the threshold is then lowered to its score.
 */
import { createRandom, type Random } from "../core/base/index.js";
import { createMatrix, matrixRow } from "../detectors/matrix.js";
import {
  type AnchorPredicate,
  coverageOf,
  listPredicates,
  type RowSampler,
  samplerUnder,
} from "./anchor-predicates.js";
import { lowerBound, upperBound } from "./kl-bounds.js";
import { checkPeerInput, type Peer, type PeerContext, type PeerExplanation, type RuleForm } from "./peer.js";
import { cutAtQuartiles } from "./quartile-bins.js";
import { formatWeight, rankByOrder } from "./rank-features.js";
import { rememberFor } from "./remember-for.js";

interface AnchorSettings {
  /** Candidates that go on to the next size (B). */
  readonly beam: number;
  /** Precision up to which two candidates count as equal (ε). */
  readonly tolerance: number;
  /** Chance of a wrong decision (δ). */
  readonly risk: number;
  /** Wanted precision (τ). */
  readonly precision: number;
  readonly batchSize: number;
  /** Most predicates of a rule. */
  readonly maxPredicates: number;
  /** Most rows drawn for one explanation. */
  readonly maxSamples: number;
}

const ANCHOR_SETTINGS: AnchorSettings = {
  beam: 10,
  tolerance: 0.1,
  risk: 0.05,
  precision: 0.95,
  batchSize: 100,
  maxPredicates: 10,
  maxSamples: 300_000,
};

export function createAnchor(settings: Partial<AnchorSettings> = {}): Peer {
  const resolved = { ...ANCHOR_SETTINGS, ...settings };
  const binsFor = rememberFor((context: PeerContext) => cutAtQuartiles(context.encoding, context.training));
  return {
    name: "Anchor",
    citation: "M. T. Ribeiro, S. Singh, C. Guestrin: Anchors: High-Precision Model-Agnostic Explanations. AAAI 2018.",
    explain: async (context, row) => {
      checkPeerInput(context, row);
      const predicates = listPredicates(context, row, binsFor(context));
      const search = await createSearch(resolved, context, row);
      return presentAnchor(context, await searchAnchor(search, predicates), search);
    },
  };
}

/** A rule and what its samples said. Predicates stand in the order in which the search added them. */
interface Candidate {
  readonly predicates: readonly AnchorPredicate[];
  readonly coverage: number;
  readonly sampler: RowSampler;
  hits: number;
  samples: number;
}

interface Search {
  readonly settings: AnchorSettings;
  readonly context: PeerContext;
  readonly row: Float64Array;
  readonly threshold: number;
  readonly random: Random;
  /** Rows drawn so far. */
  drawn: number;
}

async function createSearch(settings: AnchorSettings, context: PeerContext, row: Float64Array): Promise<Search> {
  const [score] = await context.score({ rowCount: 1, width: row.length, values: row });
  const threshold = Math.min(context.threshold, score!);
  return { settings, context, row, threshold, random: createRandom(context.seed), drawn: 0 };
}

interface Found {
  readonly best: Candidate;
  /** Whether its precision is known to reach what is wanted. */
  readonly reached: boolean;
}

/**
 * The reached rule of widest coverage, else the most precise one met. Once one is reached, only wider ones are tried.
 */
async function searchAnchor(search: Search, predicates: readonly AnchorPredicate[]): Promise<Found> {
  let best = createCandidate(search, []);
  await draw(search, best);
  let reached = await reaches(search, best, predicates.length);
  let beam = [best];
  for (let size = 1; size <= search.settings.maxPredicates && !isSpent(search); size++) {
    const wider = ({ coverage }: Candidate): boolean => !reached || coverage > best.coverage;
    const candidates = extend(search, beam, predicates).filter(wider);
    if (candidates.length === 0) break;
    beam = await findBest(search, candidates);
    for (const candidate of beam) {
      const good = await reaches(search, candidate, predicates.length);
      if (isBetter({ best: candidate, reached: good }, { best, reached })) best = candidate;
      reached ||= good;
    }
  }
  return { best, reached };
}

function isBetter(found: Found, other: Found): boolean {
  if (found.reached !== other.reached) return found.reached;
  return found.reached ? found.best.coverage > other.best.coverage : share(found.best) > share(other.best);
}

function createCandidate({ context, row }: Search, predicates: readonly AnchorPredicate[]): Candidate {
  return {
    predicates,
    coverage: coverageOf(predicates, context.training.rowCount),
    sampler: samplerUnder(predicates, context.training, row),
    hits: 0,
    samples: 0,
  };
}

/**
 * Every rule of the beam with one more predicate, each set of predicates once; one that restricts nothing is no step.
 */
function extend(search: Search, beam: readonly Candidate[], predicates: readonly AnchorPredicate[]): Candidate[] {
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  for (const { predicates: rule } of beam) {
    for (const added of predicates) {
      if (rule.some((other) => impliedBy(added, other))) continue;
      const next = [...rule.filter((other) => !impliedBy(other, added)), added];
      const key = next
        .map((predicate) => predicates.indexOf(predicate))
        .sort((a, b) => a - b)
        .join();
      if (seen.has(key)) continue;
      seen.add(key);
      candidates.push(createCandidate(search, next));
    }
  }
  return candidates;
}

function impliedBy(predicate: AnchorPredicate, other: AnchorPredicate): boolean {
  return predicate.column === other.column && predicate.above <= other.above && predicate.most >= other.most;
}

function share({ hits, samples }: Candidate): number {
  return samples === 0 ? 0 : hits / samples;
}

function isSpent({ drawn, settings }: Search): boolean {
  return drawn >= settings.maxSamples;
}

/** One batch for each of the candidates, scored together. */
async function draw(search: Search, ...candidates: readonly Candidate[]): Promise<void> {
  const { batchSize } = search.settings;
  const rows = createMatrix(batchSize * candidates.length, search.row.length);
  candidates.forEach((candidate, index) => {
    for (let i = 0; i < batchSize; i++) candidate.sampler(matrixRow(rows, index * batchSize + i), search.random);
  });
  const scores = await search.context.score(rows);
  candidates.forEach((candidate, index) => {
    for (let i = 0; i < batchSize; i++) candidate.hits += Number(scores[index * batchSize + i]! >= search.threshold);
    candidate.samples += batchSize;
  });
  search.drawn += rows.rowCount;
}

/** KL-LUCB: draws for the weakest of the best and the strongest of the rest until the two cannot change places. */
async function findBest(search: Search, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const { beam, tolerance, risk } = search.settings;
  for (let from = 0; from < candidates.length; from += 50) await draw(search, ...candidates.slice(from, from + 50));
  const ordered = () => [...candidates].sort((a, b) => share(b) - share(a) || b.coverage - a.coverage);
  for (let round = 1; candidates.length > beam && !isSpent(search); round++) {
    const level = explorationLevel(candidates.length, round, risk);
    const order = ordered();
    const weakest = least(order.slice(0, beam), (candidate) => lowerBound(candidate, level));
    const strongest = least(order.slice(beam), (candidate) => -upperBound(candidate, level));
    if (upperBound(strongest, level) - lowerBound(weakest, level) <= tolerance) break;
    await draw(search, weakest, strongest);
  }
  return ordered().slice(0, beam);
}

/** The level of KL-LUCB's bounds in this round. */
function explorationLevel(candidates: number, round: number, risk: number): number {
  const base = Math.log((405.5 * candidates * round ** 1.1) / risk);
  return base + Math.log(base);
}

function least(candidates: readonly Candidate[], value: (candidate: Candidate) => number): Candidate {
  const values = candidates.map(value);
  return candidates[values.indexOf(Math.min(...values))]!;
}

/** Draws until the candidate's precision is known to reach what is wanted, up to the tolerance, or to miss it. */
async function reaches(search: Search, candidate: Candidate, predicates: number): Promise<boolean> {
  const { precision, tolerance, risk, beam } = search.settings;
  const level = Math.log((1 + (beam - 1) * predicates) / risk);
  for (;;) {
    const mean = share(candidate);
    const low = lowerBound(candidate, level);
    if (mean >= precision && low > precision - tolerance) return true;
    if (mean < precision && upperBound(candidate, level) < precision + tolerance) return false;
    if (isSpent(search)) return false;
    await draw(search, candidate);
  }
}

function presentAnchor(context: PeerContext, { best, reached }: Found, search: Search): PeerExplanation {
  const form: RuleForm = {
    kind: "rule",
    predicates: best.predicates.map(({ column, above, most, text }) => ({
      column,
      above: Number.isFinite(above) ? above : null,
      most: Number.isFinite(most) ? most : null,
      text,
    })),
    precision: share(best),
    coverage: best.coverage,
    reached,
    capped: isSpent(search),
  };
  const order = [...new Set(best.predicates.map(({ column }) => column))];
  return { peer: "Anchor", features: rankByOrder(context.encoding, order), form, text: anchorSentence(form) };
}

function anchorSentence({ predicates, precision, coverage, reached }: RuleForm): string {
  const percent = (part: number) => `${formatWeight(100 * part)} %`;
  if (predicates.length === 0 && reached)
    return `The detector flags ${percent(precision)} of all rows: no rule is needed.`;
  if (predicates.length === 0) return "No rule was found under which the detector flags more rows than without one.";
  const rule = predicates.map(({ text }) => text).join(", ");
  const note = reached ? "" : " No rule of the wanted precision was found; this is the most precise.";
  return `When ${rule}, the detector flags ${percent(precision)} of rows; the rule covers ${percent(coverage)} of normal rows.${note}`;
}
