/** Names and defaults of our own detectors, apart from their code, for whoever only lists them. */
export const DETECTOR_KINDS = ["isolation-forest", "autoencoder"] as const;

export type DetectorKind = (typeof DETECTOR_KINDS)[number];

/** Share of the learning rows that are flagged when the caller does not say. */
export const DEFAULT_CONTAMINATION = 0.05;
