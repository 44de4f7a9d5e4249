/**
 * What was found about one suspect, in a line: "Level is 12.5, expected 8.3 to 11"; what no rule expects is what
 * similar normal rows have. Text of the data keeps its direction.
 */

import { visibleText } from "../../src/core/base/index.js";
import { isNewInRange, type SuspectFeature } from "../../src/core/presenting/index.js";
import { shownCell, shownSuspectExpected, shownText, shownUnseen } from "../../src/report/expected-text.js";
import type { NormalRows } from "../../src/report/proof.js";

export function FindingText({ suspect, normal }: { readonly suspect: SuspectFeature; readonly normal: NormalRows }) {
  return (
    <>
      <Name text={suspect.feature} /> is <Observed suspect={suspect} />
      {shownUnseen(suspect) !== null && <>, {shownUnseen(suspect)}</>}
      {suspect.expected !== null && (
        <>
          {suspect.rule === null && suspect.expected.level === undefined
            ? "; similar normal rows have "
            : ", expected "}
          {isNewInRange(suspect) && "another number, "}
          <Expected suspect={suspect} normal={normal} />
        </>
      )}
    </>
  );
}

export function Name({ text }: { readonly text: string }) {
  return <bdi class="name">{shownText(text)}</bdi>;
}

export function Observed({ suspect }: { readonly suspect: SuspectFeature }) {
  return <bdi class="observed">{shownCell(suspect.observed)}</bdi>;
}

export function Expected({ suspect, normal }: { readonly suspect: SuspectFeature; readonly normal: NormalRows }) {
  return <bdi class="expected">{expectedText(suspect, normal)}</bdi>;
}

export function expectedText(suspect: SuspectFeature, { features }: NormalRows): string {
  const { feature, rule } = suspect;
  const spread = rule === null ? 0 : (features.find(({ name }) => name === feature)?.deviation ?? 0);
  return visibleText(shownSuspectExpected(suspect, spread));
}
