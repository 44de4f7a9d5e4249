/**
 * One accused feature, or one that is unusual in a row that looks normal: what it is and should be, why, and the proof.
 */
import { useMemo } from "preact/hooks";
import type { PublicRule, SuspectFeature } from "../../src/core/presenting/index.js";
import { ruleSides, shownCell, shownLevel, shownSeen, shownText, shownUnseen } from "../../src/report/expected-text.js";
import type { Claim, NormalRows } from "../../src/report/proof.js";
import { Evidence, ProofPicture } from "../pictures/proof-picture.js";
import { Expected, expectedText, Name, Observed } from "./finding-text.js";
import { SuspicionBar } from "./suspicion-bar.js";

interface SuspectBlockProps {
  readonly suspect: SuspectFeature;
  readonly rule: PublicRule | null;
  readonly nearest: readonly number[];
  readonly normal: NormalRows;
  /** In a row that looks normal nobody is blamed. */
  readonly called: "suspect" | "unusual";
}

export function SuspectBlock({ suspect, rule, nearest, normal, called }: SuspectBlockProps) {
  const { expected, observed, suggested } = suspect;
  const claim = useMemo(
    (): Claim | null => (expected === null ? null : { expected, rule, observed, nearest }),
    [expected, rule, observed, nearest],
  );
  const level = shownLevel(suspect);
  const seen = shownSeen(suspect);
  const unseen = shownUnseen(suspect);
  const suggestion = suggested === null ? null : shownCell(suggested);
  return (
    <section class="suspect" aria-label={shownText(suspect.feature)}>
      <div class="suspect-words">
        <h3>
          {called === "unusual" && <span class="soft">{rule === null ? "Least usual: " : "Breaks a rule: "}</span>}
          <Name text={suspect.feature} />
        </h3>
        {called === "suspect" && <SuspicionBar suspect={suspect} />}
        <dl class="versus">
          <div>
            <dt>observed</dt>
            <dd>
              <Observed suspect={suspect} />
              {unseen !== null && <span class="soft"> ({unseen})</span>}
            </dd>
          </div>
          <div>
            <dt>
              expected
              {level !== null && <span title="Share of normal values that are as expected"> in {level}</span>}
            </dt>
            <dd>
              <Expected suspect={suspect} normal={normal} />
              {seen !== null && <div class="soft">{seen}</div>}
            </dd>
          </div>
          {called === "suspect" && suggestion !== null && suggestion !== expectedText(suspect, normal) && (
            <div>
              <dt>such as</dt>
              <dd>
                <bdi>{suggestion}</bdi>
              </dd>
            </div>
          )}
        </dl>
        {rule === null ? (
          <p class="soft">No rule speaks about it{called === "suspect" && ", but the rest of the row does"}.</p>
        ) : (
          <>
            <RuleText rule={rule} />
            <Evidence rule={rule} />
          </>
        )}
      </div>
      {claim !== null && <ProofPicture claim={claim} normal={normal} />}
    </section>
  );
}

export function RuleText({ rule }: { readonly rule: PublicRule }) {
  const { condition, claim } = ruleSides(rule.text);
  return (
    <p class="rule">
      {rule.antecedent.length === 0 ? <span class="soft">{condition}</span> : <bdi>{condition}</bdi>}
      <span class="arrow"> → </span>
      <bdi class="expected">{claim}</bdi>
    </p>
  );
}
