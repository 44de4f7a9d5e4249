/** A model cut to its best rules, so that a bench has exactly as many as it says. */
import type { Model } from "../../../src/index.js";

export function firstRules(model: Model, count: number): Model {
  const { rules } = model;
  if (rules.length < count) throw new RangeError(`the model has only ${rules.length} rules, not ${count}`);
  return {
    ...model,
    rules: {
      length: count,
      sources: rules.sources.slice(0, count),
      offsets: rules.offsets.slice(0, count + 1),
      items: rules.items.slice(0, rules.offsets[count]!),
      consequents: rules.consequents.slice(0, count),
      antecedentCounts: rules.antecedentCounts.slice(0, count),
      supportCounts: rules.supportCounts.slice(0, count),
      checked: rules.checked && {
        antecedentCounts: rules.checked.antecedentCounts.slice(0, count),
        supportCounts: rules.checked.supportCounts.slice(0, count),
        lows: rules.checked.lows?.slice(0, count) ?? null,
      },
    },
  };
}
