/**
 * Incidents by their definition, slow and obvious: all rows at once, sorted; episodes by walking along them, pairs of
 * episodes by comparing all with all, groups by spreading a mark until nothing changes.
 */
import type { Explanation } from "../../src/core/presenting/explanation.js";

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

export function incidentsByDefinition(rows: readonly OracleRow[], gap: number, sure: number): OracleIncident[] {
  const machines = [...new Set(rows.map(({ by }) => by))];
  return machines.flatMap((by) => {
    const own = rows.filter((row) => row.by === by && row.explanation.strength! >= 0.95);
    const parts = episodesOf(own, gap);
    joinAll(parts, gap);
    return [...new Set(parts.map(({ group }) => group))]
      .map((group) => parts.filter((part) => part.group === group).flatMap((part) => part.rows))
      .filter((all) => all.some(({ explanation }) => explanation.strength! >= sure))
      .map((all) => ({ by, rows: all.map(({ row }) => row).sort((a, b) => a - b) }));
  });
}

const accused = ({ explanation }: OracleRow) => explanation.features.filter(({ expected }) => expected !== null);
const leadOf = (row: OracleRow): string | null => accused(row)[0]?.feature ?? null;
const firstOf = ({ rows }: Part): number => Math.min(...rows.map(({ place }) => place));
const lastOf = ({ rows }: Part): number => Math.max(...rows.map(({ place }) => place));

function episodesOf(rows: readonly OracleRow[], gap: number): Part[] {
  const leads = [...new Set(rows.map(leadOf))];
  return leads
    .flatMap((lead) => {
      const parts: Part[] = [];
      const sorted = rows.filter((row) => leadOf(row) === lead).sort((a, b) => a.place - b.place);
      for (const row of sorted) {
        const before = parts.at(-1);
        if (before !== undefined && row.place - lastOf(before) <= gap) before.rows.push(row);
        else parts.push({ lead, rows: [row], group: 0 });
      }
      return parts;
    })
    .map((part, group) => ({ ...part, group }));
}

function joinAll(parts: Part[], gap: number): void {
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const a of parts) {
      for (const b of parts) {
        if (a.group === b.group || !isOneCause(a, b, gap)) continue;
        const [from, to] = [Math.max(a.group, b.group), Math.min(a.group, b.group)];
        for (const part of parts) if (part.group === from) part.group = to;
        isChanged = true;
      }
    }
  }
  for (const guest of parts.filter(({ lead }) => lead === null)) {
    const hosts = parts.filter((host) => host.lead !== null && isHost(host, guest, gap));
    hosts.sort((a, b) => b.rows.length - a.rows.length || firstOf(a) - firstOf(b) || (a.lead! < b.lead! ? -1 : 1));
    if (hosts[0] !== undefined) guest.group = hosts[0].group;
  }
}

function isOneCause(a: Part, b: Part, gap: number): boolean {
  if (a.lead === null || b.lead === null) return false;
  const distance = Math.max(firstOf(a), firstOf(b)) - Math.min(lastOf(a), lastOf(b));
  if (distance > gap) return false;
  const share = distance <= 0 ? 0.1 : 0.25;
  if (meanBlame(a, b.lead) >= share || meanBlame(b, a.lead) >= share) return true;
  const counts = [a.rows.length, b.rows.length].sort((x, y) => x - y);
  return counts[0]! <= 0.1 * counts[1]! && distance <= 0.2 * gap;
}

/** In millionths, as the definition has it. */
function meanBlame({ rows }: Part, feature: string): number {
  const units = rows.map(({ explanation }) =>
    Math.round(1e6 * (explanation.features.find((each) => each.feature === feature)?.blame ?? 0)),
  );
  return units.reduce((sum, each) => sum + each, 0) / (1e6 * rows.length);
}

function isHost(host: Part, guest: Part, gap: number): boolean {
  const [before, after] = [firstOf(host) - 0.2 * gap, lastOf(host) + 0.2 * gap];
  if (guest.rows.length > host.rows.length) return before <= firstOf(guest) && lastOf(guest) <= after;
  return before <= lastOf(guest) && firstOf(guest) <= after;
}
