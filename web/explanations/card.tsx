/**
 * One anomaly, as a good colleague would show it: what is wrong, what it should have been, and the picture that proves
 * it.
 */
import type { ComponentChildren } from "preact";
import { suspectsToRepair } from "../../src/core/explaining/index.js";
import {
  describeAsStrange,
  describeStrength,
  type Explanation,
  isWorthRepairing,
  leadOf,
  looksNormal,
  type SuspectFeature,
  suspicionName,
} from "../../src/core/presenting/index.js";
import { shownCell } from "../../src/report/expected-text.js";
import type { NormalRows } from "../../src/report/proof.js";
import type { ReportCard } from "../../src/report/report.js";
import { FindingText, Name } from "./finding-text.js";
import { NearestRows } from "./nearest-rows.js";
import { RowNames } from "./row-names.js";
import { Sentence } from "./sentence.js";
import { StrengthTag, withoutSuspect } from "./strength.js";
import { SuspectBlock } from "./suspect-block.js";
import { SuspicionBar } from "./suspicion-bar.js";

interface CardProps {
  readonly card: ReportCard;
  readonly normal: NormalRows;
  /** What the row is called; absent: by its number. */
  readonly title?: string;
  readonly onEdit?: (card: ReportCard) => void;
  /** Stands at the end. */
  readonly children?: ComponentChildren;
}

export function Card({ card, normal, title, onEdit, children }: CardProps) {
  const { explanation } = card;
  const accused = explanation.features.filter(({ expected }) => expected !== null);
  const others = explanation.features.filter(({ expected }) => expected === null);
  const isNormal = looksNormal(explanation);
  const lead = leadOf(accused);
  return (
    <article class={`card ${isNormal ? "is-normal" : ""}`}>
      <header class="card-head">
        <p class="card-row">
          <strong>{title ?? `Row ${explanation.row}`}</strong>
          <RowNames card={card} />
          <StrengthTag strength={explanation.strength} normal={normal} />
          {onEdit !== undefined && (
            <button type="button" class="quiet" onClick={() => onEdit(card)}>
              Change this row
            </button>
          )}
        </p>
        <h2>
          {isNormal ? (
            normalWords(explanation)
          ) : lead === undefined ? (
            withoutSuspect(explanation)
          ) : (
            <CardFinding explanation={explanation} suspect={lead} normal={normal} />
          )}
        </h2>
        <Sentence text={explanation.text} />
      </header>
      {accused.map((suspect) => (
        <SuspectBlock
          key={suspect.feature}
          suspect={suspect}
          rule={suspect.rule === null ? null : explanation.rules[suspect.rule]!}
          nearest={card.nearest}
          normal={normal}
          called={isNormal ? "unusual" : "suspect"}
        />
      ))}
      <Repair explanation={explanation} normal={normal} />
      {others.length > 0 && <LessSuspect explanation={explanation} />}
      <NearestRows card={card} normal={normal} />
      {children}
    </article>
  );
}

/** Of two that contradict each other neither is named alone. */
function CardFinding({ explanation, suspect, normal }: CardFindingProps) {
  const { either } = explanation;
  if (either === undefined) return <FindingText suspect={suspect} normal={normal} />;
  return (
    <>
      <Name text={either[0]} /> or <Name text={either[1]} />: they contradict each other
    </>
  );
}

interface CardFindingProps {
  readonly explanation: Explanation;
  readonly suspect: SuspectFeature;
  readonly normal: NormalRows;
}

/** What looks normal accuses nobody; a rule that it breaks all the same is worth a word. */
function normalWords({ features }: Explanation): string {
  return features.some(({ rule }) => rule !== null) ? "Looks normal, but breaks a rule" : "Looks normal";
}

function LessSuspect({ explanation }: { readonly explanation: Explanation }) {
  const others = explanation.features.filter(({ expected }) => expected === null);
  return (
    <section class="others" aria-label="Less suspect features">
      <h3>
        {looksNormal(explanation) ? "Other features" : "Less suspect"}
        {others[0] !== undefined && <span class="soft">, % {suspicionName(others[0])}</span>}
      </h3>
      <ul>
        {others.map((other) => (
          <li key={other.feature}>
            <Name text={other.feature} />
            <bdi class="soft">{shownCell(other.observed)}</bdi>
            <SuspicionBar suspect={other} words="heard" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the row would look like with the suggested values in place. */
function Repair({ explanation, normal }: { readonly explanation: Explanation; readonly normal: NormalRows }) {
  const { repaired, features, either } = explanation;
  const changes = suspectsToRepair(features, either !== undefined);
  if (repaired === undefined || changes.length === 0 || !isWorthRepairing(explanation)) return null;
  return (
    <p class={`repair ${repaired.strength === null || looksNormal(repaired) ? "" : "is-partial"}`}>
      <span class="tag right">repair</span> With{" "}
      {changes.map(({ feature, suggested }, place) => (
        <span key={feature}>
          {place > 0 && " and "}
          <Name text={feature} /> = <bdi class="expected">{shownCell(suggested)}</bdi>
        </span>
      ))}
      {repaired.strength === null ? " it is as the rules expect" : ` it ${describeRepaired(repaired.strength, normal)}`}
      .
    </p>
  );
}

function describeRepaired(strength: number, { compared }: NormalRows): string {
  if (looksNormal({ strength })) return `looks normal: ${describeAsStrange(strength)}`;
  return `is still ${describeStrength(strength, compared)}`;
}
