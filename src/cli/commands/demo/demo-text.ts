/** What the demo shows: the first case of each fault, and how many of all were named rightly. */
import { FAULT_NAMES, type FaultName } from "../../../../examples/water-tank/water-tank.js";
import { formatTruth } from "../../../core/presenting/index.js";
import { formatFound, formatRule, type ModelWords } from "../../screen/explanation-text.js";
import type { Style } from "../../screen/style.js";
import { harmless, padTo, wrap, wrapIndented } from "../../screen/text-width.js";
import type { DemoCase } from "./run.js";

interface DemoLook {
  readonly style: Style;
  readonly width: number;
  readonly words: ModelWords;
}

export function formatCases(cases: readonly DemoCase[], look: DemoLook): string {
  return FAULT_NAMES.map((fault) => `${formatCase(ofFault(cases, fault)[0]!, look)}\n`).join("");
}

const INDENT = " ".repeat(4);

/** The fault and its truth, what was found, and why. */
function formatCase(demoCase: DemoCase, { style, width, words }: DemoLook): string {
  const { anomaly, explanation } = demoCase;
  const isRight = isNamedRightly(demoCase);
  const title = `${isRight ? style.right("✓") : style.wrong("✗")} ${style.name(anomaly.fault)}`;
  const truth = style.soft(`row ${explanation.row}, faulty: ${anomaly.features.join(" and ")}`);
  const first = explanation.features[0];
  const rule = first === undefined || first.rule === null ? undefined : explanation.rules[first.rule];
  const found =
    first === undefined || first.expected === null
      ? harmless(explanation.text)
      : formatFound(explanation, first, words);
  const lines = [
    wrapIndented(truth, width, { first: `  ${title}  `, rest: INDENT }),
    wrapIndented(found, width, { first: INDENT, rest: INDENT }),
  ];
  if (rule !== undefined) {
    const why = wrapIndented(`${formatRule(rule)}  (${formatTruth(rule)})`, width, {
      first: INDENT,
      rest: `${INDENT}  `,
    });
    lines.push(...why.split("\n").map(style.soft));
  }
  return lines.join("\n");
}

export function formatScore(cases: readonly DemoCase[], style: Style, width: number): string {
  const right = cases.filter(isNamedRightly).length;
  const barWidth = Math.max(5, Math.min(MAX_BAR_WIDTH, width - NAME_WIDTH - BESIDE_BAR));
  const lines = FAULT_NAMES.map((fault) => formatLine(fault, ofFault(cases, fault), { style, barWidth }));
  const head = `${style.heading(`Named rightly: ${right} of ${cases.length} visible faults.`)} In these the first suspect is truly faulty:`;
  return `${wrap(head, width).join("\n")}

${lines.join("\n")}
`;
}

const NAME_WIDTH = Math.max(...FAULT_NAMES.map((name) => name.length));
const MAX_BAR_WIDTH = 30;
/** Columns for gaps and "28 of 30". */
const BESIDE_BAR = 14;

function formatLine(
  fault: FaultName,
  cases: readonly DemoCase[],
  { style, barWidth }: { readonly style: Style; readonly barWidth: number },
): string {
  const right = cases.filter(isNamedRightly).length;
  const full = Math.round((right / cases.length) * barWidth);
  const bar = style.right("█".repeat(full)) + style.soft("░".repeat(barWidth - full));
  return `  ${padTo(fault, NAME_WIDTH)}  ${bar}  ${String(right).padStart(2)} of ${cases.length}`;
}

function ofFault(cases: readonly DemoCase[], fault: FaultName): readonly DemoCase[] {
  return cases.filter(({ anomaly }) => anomaly.fault === fault);
}

function isNamedRightly({ anomaly, explanation }: DemoCase): boolean {
  const first = explanation.features[0]?.feature;
  return anomaly.features.some((feature) => feature === first);
}
