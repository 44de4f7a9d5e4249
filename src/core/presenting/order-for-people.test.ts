import { expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { learn } from "../learn.js";
import type { Model } from "../model/index.js";
import { listInOrder, listRules, orderRules } from "./list-rules.js";
import { isTautology, orderForPeople } from "./order-for-people.js";

const CURRENCIES: Readonly<Record<string, string>> = { US: "USD", GB: "GBP", CH: "CHF", JP: "JPY", SE: "SEK" };
const COUNTRIES = ["DE", "DE", "DE", "DE", "FR", "FR", "IT", "ES", "NL", "US", "US", "GB", "CH", "JP", "SE"];
const random = createRandom(3);
const rows = Array.from({ length: 1500 }, () => {
  const country = COUNTRIES[Math.floor(random() * COUNTRIES.length)]!;
  const level = Math.floor(random() * 100);
  const speed = Math.floor(random() * 100);
  const valve = level < 40 ? "Open" : speed < 50 ? "Half" : "Closed";
  return { country, currency: CURRENCIES[country] ?? "EUR", level, speed, valve };
});
const model = learn(rows, { order: "none" });

function textsOf(about: Model, feature?: string): string[] {
  return [...listInOrder(about, { feature, sets: "whole" }, orderForPeople(about))].map(({ text }) => text);
}

test("country = DE → currency = EUR comes before a list of countries that says no more", () => {
  const texts = textsOf(model, "currency");
  const lists = texts.filter((text) => /^country ∈ \{.*\} → /.test(text));
  expect(lists.length).toBeGreaterThan(2);
  const simple = texts.indexOf("country = DE → currency = EUR");
  expect(simple).toBeGreaterThanOrEqual(0);
  for (const text of lists) expect(texts.indexOf(text), text).toBeGreaterThan(simple);
});

test("that a value is there goes without saying, and comes last", () => {
  const order = orderForPeople(model);
  const tautologies = Array.from({ length: order.length }, (_, place) => isTautology(order.outline(place)));
  expect(tautologies.filter(Boolean)).toHaveLength(5);
  expect(tautologies.slice(-5)).toEqual([true, true, true, true, true]);
  expect(textsOf(model).slice(-5).sort()).toEqual([
    "always → country is present",
    "always → currency is present",
    "always → level is present",
    "always → speed is present",
    "always → valve is present",
  ]);
  expect(
    isTautology({ consequent: { kind: "interval", feature: 0, min: -Infinity, max: Infinity, maxInclusive: true } }),
  ).toBe(true);
  expect(isTautology({ consequent: { kind: "interval", feature: 0, min: 0, max: Infinity, maxInclusive: true } })).toBe(
    false,
  );
});

test("no rule is lost, and rules that nothing simpler says stay in the order of their scores", () => {
  const all = [...listRules(model, { sets: "whole" })].map(({ text }) => text);
  expect(textsOf(model).sort()).toEqual(all.sort());
  expect(orderForPeople(model).length).toBe(orderRules(model).length);
  const valve = [...listInOrder(model, { feature: "valve", source: "mined" }, orderForPeople(model))];
  expect(valve.map(({ score }) => score)).toEqual(valve.map(({ score }) => score).sort((a, b) => b - a));
});

test("a longer rule about numbers comes behind the shorter one that it says no more than", () => {
  const texts = textsOf(model, "valve");
  const shorter = texts.findIndex((text) => /^level (<|≥) 40 → valve/.test(text));
  const longer = texts.flatMap((text, place) =>
    /^.+, level .*→ valve|^level .*, .+→ valve/.test(text) ? [place] : [],
  );
  expect(shorter).toBeGreaterThanOrEqual(0);
  for (const place of longer) expect(place).toBeGreaterThan(shorter);
});
