/** What differs between two builds' answers to one case, by what a user reads: rules, suspects, strengths, texts. */

export interface Results {
  readonly rules: readonly string[];
  readonly explanations: readonly string[];
}

export interface Difference {
  readonly rulesOnlyBefore: number;
  readonly rulesOnlyAfter: number;
  /** Rules of both builds whose counts or scores differ. */
  readonly rulesChanged: number;
  readonly rowCount: number;
  /** Rows that only one build explains. */
  readonly rowsMissing: number;
  /** Rows with another first suspect. */
  readonly firstSuspects: number;
  /** Rows whose ranking of suspects differs anywhere. */
  readonly rankings: number;
  /** Rows that show another rule first. */
  readonly shownRules: number;
  /** Largest change of a strength. */
  readonly strength: number;
  readonly texts: number;
  /** Lines that differ in any way. */
  readonly lines: number;
  /** The first differing lines, before and after. */
  readonly examples: readonly { readonly before: string | null; readonly after: string | null }[];
}

interface ExplainedRow {
  readonly row?: number;
  readonly incident?: number;
  readonly strength?: number | null;
  readonly features: readonly { readonly feature: string }[];
  readonly rules: readonly { readonly text: string }[];
  readonly text: string;
}

const MAX_EXAMPLES = 3;

export function compareAnswers(before: Results, after: Results): Difference {
  const [rulesBefore, rulesAfter] = [rulesByText(before.rules), rulesByText(after.rules)];
  const [rowsBefore, rowsAfter] = [rowsByNumber(before.explanations), rowsByNumber(after.explanations)];
  const pairs = [...rowsBefore].flatMap(([key, line]) => {
    const other = rowsAfter.get(key);
    return other === undefined ? [] : [{ before: line, after: other }];
  });
  const differing = pairs.filter((pair) => pair.before !== pair.after);
  const parsed = differing.map((pair) => [parseRow(pair.before), parseRow(pair.after)] as const);
  const count = (differs: (a: ExplainedRow, b: ExplainedRow) => boolean): number =>
    parsed.filter(([a, b]) => differs(a, b)).length;
  const missing = (a: ReadonlyMap<unknown, string>, b: ReadonlyMap<unknown, string>): string[] =>
    [...a].flatMap(([key, line]) => (b.has(key) ? [] : [line]));
  const [lost, gained] = [missing(rowsBefore, rowsAfter), missing(rowsAfter, rowsBefore)];
  return {
    rulesOnlyBefore: missing(rulesBefore, rulesAfter).length,
    rulesOnlyAfter: missing(rulesAfter, rulesBefore).length,
    rulesChanged: [...rulesBefore].filter(([text, line]) => (rulesAfter.get(text) ?? line) !== line).length,
    rowCount: rowsBefore.size,
    rowsMissing: lost.length + gained.length,
    firstSuspects: count((a, b) => a.features[0]?.feature !== b.features[0]?.feature),
    rankings: count((a, b) => rankingOf(a) !== rankingOf(b)),
    shownRules: count((a, b) => a.rules[0]?.text !== b.rules[0]?.text),
    strength: Math.max(0, ...parsed.map(([a, b]) => Math.abs((a.strength ?? 0) - (b.strength ?? 0)))),
    texts: count((a, b) => a.text !== b.text),
    lines: differing.length,
    examples: [
      ...differing,
      ...lost.map((line) => ({ before: line, after: null })),
      ...gained.map((line) => ({ before: null, after: line })),
    ].slice(0, MAX_EXAMPLES),
  };
}

export function isSame(difference: Difference): boolean {
  const { rulesOnlyBefore, rulesOnlyAfter, rulesChanged, rowsMissing, lines } = difference;
  return rulesOnlyBefore + rulesOnlyAfter + rulesChanged + rowsMissing + lines === 0;
}

/** Rules of equal text, such as a mined one and one of a tree, are told apart by their source and place. */
function rulesByText(lines: readonly string[]): ReadonlyMap<string, string> {
  const byText = new Map<string, string>();
  for (const line of lines) {
    const { text, source } = JSON.parse(line) as { text: string; source: string };
    const key = `${source}: ${text}`;
    for (let copy = 1; ; copy++) {
      const unique = copy === 1 ? key : `${key} (${copy})`;
      if (byText.has(unique)) continue;
      byText.set(unique, line);
      break;
    }
  }
  return byText;
}

function rowsByNumber(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.map((line, at) => {
      const { row, incident } = JSON.parse(line) as ExplainedRow;
      return [row === undefined ? `incident ${incident ?? `line ${at}`}` : `row ${row}`, line];
    }),
  );
}

function parseRow(line: string): ExplainedRow {
  const { features = [], rules = [], ...rest } = JSON.parse(line) as Partial<ExplainedRow>;
  return { text: "", ...rest, features, rules };
}

function rankingOf({ features }: ExplainedRow): string {
  return JSON.stringify(features.map(({ feature }) => feature));
}
