import { expect, test } from "vitest";
import type { Commands } from "./controller.js";
import { startEnvironment } from "./environment.js";
import {
  advancePlant,
  bottomPressure,
  NO_DEFECTS,
  type Plant,
  pumpCurrent,
  pumpFlow,
  TANK_AREA,
  TANK_HEIGHT,
  tankFlows,
  valveFlow,
} from "./plant.js";

const environment = startEnvironment();
const surroundings = { environment, defects: NO_DEFECTS };
const plant: Plant = { level: 8, pumpSpeed: 1400, opening: 1, temperature: 15, outletTemperature: 15 };
const running: Commands = { mode: "Auto", pump: "ON", pumpSpeed: 1400, valve: "Open", washedMinutes: 0 };
const standing: Commands = { mode: "Cleaning", pump: "OFF", pumpSpeed: 0, valve: "Closed", washedMinutes: 1 };

test("what enters less what leaves is what the level gains", () => {
  const before = tankFlows(plant, environment, NO_DEFECTS);
  const next = advancePlant(plant, running, surroundings);
  const after = tankFlows(next, environment, NO_DEFECTS);
  const gained = (next.level - plant.level) * TANK_AREA;
  const net = ((before.in - before.out + after.in - after.out) / 2) * (1 / 60);
  expect(gained).toBeCloseTo(net, 3);
  expect(gained).toBeGreaterThan(0.1);
});

test("a closed tank with the pump off keeps its water", () => {
  const closed = { ...plant, pumpSpeed: 0, opening: 0 };
  expect(advancePlant(closed, standing, surroundings).level).toBe(closed.level);
});

test("ten metres of water weigh 97.9 kPa", () => {
  expect(bottomPressure(10)).toBeCloseTo(97.92, 2);
});

test("a faster pump delivers more and draws more, a fuller tank takes less", () => {
  const flow = pumpFlow(plant, environment, NO_DEFECTS);
  const faster = { ...plant, pumpSpeed: 1500 };
  const fasterFlow = pumpFlow(faster, environment, NO_DEFECTS);
  expect(fasterFlow).toBeGreaterThan(flow);
  expect(pumpCurrent(faster, fasterFlow, NO_DEFECTS)).toBeGreaterThan(pumpCurrent(plant, flow, NO_DEFECTS));
  expect(pumpFlow({ ...plant, level: 11 }, environment, NO_DEFECTS)).toBeLessThan(flow);
});

test("a pump too slow for the head delivers nothing, never less", () => {
  expect(pumpFlow({ ...plant, pumpSpeed: 700 }, environment, NO_DEFECTS)).toBe(0);
});

test("a clogged pump delivers less and draws more", () => {
  const clogged = { ...NO_DEFECTS, clogging: 0.4 };
  const flow = pumpFlow(plant, environment, clogged);
  expect(flow).toBeCloseTo(0.6 * pumpFlow(plant, environment, NO_DEFECTS), 9);
  expect(pumpCurrent(plant, flow, clogged)).toBeGreaterThan(
    pumpCurrent(plant, pumpFlow(plant, environment, NO_DEFECTS), NO_DEFECTS) + 6,
  );
});

test("half the opening lets half the water out, and a jammed valve opens no further", () => {
  const half = { ...plant, opening: 0.5 };
  expect(valveFlow(half, environment)).toBeCloseTo(valveFlow(plant, environment) / 2, 9);
  const closed = { ...plant, opening: 0 };
  const jammed = { environment, defects: { ...NO_DEFECTS, maxOpening: 0.2 } };
  expect(advancePlant(closed, running, jammed).opening).toBeCloseTo(0.2, 9);
  expect(advancePlant(closed, running, surroundings).opening).toBeCloseTo(1, 9);
});

test("a full tank spills, an empty one stays empty", () => {
  const full = { ...plant, level: TANK_HEIGHT, opening: 0, pumpSpeed: 1500 };
  expect(advancePlant(full, { ...running, pumpSpeed: 1500, valve: "Closed" }, surroundings).level).toBe(TANK_HEIGHT);
  const empty = { ...plant, level: 0, pumpSpeed: 0 };
  expect(advancePlant(empty, { ...standing, valve: "Open" }, surroundings).level).toBe(0);
});

test("the water in the tank moves towards the temperature of what flows in", () => {
  const warm = { ...plant, temperature: 25 };
  expect(advancePlant(warm, running, surroundings).temperature).toBeLessThan(25);
});
