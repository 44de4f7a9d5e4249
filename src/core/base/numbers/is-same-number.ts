/**
 * Whether a number is the known one but for its rounding: arithmetic is off in the last digits, and single precision
 * stores seven of them. A whole number is never the rounding of another one: single precision leaves it as it is, or
 * makes another whole number of it. Nor is a number that single precision has no room for.
 */
export function isSameNumber(value: number, known: number): boolean {
  if (!Number.isFinite(known) || (Number.isInteger(value) && Number.isInteger(known))) return value === known;
  const distance = Math.abs(value - known);
  if (distance <= 1e-12 * Math.abs(known)) return true;
  if (Number.isInteger(value) || !(distance <= 1e-7 * Math.abs(known))) return false;
  return Math.fround(known) === value || Math.fround(value) === known;
}
