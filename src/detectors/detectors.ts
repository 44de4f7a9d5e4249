/** All detectors. A new one is a name among DETECTOR_KINDS, a file and a line here; the compiler asks for it. */

import { autoencoder } from "./autoencoder-method.js";
import type { DetectorKind } from "./detector-kinds.js";
import type { DetectorMethod } from "./detector-method.js";
import { isolationForest } from "./isolation-forest-method.js";

export const DETECTORS: Readonly<Record<DetectorKind, DetectorMethod<unknown>>> = {
  "isolation-forest": isolationForest,
  autoencoder,
};
