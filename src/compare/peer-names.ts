/**
 * Names of the peers in the order of the paper's Table 1, then the one-feature baselines; apart from their code, which
 * peers.ts has.
 */
export const PEER_NAMES = ["soam", "coin", "aton", "shap", "lime", "anchor", "z", "tail"] as const;

export type PeerName = (typeof PEER_NAMES)[number];

/** The paper's method and ours, which explain by rules. */
const RULE_METHOD_NAMES = ["paper", "diagnosis"] as const;

export type RuleMethodName = (typeof RULE_METHOD_NAMES)[number];

/** Other people's methods, the paper's, and ours. */
export const COMPARED_METHODS = [...PEER_NAMES, ...RULE_METHOD_NAMES] as const;

export type ComparedMethod = (typeof COMPARED_METHODS)[number];
