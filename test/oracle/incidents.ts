/**
 * Incidents by their definition, slow and obvious: all rows at once, sorted; episodes by walking along them, pairs of
 * episodes by comparing all with all, groups by spreading a mark until nothing changes.
 */
import type { Explanation } from "../../src/core/presenting/index.js";

export interface OracleRow {
  readonly row: number;
  readonly place: number;
  readonly by: string;
  readonly explanation: Explanation;
}

export interface OracleIncident {
  readonly by: string;
  readonly rows: readonly number[];
}

interface Part {
  readonly lead: string | null;
  readonly rows: OracleRow[];
  group: number;
}

/** What rows have to do with one another, and how much must speak for an incident. */
export interface OracleQuestion {
  readonly gap: number;
  /** Whether a suspect may return after three gaps. */
  readonly mayReturn: boolean;
  readonly areDependent: boolean;
  /** Of the worst row. */
  readonly strength: number;
  readonly probability: number;
  /** How often rarer than one of twenty all rows of an incident are, multiplied: its logarithm. */
  readonly excess: number;
}

export function incidentsByDefinition(rows: readonly OracleRow[], question: OracleQuestion): OracleIncident[] {
  const machines = [...new Set(rows.map(({ by }) => by))];
  return machines.flatMap((by) => {
    const strange = rows.filter((row) => row.by === by && row.explanation.strength! >= 0.95);
    const parts = episodesOf(strange, question);
    joinAll(parts, question);
    return [...new Set(parts.map(({ group }) => group))]
      .map((group) => parts.filter((part) => part.group === group).flatMap((part) => part.rows))
      .filter((all) => isTold(all, question))
      .map((all) => ({ by, rows: all.map(({ row }) => row).sort((a, b) => a - b) }));
  });
}

function isTold(rows: readonly OracleRow[], { strength, probability, excess }: OracleQuestion): boolean {
  const rarer = rows.map(({ explanation }) => Math.log(0.05 / (1 - explanation.strength!)));
  if (rarer.reduce((sum, each) => sum + each, 0) >= excess - 1e-4) return true;
  const strongest = Math.max(...rows.map(({ explanation }) => explanation.strength!));
  const worst = rows.filter(({ explanation }) => explanation.strength === strongest);
  return strongest >= strength && worst.some((row) => (accused(row)[0]?.probability ?? 0) >= probability);
}

const accused = ({ explanation }: OracleRow) => explanation.features.filter(({ expected }) => expected !== null);
const leadOf = (row: OracleRow): string | null => accused(row)[0]?.feature ?? null;
const firstOf = ({ rows }: Part): number => Math.min(...rows.map(({ place }) => place));
const lastOf = ({ rows }: Part): number => Math.max(...rows.map(({ place }) => place));

function episodesOf(rows: readonly OracleRow[], { gap, mayReturn }: OracleQuestion): Part[] {
  const leads = [...new Set(rows.map(leadOf))];
  return leads
    .flatMap((lead) => {
      const parts: Part[] = [];
      const reach = lead === null || !mayReturn ? gap : 3 * gap;
      const sorted = rows.filter((row) => leadOf(row) === lead).sort((a, b) => a.place - b.place);
      for (const row of sorted) {
        const before = parts.at(-1);
        if (before !== undefined && row.place - lastOf(before) <= reach) before.rows.push(row);
        else parts.push({ lead, rows: [row], group: 0 });
      }
      return parts;
    })
    .map((part, group) => ({ ...part, group }));
}

function joinAll(parts: Part[], question: OracleQuestion): void {
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const a of parts) {
      for (const b of parts) {
        if (a.group === b.group || !isOneCause(a, b, question)) continue;
        const [from, to] = [Math.max(a.group, b.group), Math.min(a.group, b.group)];
        for (const part of parts) if (part.group === from) part.group = to;
        isChanged = true;
      }
    }
  }
}

function isOneCause(a: Part, b: Part, { gap, areDependent }: OracleQuestion): boolean {
  const distance = Math.max(firstOf(a), firstOf(b)) - Math.min(lastOf(a), lastOf(b));
  if (areDependent && distance <= 0.2 * gap) return true;
  if (a.lead === null || b.lead === null || distance > gap) return false;
  const share = distance <= 0 ? 0.1 : 0.25;
  const accusesOther = (one: Part, other: Part): boolean => meanBlame(one, other.lead!) >= share;
  return (accusesOther(a, b) && !isInside(b, a, gap)) || (accusesOther(b, a) && !isInside(a, b, gap));
}

/** By more than the gap on either side. */
function isInside(a: Part, b: Part, gap: number): boolean {
  return firstOf(a) - firstOf(b) > gap && lastOf(b) - lastOf(a) > gap;
}

/** In millionths, as the definition has it. */
function meanBlame({ rows }: Part, feature: string): number {
  const units = rows.map(({ explanation }) =>
    Math.round(1e6 * (explanation.features.find((each) => each.feature === feature)?.blame ?? 0)),
  );
  return units.reduce((sum, each) => sum + each, 0) / (1e6 * rows.length);
}
