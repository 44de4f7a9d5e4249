/**
 * An explanation for a column of a table, which has one type: values of any type are texts, and only what the struct on
 * Spark holds is written (python/src/parsight/spark.py).
 */
import type { Explanation, PublicRule, SuspectFeature } from "../core/presenting/index.js";

/** A line of JSON with the columns `explanation` and `text`. */
export function plainLine({ strength, features, rules, muted, text }: Explanation): string {
  const explanation = { strength, features: features.map(plainSuspect), rules: rules.map(plainRule), muted };
  return `${JSON.stringify({ explanation, text })}\n`;
}

function plainSuspect({ feature, blame, probability, observed, expected, suggested, rule }: SuspectFeature): object {
  return {
    feature,
    blame,
    probability,
    observed: plainValue(observed),
    expected: plainExpected(expected),
    suggested: plainValue(suggested),
    rule,
  };
}

function plainExpected(expected: SuspectFeature["expected"]): object | null {
  if (expected === null || !("in" in expected)) return expected;
  return { in: expected.in.map(plainValue) };
}

function plainRule({ text, id, source, ...counted }: PublicRule): object {
  const { antecedentCount, supportCount, support, confidence, confidenceLow, score } = counted;
  return { text, id, source, antecedentCount, supportCount, support, confidence, confidenceLow, score };
}

function plainValue(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
