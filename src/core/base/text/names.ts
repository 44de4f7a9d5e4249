/**
 * Order and likeness of names. One order for all: digit runs compare by value (f2 before f10), everything else by
 * code unit. It does not depend on where a column stands, so what is decided by it survives a change of column order.
 */
export function compareNames(a: string, b: string): number {
  const left = nameParts(a);
  const right = nameParts(b);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = compareParts(left[i]!, right[i]!);
    if (order !== 0) return order;
  }
  return left.length - right.length || compareText(a, b);
}

/** Code unit order: the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The candidate most like `name`, or null when none is near (more than a third of the letters differ). */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const wanted = name.trim().toLowerCase().slice(0, 80);
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.trim().toLowerCase().slice(0, 80));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** What to say when a name is unknown: the nearest one, or the one with a comma that it is a part of; then all. */
export function knownNamesHint(name: string, names: readonly string[]): string {
  const whole = names.find(
    (known) => known.includes(",") && known.split(",").some((part) => part.trim() === name.trim()),
  );
  const nearest = nearestName(name, names);
  const closest = nearest === null ? "" : `Closest: "${nearest}". `;
  return `${whole === undefined ? closest : commaHint(whole)}Columns are: ${listNames(names)}.`;
}

/** Where names are typed as one text, as for a command, commas part them. */
function commaHint(name: string): string {
  return `One name has a comma: typed in a list of names it goes in double quotes, ${asOneArgument(name)} in a shell. `;
}

function asOneArgument(name: string): string {
  return `'"${name.replaceAll('"', '""').replaceAll("'", "'\\''")}"'`;
}

/**
 * A readable list of names: at most `limit`, then "and 4 more". One that would be misread among others is in quotes.
 */
export function listNames(names: readonly string[], limit = 12): string {
  return listTexts(
    names.slice(0, limit).map((name) => quotedName(name.length > 60 ? `${name.slice(0, 57)}…` : name)),
    names.length - limit,
  );
}

/** Every one of them in quotes, so that blanks at its ends are seen. */
export function listInQuotes(names: readonly string[], limit = 12): string {
  return listTexts(
    names.slice(0, limit).map((name) => `"${name.length > 60 ? `${name.slice(0, 57)}…` : name}"`),
    names.length - limit,
  );
}

function listTexts(texts: readonly string[], more: number): string {
  return more > 0 ? `${texts.join(", ")} and ${more} more` : texts.join(", ");
}

export function quotedName(name: string): string {
  return isMisread(name) ? JSON.stringify(name) : name;
}

/** Whether text cannot stand in a list or a rule without quotes. */
export function isMisread(text: string): boolean {
  return /^$|^\s|\s$|[,;"→<>=≤≥\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]| or | and /u.test(text);
}

function nameParts(name: string): string[] {
  return name.match(/\d+|\D+/g) ?? [];
}

function compareParts(a: string, b: string): number {
  if (!isDigits(a) || !isDigits(b)) return compareText(a, b);
  const left = a.replace(/^0+/, "");
  const right = b.replace(/^0+/, "");
  return left.length - right.length || compareText(left, right);
}

function isDigits(part: string): boolean {
  return part >= "0" && part < ":";
}

/** Letters to insert, drop, change or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      current.push(least);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}
