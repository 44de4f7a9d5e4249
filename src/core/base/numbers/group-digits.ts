/** A count for people: 15000 → "15,000". */
export function groupDigits(count: number): string {
  const text = String(count);
  let grouped = text.slice(-3);
  for (let end = text.length - 3; end > 0; end -= 3) grouped = `${text.slice(Math.max(0, end - 3), end)},${grouped}`;
  return grouped;
}
