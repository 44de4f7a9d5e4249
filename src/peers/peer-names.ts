/** Names of the peers in the order of the paper's Table 1, then the one-feature baselines; apart from their code. */
export const PEER_NAMES = ["soam", "coin", "aton", "shap", "lime", "anchor", "z", "tail"] as const;

export type PeerName = (typeof PEER_NAMES)[number];
