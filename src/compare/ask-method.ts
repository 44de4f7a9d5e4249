/**
 * What a method says about one row, as data: other people's methods, the paper's, and ours. Written as JSON as it
 * stands.
 */
import { createExplainer, type Explainer } from "../core/explain.js";
import type { Model } from "../core/model/index.js";
import type { Explanation } from "../core/presenting/index.js";
import type { Table } from "../core/table/index.js";
import { matrixRow } from "../detectors/matrix.js";
import { toMatrix } from "../detectors/matrix-encoding.js";
import { formatForm } from "./format-form.js";
import type { Peer, PeerContext, PeerForm } from "./peer.js";
import type { ComparedMethod, PeerName, RuleMethodName } from "./peer-names.js";
import { PEERS } from "./peers.js";

export interface MethodAnswer {
  readonly method: ComparedMethod;
  /** As it is called in papers. */
  readonly name: string;
  readonly citation: string;
  /** The explanation in the method's form, on one line for each part. */
  readonly explanation: readonly string[];
  /** What the form means. */
  readonly sentence: string;
  /** All that the method ranks, the most suspect first; weights are the method's. */
  readonly features: readonly { readonly feature: string; readonly weight: number }[];
  /** The form as data: that of a peer, or the explanation that parsight explain gives. */
  readonly form: PeerForm | Explanation;
  /** To explain this row. */
  readonly seconds: number;
  /** To learn rules before, once for all rows; null where nothing is learnt. */
  readonly learnSeconds: number | null;
}

interface NamedPeer {
  readonly method: PeerName;
  readonly peer: Peer;
}

export function createPeer(method: PeerName): NamedPeer {
  return { method, peer: PEERS[method]() };
}

/** `table` holds the row alone. A peer keeps what it prepares from the context for further rows. */
export async function askPeer({ method, peer }: NamedPeer, context: PeerContext, table: Table): Promise<MethodAnswer> {
  const row = matrixRow(toMatrix(context.encoding, table), 0);
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

/** What is said of each in a comparison. */
interface RuleMethodText {
  readonly name: string;
  readonly citation: string;
  /** What it says about a row, in its form: a line for each part. */
  lines(explanation: Explanation): string[];
}

const RULE_METHODS: Readonly<Record<RuleMethodName, RuleMethodText>> = {
  paper: {
    name: "PAR",
    citation:
      "C. Feng: PARs: Predicate-based Association Rules for Efficient and Accurate Model-Agnostic Anomaly Explanation.",
    lines: ruleLines,
  },
  diagnosis: { name: "Parsight", citation: "The diagnosis of this program: docs/method.md.", lines: blameLines },
};

export function isRuleMethod(method: ComparedMethod): method is RuleMethodName {
  return Object.hasOwn(RULE_METHODS, method);
}

export interface LearntModel {
  readonly model: Model;
  /** What learning took; null when it is not known. */
  readonly seconds: number | null;
}

/** The paper's method or ours, ready to explain. */
interface RuleMethod {
  readonly method: RuleMethodName;
  readonly explainer: Explainer;
  readonly learnSeconds: number | null;
}

/** Rules shown in a comparison. */
const TOP = 3;

export function createRuleMethod(method: RuleMethodName, { model, seconds }: LearntModel): RuleMethod {
  return { method, explainer: createExplainer(model, { method, top: TOP }), learnSeconds: seconds };
}

export function askOurselves({ method, explainer, learnSeconds }: RuleMethod, table: Table): MethodAnswer {
  const started = performance.now();
  const [explanation] = explainer(table);
  const seconds = (performance.now() - started) / 1000;
  const { name, citation, lines } = RULE_METHODS[method];
  return {
    method,
    name,
    citation,
    explanation: lines(explanation!),
    sentence: explanation!.text,
    features: explanation!.features.map(({ feature, blame }) => ({ feature, weight: blame })),
    form: explanation!,
    seconds,
    learnSeconds,
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
