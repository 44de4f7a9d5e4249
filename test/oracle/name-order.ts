/** The order of names: runs of digits by value, everything else as text, the shorter first; then as plain text. */
export function byName(a: string, b: string): number {
  const left = a.match(/[0-9]+|[^0-9]+/g) ?? [];
  const right = b.match(/[0-9]+|[^0-9]+/g) ?? [];
  for (let i = 0; i < left.length && i < right.length; i++) {
    const order = byPart(left[i]!, right[i]!);
    if (order !== 0) return order;
  }
  if (left.length !== right.length) return left.length - right.length;
  return byText(a, b);
}

function byPart(a: string, b: string): number {
  if (!/^[0-9]/.test(a) || !/^[0-9]/.test(b)) return byText(a, b);
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
