/** How far another method names the same features as ours. */
export const FIRST_FEATURES = 3;

interface Agreement {
  /** "same first suspect", "names it 2nd", … */
  readonly words: string;
  readonly agrees: boolean;
}

/** `accused` are our suspects, the strongest first; null without any. */
export function describeAgreement(accused: readonly string[], ranked: readonly string[]): Agreement | null {
  const [first] = accused;
  if (first === undefined) return null;
  const place = ranked.slice(0, FIRST_FEATURES).indexOf(first);
  if (place === 0) return { words: "same first suspect", agrees: true };
  if (place > 0) return { words: `names it ${place === 1 ? "2nd" : "3rd"}`, agrees: true };
  const namesAnother = ranked.slice(0, FIRST_FEATURES).some((feature) => accused.includes(feature));
  return namesAnother
    ? { words: "names another suspect", agrees: true }
    : { words: "names none of them", agrees: false };
}

/** "85 µs", "12 ms", "3.4 s". */
export function formatDuration(seconds: number): string {
  const shown = (value: number): string => (value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : value.toFixed(0));
  if (seconds < 0.000_995) return `${Math.max(1, Math.round(seconds * 1e6))} µs`;
  return seconds < 0.995 ? `${shown(seconds * 1000)} ms` : `${shown(seconds)} s`;
}
