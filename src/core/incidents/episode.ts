/**
 * Strange rows of one machine with the same first suspect, none further from the next than it may be (Reach). Bounded:
 * counts by feature and by rule, the first row and the worst ones, and the stretches of its time. Two episodes can be
 * put together; the result is the same in whatever order rows and episodes are added.
 */
import type { Explanation, PublicRule } from "../presenting/index.js";
import { BLAME_UNITS, compareMarks, compareWorse, type RowMark, type StrangeRow } from "./strange-row.js";
import { addToStretches, mergeStretches, type Stretches, startStretches } from "./stretches.js";

export interface Episode {
  /** The first suspect of its rows; null: in none of them a feature stands out. */
  readonly lead: string | null;
  count: number;
  /** Sum over its rows, in units (see excessOf). */
  excess: number;
  first: TellingRow;
  last: RowMark;
  /** Worst first, at most MOST_WORST. */
  worst: readonly TellingRow[];
  /** Blame of all rows by feature, that of a feature's past with it, in units. */
  readonly features: Map<string, FeatureTally>;
  readonly rules: Map<string, RuleTally>;
  readonly stretches: Stretches;
  /** What of its incident can be told already; null: nothing. */
  decided: DecidedPart | null;
}

/** Episodes of an incident to which others may still come, put together: nothing else can belong to them. */
export interface DecidedPart {
  readonly whole: Episode;
  /** Empty where nobody asks for them (IncidentFoldOptions). */
  readonly spans: EpisodeSpan[];
  /** Where its episodes were put when two parts turned out to be one; null: they are here. */
  movedTo: DecidedPart | null;
}

/** Whose rows an episode has, and the places of its first and last one. */
export interface EpisodeSpan {
  readonly lead: string | null;
  readonly from: number;
  readonly to: number;
}

/** A row that is told again in full. */
interface TellingRow {
  readonly mark: RowMark;
  readonly explanation: Explanation;
}

interface FeatureTally {
  units: number;
  /** Rows that accuse it, and in which it is the first suspect. */
  accused: number;
  leads: number;
}

export interface RuleTally {
  /** As the first of its rows words it. */
  rule: PublicRule;
  by: RowMark;
  /** What the rule is about. */
  readonly feature: string;
  /** Rows that break it, and the blame in units that these lay on the feature. */
  count: number;
  units: number;
}

/** Rows of an incident that are told in full. */
const MOST_WORST = 3;

export function startEpisode(row: StrangeRow): Episode {
  const telling = { mark: row.mark, explanation: row.explanation };
  const episode: Episode = {
    lead: row.cause?.feature ?? null,
    count: 0,
    excess: 0,
    first: telling,
    last: row.mark,
    worst: [],
    features: new Map(),
    rules: new Map(),
    stretches: startStretches(),
    decided: null,
  };
  addToEpisode(episode, row);
  return episode;
}

export function addToEpisode(episode: Episode, row: StrangeRow): void {
  const { mark, explanation } = row;
  const telling = { mark, explanation };
  episode.count++;
  episode.excess += row.excess;
  if (compareMarks(mark, episode.first.mark) < 0) episode.first = telling;
  if (compareMarks(mark, episode.last) > 0) episode.last = mark;
  if (isAmongWorst(episode.worst, mark)) episode.worst = worstOf([...episode.worst, telling]);
  for (const [feature, units] of row.units) tallyOf(episode, feature).units += units;
  const accused = new Set<string>();
  explanation.features.forEach(({ feature: name, source: feature = name, blame, rule }, place) => {
    const tally = tallyOf(episode, feature);
    if (!accused.has(feature)) tally.accused++;
    accused.add(feature);
    if (place === 0) tally.leads++;
    if (rule !== null) countRule(episode.rules, explanation.rules[rule]!, { feature, mark, units: unitsOf(blame) });
  });
  addToStretches(episode.stretches, row);
}

/** Puts `from` into `into`; `from` must not be used afterwards. */
export function mergeEpisodes(into: Episode, from: Episode): void {
  into.count += from.count;
  into.excess += from.excess;
  if (compareMarks(from.first.mark, into.first.mark) < 0) into.first = from.first;
  if (compareMarks(from.last, into.last) > 0) into.last = from.last;
  into.worst = worstOf([...into.worst, ...from.worst]);
  for (const [feature, { units, accused, leads }] of from.features) {
    const tally = tallyOf(into, feature);
    tally.units += units;
    tally.accused += accused;
    tally.leads += leads;
  }
  for (const [id, tally] of from.rules) mergeRule(into.rules, id, tally);
  mergeStretches(into.stretches, from.stretches);
}

/** Share of the rows' blame that is laid on a feature, in [0, 1]. */
export function shareOf({ features, count }: Episode, feature: string): number {
  return (features.get(feature)?.units ?? 0) / (BLAME_UNITS * count);
}

function tallyOf({ features }: Episode, feature: string): FeatureTally {
  const known = features.get(feature);
  if (known !== undefined) return known;
  const tally = { units: 0, accused: 0, leads: 0 };
  features.set(feature, tally);
  return tally;
}

function unitsOf(blame: number): number {
  return Math.round(blame * BLAME_UNITS);
}

function isAmongWorst(worst: readonly TellingRow[], mark: RowMark): boolean {
  return worst.length < MOST_WORST || compareWorse(mark, worst.at(-1)!.mark) < 0;
}

function worstOf(rows: readonly TellingRow[]): readonly TellingRow[] {
  return [...rows].sort((a, b) => compareWorse(a.mark, b.mark)).slice(0, MOST_WORST);
}

interface BrokenRule {
  readonly feature: string;
  readonly mark: RowMark;
  readonly units: number;
}

function countRule(rules: Map<string, RuleTally>, rule: PublicRule, { feature, mark, units }: BrokenRule): void {
  mergeRule(rules, `${rule.id} ${feature}`, { rule, by: mark, feature, count: 1, units });
}

function mergeRule(rules: Map<string, RuleTally>, id: string, tally: RuleTally): void {
  const known = rules.get(id);
  if (known === undefined) {
    rules.set(id, tally);
    return;
  }
  known.count += tally.count;
  known.units += tally.units;
  if (compareMarks(tally.by, known.by) < 0) [known.rule, known.by] = [tally.rule, tally.by];
}
