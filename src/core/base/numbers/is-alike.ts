/**
 * Whether a number is the known one: off by a rounding of arithmetic, or stored in single precision, it is. Whole
 * numbers are told apart: single precision leaves them whole, or makes other ones of them. So are numbers that single
 * precision has no room for.
 */
export function isAlike(value: number, known: number): boolean {
  const distance = Math.abs(value - known);
  if (distance <= 1e-12 * Math.abs(known)) return true;
  if (Number.isInteger(value) || !(distance <= 1e-7 * Math.abs(known))) return false;
  return Math.fround(known) === value || Math.fround(value) === known;
}
