/**
 * A pumping station over a day, one row each four seconds, in which sixteen incidents of five kinds happen between
 * 10:24 and 15:31: far more strange rows than a report has cards, most of them stranger than every normal row.
 */

export interface Incident {
  readonly kind: Kind;
  /** Minutes after midnight. */
  readonly start: number;
  readonly minutes: number;
}

type Kind = (typeof KINDS)[number];
const KINDS = ["blocked", "leak", "valve", "sensor", "overheated"] as const;

/** The longest ones come late, and would take all cards for themselves if only the strongest rows had any. */
export const INCIDENTS: readonly Incident[] = [
  { kind: "sensor", start: 10 * 60 + 24, minutes: 3 },
  { kind: "leak", start: 10 * 60 + 40, minutes: 5 },
  { kind: "blocked", start: 10 * 60 + 58, minutes: 6 },
  { kind: "valve", start: 11 * 60 + 14, minutes: 4 },
  { kind: "overheated", start: 11 * 60 + 33, minutes: 7 },
  { kind: "leak", start: 11 * 60 + 52, minutes: 8 },
  { kind: "blocked", start: 12 * 60 + 10, minutes: 9 },
  { kind: "valve", start: 12 * 60 + 31, minutes: 6 },
  { kind: "sensor", start: 12 * 60 + 50, minutes: 2 },
  { kind: "overheated", start: 13 * 60 + 5, minutes: 10 },
  { kind: "leak", start: 13 * 60 + 26, minutes: 12 },
  { kind: "blocked", start: 13 * 60 + 45, minutes: 14 },
  { kind: "valve", start: 14 * 60 + 8, minutes: 13 },
  { kind: "leak", start: 14 * 60 + 30, minutes: 14 },
  { kind: "blocked", start: 14 * 60 + 55, minutes: 14 },
  { kind: "overheated", start: 15 * 60 + 19, minutes: 12 },
];

const ROWS_A_MINUTE = 15;
const DAY_START = Date.UTC(2026, 4, 5);

/** Normal rows of the day before; one for each minute. */
export function normalDay(): string {
  return toCsv(Array.from({ length: 24 * 60 }, (_, minute) => toCells(DAY_START - (1440 - minute) * 60_000, null)));
}

/** `times` days' rows in one: with 1 there are 21,600, with 2 one each two seconds. */
export function dayOfIncidents(times = 1): string {
  const rate = ROWS_A_MINUTE * times;
  return toCsv(
    Array.from({ length: 24 * 60 * rate }, (_, row) => {
      const minute = row / rate;
      const incident = INCIDENTS.find(({ start, minutes }) => start <= minute && minute < start + minutes);
      return toCells(DAY_START + Math.round(minute * 60_000), incident ?? null);
    }),
  );
}

const HEAD = "When,Demand,Speed,Flow,Power,Temperature,Valve";

function toCsv(rows: readonly string[]): string {
  return `${[HEAD, ...rows].join("\n")}\n`;
}

function toCells(moment: number, incident: Incident | null): string {
  const minute = moment / 60_000;
  const noise = (place: number): number => hash(Math.round(moment / 1000), place) - 0.5;
  const demand = 50 + 25 * Math.sin(minute / 47) + 10 * Math.sin(minute / 11) + 3 * noise(0);
  const speed = 600 + 12 * demand + 14 * noise(1);
  const flow = 0.1 * speed + 2 * noise(2);
  const power = 4 + speed / 80 + 0.4 * noise(3);
  const temperature = 35 + 0.9 * power + noise(4);
  const valve = demand > 50 ? "Open" : "Half";
  const row = { demand, speed, flow, power, temperature, valve };
  const wrong = incident === null ? row : { ...row, ...FAULTS[incident.kind](row, noise(5)) };
  return [
    new Date(moment).toISOString(),
    wrong.demand.toFixed(1),
    wrong.speed.toFixed(0),
    wrong.flow.toFixed(1),
    wrong.power.toFixed(2),
    wrong.temperature.toFixed(1),
    wrong.valve,
  ].join(",");
}

interface Row {
  readonly demand: number;
  readonly speed: number;
  readonly flow: number;
  readonly power: number;
  readonly temperature: number;
  readonly valve: string;
}

const FAULTS: Readonly<Record<Kind, (row: Row, noise: number) => Partial<Row>>> = {
  blocked: ({ flow }, noise) => ({ flow: flow * (0.35 + 0.1 * noise) }),
  leak: ({ flow }, noise) => ({ flow: flow * (1.6 + 0.2 * noise) }),
  valve: () => ({ valve: "Closed" }),
  sensor: () => ({ power: 400 }),
  overheated: ({ temperature }, noise) => ({ temperature: temperature + 30 + 10 * noise }),
};

/** A number in [0, 1) that looks random and is always the same for the same second and place. */
function hash(second: number, place: number): number {
  let h = Math.imul(second, 2654435761) ^ Math.imul(place + 1, 40503);
  h = Math.imul(h ^ (h >>> 15), 2246822519);
  h = Math.imul(h ^ (h >>> 13), 3266489917);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}
