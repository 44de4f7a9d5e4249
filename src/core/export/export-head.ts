/** What every exported file says of itself: from which model, by which command, and what it is not for. */
import { formatCountOf } from "../presenting/index.js";
import type { ExportedRules, LeftOut } from "./exported-rules.js";

interface ExportOrigin {
  /** The model's checksum, as its file has it. */
  readonly checksum: string;
  /** The command line that wrote it. */
  readonly command: string;
}

const EXPORTS_ONLY_CHECK =
  "It checks rules and does not diagnose: a broken rule tells that something is wrong, parsight explain which value is.";

export function exportHead(
  { checksum, command }: ExportOrigin,
  { rules, leftOut, passedOver }: ExportedRules,
): string[] {
  const others = passedOver === 0 ? "" : `; ${formatCountOf(passedOver, "other")} passed over`;
  return [
    `${formatCountOf(rules.length, "rule")} of the parsight model ${checksum}${others}`,
    `Written by: ${command}`,
    EXPORTS_ONLY_CHECK,
    ...describeLeftOut(leftOut),
  ];
}

/** One line each; none where nothing is left out. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return [];
  const lines = leftOut.map(({ rule, reason }) => `  ${rule.id} ${rule.text}: ${reason}`);
  return [`Left out: ${formatCountOf(leftOut.length, "rule")}`, ...lines];
}
