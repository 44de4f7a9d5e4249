/** An explanation in its method's form, on one line, as in the paper's Table 1. */
import { quoted } from "../core/presenting/index.js";
import type { PeerExplanation, RankedFeature } from "./peer.js";
import { formatWeight } from "./rank-features.js";

/** Features or terms shown; the rest is only counted. */
const SHOWN = 6;

export function formatForm({ form, features }: PeerExplanation): string {
  switch (form.kind) {
    case "subspace":
      return `{${form.columns.map((column) => quoted(nameOf(features, column))).join(", ")}}`;
    case "weights":
      return list(byStrength(features).map(({ feature, weight }) => `${quoted(feature)}: ${formatWeight(weight)}`));
    case "additive":
      return list(byStrength(features).map(({ feature, weight }) => `${quoted(feature)}: ${withArrow(weight)}`));
    case "linear":
      return list(byStrength(form.terms).map(({ text, weight }) => `${text}: ${withArrow(weight)}`));
    case "rule":
      return `${form.predicates.map(({ text }) => text).join(", ") || "always"} → f(x) = 1`;
  }
}

function nameOf(features: readonly RankedFeature[], column: number): string {
  return features.find((feature) => feature.column === column)?.feature ?? `column ${column}`;
}

/** The strongest first, up or down; those without effect are not worth a word. */
function byStrength<T extends { readonly weight: number }>(entries: readonly T[]): T[] {
  return entries.filter(({ weight }) => weight !== 0).sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
}

/** ↑ pushes the score up, towards an anomaly; ↓ down. */
function withArrow(weight: number): string {
  return `${formatWeight(Math.abs(weight))}${weight < 0 ? "↓" : "↑"}`;
}

function list(entries: readonly string[]): string {
  if (entries.length === 0) return "no feature has a weight";
  const shown = entries.slice(0, SHOWN).join(", ");
  return entries.length > SHOWN ? `${shown}, … (${entries.length - SHOWN} more)` : shown;
}
