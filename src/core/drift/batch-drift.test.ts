import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import { tableFromRows } from "../table/index.js";
import { createBatchWatcher } from "./batch-drift.js";
import { createDriftWatcher } from "./watcher.js";

function rows(count: number, seed: number, shift = 0) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const flow = randomNormal(random);
    return { flow, level: flow + 0.3 * randomNormal(random) + shift, speed: randomNormal(random) };
  });
}

const model = learn(tableFromRows(rows(1000, 1)), { trees: 4, neighbours: 100 });

function batchDrift(given: ReturnType<typeof rows>, by = model) {
  const table = tableFromRows(given);
  const watcher = createBatchWatcher(by, undefined)!;
  watcher.add(
    table,
    given.map((_, row) => row),
  );
  watcher.tally(explain(model, table));
  return watcher.finish();
}

/** The model, counting rule watchers as they are opened and predicates as they are evaluated. */
function countRules() {
  const [levels, predicates] = [countReads(model.drift!.rules.levels), countReads(model.predicates)];
  const drift = { ...model.drift!, rules: { ...model.drift!.rules, levels: levels.list } };
  return { model: { ...model, drift, predicates: predicates.list }, opened: levels.reads, evaluated: predicates.reads };
}

function countReads<Item>(items: readonly Item[]) {
  let count = 0;
  const list = new Proxy(items, {
    get(target, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) count++;
      return Reflect.get(target, name);
    },
  });
  return { list, reads: () => count };
}

describe("rows that are explained", () => {
  test("are strange as a whole where one feature has moved", () => {
    const drift = batchDrift(rows(300, 2, 1.2))!;
    expect(drift.feature).toMatch(/level|flow/);
    expect(drift.strange).toBeGreaterThan(0.2);
    expect(drift.text).toMatch(
      /^[\d.]+ % of these rows are strange, most of all in (level|flow), where 5 % would be usual: as a whole they are not as the rows that were learnt\. Since row \d+ (level|flow) is (higher|lower) than /,
    );
  });

  test("are not where they are as those that were learnt, nor where strange ones have many causes", () => {
    expect(batchDrift(rows(300, 3))).toBeNull();
    const names = ["flow", "level", "speed"] as const;
    expect(
      batchDrift(rows(300, 4).map((row, at) => ({ ...row, [names[at % 3]!]: 30 * (at % 2 === 0 ? 1 : -1) }))),
    ).toBeNull();
  });

  test("are explained without watching rules, and their drift is what the drift command reports", () => {
    const given = rows(300, 2, 1.2);
    const watched = model.drift!.rules.blockRows.filter((length) => length > 0).length;
    expect(watched).toBeGreaterThan(0);
    const whole = countRules();
    const all = createDriftWatcher(whole.model);
    all.add(given);
    const drift = all.finish();
    expect(drift.watched.rules).toBe(watched);
    expect(whole.opened()).toBe(watched);
    expect(whole.evaluated()).toBeGreaterThanOrEqual(given.length);

    const counted = countRules();
    const batch = batchDrift(given, counted.model)!;
    expect([counted.opened(), counted.evaluated()]).toEqual([0, 0]);
    const { since, changes } = drift.features.find(({ feature }) => feature === batch.feature)!;
    expect(batch.since).toEqual(since);
    expect(batch.text.endsWith(changes[0]!.text)).toBe(true);
  });

  test("are not looked at as a whole where the model says nothing of blocks of rows", () => {
    expect(createBatchWatcher({ ...model, drift: null }, undefined)).toBeNull();
  });
});
