/** The picture that proves a claim, and below it what it was drawn from and how sure the rule is. */
import { useMemo } from "preact/hooks";
import {
  evidenceOf,
  formatCertainty,
  formatCount,
  formatShare,
  formatTruth,
  type PublicRule,
} from "../../src/core/presenting/index.js";
import { type Claim, type NormalRows, type Proof, proveClaim } from "../../src/report/proof.js";
import { Together } from "../parts/together.js";
import { CategoryPicture } from "./category-proof.js";
import { NumberPicture } from "./number-proof.js";

export function ProofPicture({ claim, normal }: { readonly claim: Claim; readonly normal: NormalRows }) {
  const proof = useMemo(() => proveClaim(claim, normal), [claim, normal]);
  if (proof === null) return null;
  const spread = normal.features.find(({ name }) => name === proof.feature)?.deviation ?? 0;
  return (
    <figure class="proof">
      {proof.kind === "numbers" ? <NumberPicture proof={proof} spread={spread} /> : <CategoryPicture proof={proof} />}
      <figcaption>
        <Basis proof={proof} claim={claim} normal={normal} />
      </figcaption>
    </figure>
  );
}

interface BasisProps {
  readonly proof: Proof;
  readonly claim: Claim;
  readonly normal: NormalRows;
}

/** What the bars are. */
function Basis({ proof, claim: { rule }, normal }: BasisProps) {
  if (proof.kind === "categories" && proof.basis === "learning")
    return <>Counts of all {formatCount(proof.total)} learning rows the rule speaks about.</>;
  const count = formatCount(normal.reference.rowCount);
  if (normal.reference.rowCount === 0)
    return <>The model keeps no normal rows to draw from; the counts are of all learning rows.</>;
  const isNumbers = proof.kind === "numbers"; // bars of categories have the colours of what they mean
  if (rule === null && isNumbers) {
    return (
      <>
        <Key of="faint" /> the {count} normal rows in the model, <Key of="near" /> those most like this row.
      </>
    );
  }
  const like = isNumbers ? proof.like.length : proof.total;
  if (rule === null || rule.antecedent.length === 0) {
    return (
      <>
        {isNumbers ? <Key of="like" /> : "Of"} the {count} normal rows in the model.
      </>
    );
  }
  return (
    <>
      {isNumbers && <Key of="like" />} {like === 0 ? "none" : formatCount(like)} of the {count} normal rows in the model{" "}
      {like === 1 ? "is" : "are"} like this one
      {isNumbers && (
        <>
          ; <Key of="faint" /> all of them
        </>
      )}
      .
    </>
  );
}

function Key({ of }: { readonly of: "like" | "faint" | "near" }) {
  return <span class={`key ${of}`} aria-hidden="true" />;
}

/** "100 %: true in 385 of 385 normal rows like this, held back to check it; 95 % certain: at least 99.3 %". */
export function Evidence({ rule }: { readonly rule: PublicRule }) {
  const certainty = formatCertainty(rule);
  return (
    <p class="evidence">
      <strong>{formatShare(evidenceOf(rule).confidence)}</strong>: {formatTruth(rule)}
      {certainty !== "" && (
        <span class="soft">
          ; <Together text={certainty} />
        </span>
      )}
    </p>
  );
}
