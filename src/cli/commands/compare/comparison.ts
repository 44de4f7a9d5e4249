/** What every method says about one row, as data. Written as JSON as it stands. */
import { createExplainer } from "../../../core/explain.js";
import type { Model } from "../../../core/model/model.js";
import type { Explanation } from "../../../core/presentation/explanation.js";
import { type CellValue, cellValue, type Table } from "../../../core/table/table.js";
import { matrixRow } from "../../../detectors/matrix.js";
import { toMatrix } from "../../../detectors/matrix-view.js";
import { formatForm } from "../../../peers/format-form.js";
import type { PeerContext, PeerForm } from "../../../peers/peer.js";
import type { PeerName } from "../../../peers/peer-names.js";
import { PEERS } from "../../../peers/peers.js";
import type { ComparedMethod } from "./command.js";

export interface MethodAnswer {
  readonly method: ComparedMethod;
  /** As it is called in papers. */
  readonly name: string;
  readonly citation: string;
  /** The explanation in the method's own form, on one line for each part. */
  readonly explanation: readonly string[];
  /** What the form means. */
  readonly sentence: string;
  /** All that the method ranks, the most suspect first; weights are the method's own. */
  readonly features: readonly { readonly feature: string; readonly weight: number }[];
  /** The form as data: a peer's own, or the explanation that parsight explain gives. */
  readonly form: PeerForm | Explanation;
  /** To explain this row. */
  readonly seconds: number;
  /** To learn rules before, once for all rows; null where nothing is learnt. */
  readonly learnSeconds: number | null;
}

export interface Comparison {
  readonly row: number;
  /** What was observed, feature by feature. */
  readonly values: Readonly<Record<string, CellValue>>;
  readonly detector: {
    readonly title: string;
    readonly score: number;
    readonly threshold: number | null;
    readonly flag: 0 | 1;
  };
  readonly methods: readonly MethodAnswer[];
}

/** `table` holds the row alone. */
export async function askPeer(method: PeerName, context: PeerContext, table: Table): Promise<MethodAnswer> {
  const peer = PEERS[method]();
  const row = matrixRow(toMatrix(context.view, table), 0);
  const started = performance.now();
  const answer = await peer.explain(context, row);
  return {
    method,
    name: peer.name,
    citation: peer.citation,
    explanation: [formatForm(answer)],
    sentence: answer.text,
    features: answer.features.map(({ feature, weight }) => ({ feature, weight })),
    form: answer.form,
    seconds: (performance.now() - started) / 1000,
    learnSeconds: null,
  };
}

const OWN = {
  paper: {
    name: "PAR",
    citation:
      "C. Feng: PARs: Predicate-based Association Rules for Efficient and Accurate Model-Agnostic Anomaly Explanation.",
    method: "paper",
  },
  diagnosis: { name: "Parsight", citation: "The diagnosis of this program: docs/method.md.", method: "diagnosis" },
} as const;

export interface LearntModel {
  readonly model: Model;
  readonly seconds: number;
}

/** Rules shown in a comparison. */
const TOP = 3;

export function askOurselves(which: keyof typeof OWN, { model, seconds }: LearntModel, table: Table): MethodAnswer {
  const { name, citation, method } = OWN[which];
  const explainer = createExplainer(model, { method, top: TOP });
  const started = performance.now();
  const [explanation] = explainer(table);
  const took = (performance.now() - started) / 1000;
  return {
    method: which,
    name,
    citation,
    explanation: which === "paper" ? ruleLines(explanation!) : blameLines(explanation!),
    sentence: explanation!.text,
    features: explanation!.features.map(({ feature, blame }) => ({ feature, weight: blame })),
    form: explanation!,
    seconds: took,
    learnSeconds: seconds,
  };
}

function ruleLines({ rules }: Explanation): string[] {
  return rules.length === 0 ? ["no rule is broken"] : rules.map(({ text }) => text);
}

/** Each suspect that has a rule, with its share of the blame; without one the suspects alone. */
function blameLines({ features, rules }: Explanation): string[] {
  const share = (blame: number): string => `${Math.round(blame * 100)} %`;
  const ruled = features.filter(({ rule }) => rule !== null);
  if (ruled.length > 0)
    return ruled.map(({ feature, blame, rule }) => `${feature} ${share(blame)}: ${rules[rule!]!.text}`);
  return [
    features
      .slice(0, TOP)
      .map(({ feature, blame }) => `${feature} ${share(blame)}`)
      .join(", "),
  ];
}

export function valuesOf(features: readonly string[], table: Table): Record<string, CellValue> {
  return Object.fromEntries(
    features.map((name) => {
      const value = cellValue(table.columns.find((column) => column.name === name)!, 0);
      return [name, typeof value === "number" && !Number.isFinite(value) ? String(value) : value];
    }),
  );
}
