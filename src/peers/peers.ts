/**
 * All peers by name, each with its settings from the paper's appendix.
 */
import { createAnchor } from "./anchor.js";
import { createAton } from "./aton.js";
import { createCoin } from "./coin.js";
import { createKernelShap } from "./kernel-shap.js";
import { createLime } from "./lime.js";
import type { Peer } from "./peer.js";
import type { PeerName } from "./peer-names.js";
import { createSoam } from "./soam.js";
import { createTailProbability } from "./tail-probability.js";
import { createZScore } from "./z-score.js";

export const PEERS = {
  soam: () => createSoam(),
  coin: () => createCoin(),
  aton: () => createAton(),
  shap: () => createKernelShap(),
  lime: () => createLime(),
  anchor: () => createAnchor(),
  z: () => createZScore(),
  tail: () => createTailProbability(),
} as const satisfies Readonly<Record<PeerName, () => Peer>>;
