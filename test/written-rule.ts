/** A rule as the contract writes it, for tests of written forms. */
import type { PublicRule } from "../src/core/presenting/index.js";

export const WRITTEN_RULE: PublicRule = {
  source: "mined",
  id: "r123456789",
  antecedent: [{ feature: "Pump", in: ["ON"] }],
  consequent: { feature: "Valve", in: ["Open"] },
  antecedentCount: 3126,
  supportCount: 3120,
  support: 0.312,
  confidence: 0.998,
  checked: { antecedentCount: 1541, supportCount: 1538 },
  confidenceLow: 0.9958,
  score: 5.2,
  text: "Pump = ON → Valve = Open",
};
