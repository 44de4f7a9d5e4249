import { expect, test } from "vitest";
import { type Choosable, chooseIncidents } from "./choose-incidents.js";

/** Numbers of incidents of one kind that follow one another. */
function incidents(what: string, count: number, part: Partial<Choosable> = {}) {
  return Array.from({ length: count }, (_, at) => ({
    incident: { incident: at, what, strength: 0.999, count: 3, ...part },
  }));
}

test("of equally bad incidents those of all the time are shown", () => {
  const places = chooseIncidents(incidents("Flow too high", 1000), 100).map(({ incident }) => incident.incident);
  expect(places).toHaveLength(100);
  for (const quarter of [0, 1, 2, 3])
    expect(places.filter((place) => Math.floor(place / 250) === quarter).length).toBeGreaterThan(10);
});

test("the worst come first, but some of each kind are shown", () => {
  const many = incidents("Flow too high", 500);
  const worst = { incident: { incident: 700, what: "Flow too high", strength: 1, count: 1 } };
  const weak = incidents("Valve = Closed", 50, { strength: 0.99 });
  const chosen = chooseIncidents([...many, ...weak, worst], 100);
  expect(chosen[0]).toBe(worst);
  const kinds = chosen.map(({ incident }) => incident.what);
  expect(kinds.filter((what) => what === "Valve = Closed")).toHaveLength(20);
  expect(kinds).toHaveLength(100);
});

test("where there is room for all, all are shown", () => {
  expect(chooseIncidents(incidents("Flow too high", 7), 100)).toHaveLength(7);
});
