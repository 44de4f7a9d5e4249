/** Names of the detectors that are trained here, the default first, apart from their code; detectors.ts has each. */
export const DETECTOR_KINDS = ["isolation-forest", "autoencoder"] as const;

export type DetectorKind = (typeof DETECTOR_KINDS)[number];

/** Share of the learning rows that are flagged when the caller does not say. */
export const DEFAULT_CONTAMINATION = 0.05;
