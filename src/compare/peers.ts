/**
 * All peers by name, each with its settings from the paper's appendix. A new one is a name among PEER_NAMES, a file and
 * a line here; the compiler asks for it.
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

export const PEERS: Readonly<Record<PeerName, () => Peer>> = {
  soam: () => createSoam(),
  coin: () => createCoin(),
  aton: () => createAton(),
  shap: () => createKernelShap(),
  lime: () => createLime(),
  anchor: () => createAnchor(),
  z: () => createZScore(),
  tail: () => createTailProbability(),
};
