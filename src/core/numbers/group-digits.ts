/** A count for people, 15000 → "15,000", as presentation's `formatCount` has it, which layers before it do not see. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
