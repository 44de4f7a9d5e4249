/** Schemes of outside detectors and what stands behind them, as the help lists them; outside-detectors.ts has each. */
export const OUTSIDE_PLACES = { onnx: "FILE", http: "URL" } as const;

export type OutsideScheme = keyof typeof OUTSIDE_PLACES;

export const DEFAULT_TIMEOUT_MS = 30_000;
export const DEFAULT_BATCH_ROWS = 1_000;
