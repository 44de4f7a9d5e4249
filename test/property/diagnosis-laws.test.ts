/** Laws of the diagnosis that need no oracle, on nasty tables and on tables with relations worth learning. */

import { describe, expect, test } from "vitest";
import { openKernel } from "../../src/core/compute/index.js";
import { explain } from "../../src/core/explain.js";
import { diagnoseRow, type Finding, prepareDiagnosis, verifyRow } from "../../src/core/explaining/index.js";
import { loadModel, type Model, saveModel } from "../../src/core/model/index.js";
import type { Predicate } from "../../src/core/predicates/index.js";
import { encodeTable } from "../../src/core/table/index.js";
import { brokenRules, isBroken } from "../oracle/diagnosis-rule.js";
import { aboutFeatures, isTrue } from "../oracle/predicate-truth.js";
import { allMeanings, type Meaning } from "../oracle/raw-values.js";
import { everyCase, sampleCases } from "./diagnosis-tables.js";
import { type NastyTable, toTable } from "./nasty-tables.js";

const cases = sampleCases({ minRows: 1, maxRows: 90, maxColumns: 6 }, 150, 6);

function findingsOf(model: Model, table: NastyTable, verify = false): Finding[] {
  const encoded = encodeTable(model.features, toTable(table));
  const diagnosis = prepareDiagnosis(model, { top: 5 }, openKernel());
  return Array.from({ length: table.rowCount }, (_, row) => {
    const finding = diagnoseRow(diagnosis, encoded, row);
    const isMuted = (): boolean => false;
    return structuredClone(verify ? verifyRow(diagnosis, finding, { table: encoded, row, isMuted }) : finding);
  });
}

/** Whether what is expected is no more than the rule allows. */
function isWithin(expected: Predicate, rule: Predicate): boolean {
  if (expected.kind === "interval" && rule.kind === "interval")
    return expected.min >= rule.min && expected.max <= rule.max;
  if (expected.kind === "in" && rule.kind === "in") return expected.codes.every((code) => rule.codes.includes(code));
  return expected === rule;
}

describe("a diagnosis", () => {
  test("blames every feature once, with shares that sum to one and never rise", () => {
    everyCase(cases, ({ model, strange }) => {
      for (const { suspects, strength } of findingsOf(model, strange)) {
        expect(suspects.map(({ feature }) => feature).sort()).toEqual([...model.features.keys()].sort());
        const shares = suspects.map(({ blame }) => blame);
        if (shares.length > 0) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        shares.forEach((share, i) => {
          expect(share).toBeGreaterThan(0);
          if (i > 0) expect(share).toBeLessThanOrEqual(shares[i - 1]!);
        });
        if (strength !== null) expect(strength >= 0 && strength <= 1).toBe(true);
      }
    });
  });

  test("shows rules that the row breaks, about their suspect, leaning on no other, with counts that can be recounted", () => {
    everyCase(cases, ({ model, strange, table }) => {
      const learning = allMeanings(model.features, table);
      const rows = allMeanings(model.features, strange);
      findingsOf(model, strange).forEach(({ suspects, rules, isEither }, number) => {
        const accused = suspects.filter(({ expected }) => expected !== null).map(({ feature }) => feature);
        for (const { feature, rule: place, expected } of suspects) {
          if (place === null) continue;
          const rule = rules[place]!;
          expect(isBroken(model, rule, rows[number]!)).toBe(true);
          expect(isWithin(expected!, rule.consequent)).toBe(true);
          expect(aboutFeatures(rule.consequent)).toEqual([feature]);
          // Of two that contradict each other each is told by what the other says.
          const named = isEither ? [feature] : accused;
          expect(rule.antecedent.flatMap(aboutFeatures).filter((other) => named.includes(other))).toEqual([]);
          const holds = learning.filter(
            (row) =>
              rule.antecedent.every((predicate) => isTrue(predicate, model.features, row) === true) &&
              isTrue(rule.consequent, model.features, row) !== null,
          );
          const kept = holds.filter((row) => isTrue(rule.consequent, model.features, row));
          expect([rule.antecedentCount, rule.supportCount]).toEqual([holds.length, kept.length]);
        }
      });
    });
  });

  test("suggests what it expects", () => {
    everyCase(cases, ({ model, strange }) => {
      for (const { suspects } of findingsOf(model, strange)) {
        for (const { feature, expected, suggested } of suspects) {
          if (suggested === null) continue;
          const row: Meaning[] = model.features.map(() => null);
          const own = model.features[feature]!;
          row[feature] = own.kind === "categorical" ? own.categories[suggested]! : suggested;
          if (!isTrue(expected!, model.features, row)) expect({ expected, suggested }).toBe("suggested as expected");
        }
      }
    });
  });

  test("verifies by looking at the repaired row as at any other", () => {
    everyCase(cases, ({ model, strange }) => {
      const rows = allMeanings(model.features, strange);
      const findings = findingsOf(model, strange, true);
      const healed = rows.map((row, number) => repairedRow(model, row, findings[number]!));
      const columns = model.features.map(({ name }, j) => {
        return { name, values: healed.map((row) => row[j]), kind: "inferred" as const };
      });
      findingsOf(model, { rowCount: rows.length, columns }).forEach(({ strength }, number) => {
        const fromTrees = findings[number]!.rules.filter(({ source }) => source === "tree");
        const shown = (row: readonly Meaning[]) => fromTrees.filter((rule) => isBroken(model, rule, row));
        expect(findings[number]!.repaired).toEqual({
          strength,
          brokenBefore: brokenRules(model, rows[number]!).length + shown(rows[number]!).length,
          brokenAfter: brokenRules(model, healed[number]!).length + shown(healed[number]!).length,
        });
      });
    });
  });

  test("is the same after a file", () => {
    everyCase(cases, ({ model, strange }) => {
      const rows = toTable(strange);
      const text = saveModel(model);
      const after = explain(loadModel(text), rows, { verify: true });
      expect(JSON.stringify(after)).toBe(JSON.stringify(explain(model, rows, { verify: true })));
    });
  });
});

/** Where two suspects contradict each other only the first is set right. */
function repairedRow(model: Model, row: readonly Meaning[], { suspects, isEither }: Finding): Meaning[] {
  const healed = [...row];
  const suggestions = suspects.filter(({ suggested }) => suggested !== null);
  for (const { feature, suggested } of isEither ? suggestions.slice(0, 1) : suggestions) {
    const own = model.features[feature]!;
    healed[feature] = own.kind === "categorical" ? own.categories[suggested!]! : suggested!;
  }
  return healed;
}
