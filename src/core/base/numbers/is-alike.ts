/**
 * Whether a number is the known one: off by a rounding of arithmetic, or stored in single precision, it is. Whole
 * numbers are told apart: single precision leaves them whole, or makes other ones of them.
 */
export function isAlike(value: number, known: number): boolean {
  return (
    Math.abs(value - known) <= 1e-12 * Math.abs(known) ||
    (!Number.isInteger(value) && (Math.fround(known) === value || Math.fround(value) === known))
  );
}
