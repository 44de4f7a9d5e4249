/** What the demo shows: one case of each fault, and how many were named rightly. */
import { FAULT_NAMES } from "../../../../examples/water-tank/water-tank.js";
import { formatExplanation } from "../../screen/explanation-text.js";
import type { Style } from "../../screen/style.js";
import { padTo } from "../../screen/text-width.js";
import type { DemoCase } from "./run.js";

export interface DemoLook {
  readonly style: Style;
  readonly width: number;
}

/** Of each fault the first case that was named rightly, or the first at all. */
export function formatCases(cases: readonly DemoCase[], look: DemoLook): string {
  return FAULT_NAMES.map((fault) => {
    const own = cases.filter(({ anomaly }) => anomaly.fault === fault);
    return formatCase(own.find(isNamedRightly) ?? own[0]!, look);
  }).join("\n");
}

function formatCase(demoCase: DemoCase, { style, width }: DemoLook): string {
  const { anomaly, explanation } = demoCase;
  const isRight = isNamedRightly(demoCase);
  const mark = isRight ? style.right("✓") : style.wrong("✗");
  const truth = `${anomaly.fault}: ${anomaly.features.join(", ")}`;
  const { features, ...rest } = explanation;
  const first = formatExplanation({ ...rest, features: features.slice(0, 1) }, { isColoured: style.isColoured, width });
  return `${first}  ${mark} ${style.soft(`the truth is: ${truth}`)}\n`;
}

export function formatScore(cases: readonly DemoCase[], { style }: DemoLook): string {
  const lines = FAULT_NAMES.map((fault) => {
    const own = cases.filter(({ anomaly }) => anomaly.fault === fault);
    return formatLine(fault, own, style);
  });
  const right = cases.filter(isNamedRightly).length;
  return `${style.heading(`Named rightly: ${right} of ${cases.length} faults`)} (the first suspect is truly faulty)

${lines.join("\n")}
`;
}

const NAME_WIDTH = Math.max(...FAULT_NAMES.map((name) => name.length));
const BAR_WIDTH = 30;

function formatLine(fault: string, cases: readonly DemoCase[], style: Style): string {
  const right = cases.filter(isNamedRightly).length;
  const full = cases.length === 0 ? 0 : Math.round((right / cases.length) * BAR_WIDTH);
  const bar = style.right("█".repeat(full)) + style.soft("░".repeat(BAR_WIDTH - full));
  return `  ${padTo(fault, NAME_WIDTH)}  ${bar}  ${String(right).padStart(2)} of ${cases.length}`;
}

function isNamedRightly({ anomaly, explanation }: DemoCase): boolean {
  const first = explanation.features[0]?.feature;
  return anomaly.features.some((feature) => feature === first);
}
