/** Lists and counts as messages show them. */

/** `city, price, qty and 4 more`. */
export function formatList(names: readonly string[], max = 8): string {
  const shown = names.slice(0, max).join(", ");
  return names.length > max ? `${shown} and ${formatCount(names.length - max)} more` : shown;
}

/** `"city", "price"`: names in quotes, so that blanks at their ends are seen. */
export function formatQuoted(names: readonly string[], max = 8): string {
  return formatList(
    names.map((name) => `"${name}"`),
    max,
  );
}

/** `1,234,567`, the same in every locale. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
