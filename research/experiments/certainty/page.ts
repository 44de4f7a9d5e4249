/** The page: an overview of goals, a table for each case, and a picture of what was stated against what was true. */
import { drawLines } from "../output/plot.js";
import type { Cell, Report, ReportPlot, ReportTable } from "../output/report.js";
import { formatGoal, type Verdict, verdictOf } from "./figure.js";
import { PARTS } from "./parts.js";
import type { Measured } from "./run.js";
import type { StoredCase } from "./store.js";

export const PAGE_TITLE = "Certainty: does what is said hold on fresh rows?";

export const PAGE_ABOUT = `Every figure is measured on rows that no model has seen, and stands beside its goal. ± is one standard error over
independent repetitions (tables, weeks, sets; *of* says how many), never over rows. A goal missed by less than two errors is *within error*. Cases can be measured by themselves (\`--only\`), with all
repetitions (*full*) or with those that the tests make (*quick*); the page shows the last measurement of each.

- **Strength**: the share of fresh normal rows that are said to be stranger than 95 % (99 %) of normal rows, which should be .05 (.01); and of true faults.
  The oracle knows the fresh rows and sets its limit at their own .95 (.99) quantile.
- **Rules**: the share of shown rules whose confidence on fresh normal rows is not below the stated bound. A rule is judged where its antecedent holds in
  50 fresh rows or more, and fails when its confidence there is below the bound by more than 1.645 standard errors; *strictly*: when it is below at all,
  of rules with 200 fresh rows or more. Each rule counts once for each learnt table; *by showing*: as often as it was shown.
- **Probability**: of rows of which half were broken (one feature in .6 of them, two in .25, three in .15, changed evenly over the range, to another row's value, by
  3–6 σ, tenfold, or to another category; nobody chose the visible ones) and half were left alone.
- **Expected**: first suspects that are truly wrong, and the value they had before.`;

export function toReport(measured: readonly StoredCase[]): Report {
  return {
    tables: [overview(measured), ...measured.map(caseTable)],
    plots: reliabilityPlot(measured),
    claims: [],
  };
}

const VERDICTS: readonly Verdict[] = ["reached", "within error", "missed", "not measured"];

/** Of all cases: those that nobody measured are said to be so. */
function overview(measured: readonly StoredCase[]): ReportTable {
  const rows = PARTS.flatMap(({ name: part, cases }) =>
    cases.map(({ name }): Cell[] => {
      const own = measured.find((one) => one.part === part && one.name === name);
      const counts = VERDICTS.map((verdict) => own?.figures.filter((figure) => verdictOf(figure) === verdict).length);
      return [`${part}: ${name}`, own?.scale ?? "no page yet", ...counts.map((count) => count ?? null)];
    }),
  );
  return { file: "certainty-goals", title: "Goals", heads: ["measured", "effort", ...VERDICTS], digits: 0, rows };
}

function caseTable({ part, name, figures }: Measured): ReportTable {
  return {
    file: `certainty-${part}-${name.replaceAll(/[^A-Za-z]+/g, "-")}`,
    title: `${part[0]!.toUpperCase()}${part.slice(1)}: ${name}`,
    heads: ["on", "measured", "figure", "±", "of", "goal", ""],
    digits: 3,
    rows: figures.map((figure): Cell[] => [
      figure.group,
      figure.measure,
      figure.value,
      figure.error,
      String(figure.count),
      formatGoal(figure.goal),
      verdictOf(figure),
    ]),
  };
}

function reliabilityPlot(measured: readonly Measured[]): ReportPlot[] {
  const cases = measured.filter(({ part }) => part === "probability");
  if (cases.length === 0) return [];
  const title = "First suspects: what is stated, and how often it is true";
  const svg = drawLines({
    title,
    xTitle: "probability stated",
    yTitle: "truly wrong",
    marks: "lines",
    series: [
      ...cases.map(({ name, figures }) => ({
        name,
        points: figures.flatMap(({ stated, value }): [number, number][] =>
          stated === undefined ? [] : [[stated, value]],
        ),
      })),
      { name: "as stated", isPaper: true, points: [[0, 0] as const, [1, 1] as const] },
    ],
  });
  return [{ file: "certainty-probability", title, svg }];
}
