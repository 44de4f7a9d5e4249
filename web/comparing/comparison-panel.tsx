/**
 * Beside our suspects, what other methods name first for the same row: chosen by the person, asked in a worker,
 * agreement marked.
 */
import { useEffect } from "preact/hooks";
import type { MethodAnswer } from "../../src/compare/ask-method.js";
import { visibleText } from "../../src/core/base/index.js";
import { formatCount } from "../../src/core/presenting/index.js";
import type { ReportCard } from "../../src/report/report.js";
import { Name } from "../explanations/finding-text.js";
import { ProblemBox } from "../parts/problem-box.js";
import { Progress } from "../parts/progress.js";
import { describeAgreement, FIRST_FEATURES, formatDuration } from "./agreement.js";
import type { Answers, Comparer } from "./comparer.js";
import type { ComparedRows } from "./messages.js";
import { METHOD_NOTES, type MethodNote } from "./methods.js";

interface ComparisonPanelProps {
  readonly card: ReportCard;
  readonly comparer: Comparer;
}

/** Who goes through rows quickly does not want each of them compared. */
const PAUSE_MS = 150;

export function ComparisonPanel({ card, comparer }: ComparisonPanelProps) {
  const { chosen, answers, working, rows, problem } = comparer;
  useEffect(() => {
    const timer = setTimeout(() => comparer.ask(card), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [card, chosen.value]);
  const said = answers.value.get(card);
  const shown = METHOD_NOTES.filter(({ method }) => chosen.value.has(method));
  return (
    <section class="comparison" aria-label="Other methods">
      <h3>What other methods say</h3>
      <MethodChooser comparer={comparer} />
      {working.value !== null && (
        <Progress busy={{ ...describeWork(comparer, shown.length, said), cancel: comparer.cancel }} />
      )}
      {problem.value !== null && <ProblemBox problem={problem.value} onClose={() => (problem.value = null)} />}
      {shown.length > 0 && <ComparisonTable card={card} shown={shown} answers={said} />}
      {shown.length > 0 && rows.value !== null && <Footnote rows={rows.value} />}
    </section>
  );
}

function MethodChooser({ comparer }: { readonly comparer: Comparer }) {
  return (
    <fieldset class="methods">
      <legend class="soft">Choose who else explains this row</legend>
      {METHOD_NOTES.map(({ method, name, about, pace }) => (
        <label key={method} class="method" title={about}>
          <input
            type="checkbox"
            checked={comparer.chosen.value.has(method)}
            onChange={(event) => comparer.choose(method, event.currentTarget.checked)}
          />
          <span>
            {name} {pace === "slow" && <small>slow</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function describeWork({ working }: Comparer, total: number, answers: Answers | undefined) {
  if (working.value === "opening") return { phase: "Making the normal rows ready", share: null };
  const note = METHOD_NOTES.find(({ method }) => method === working.value);
  return {
    phase: `Asking ${note?.name ?? "Parsight"}${note?.pace === "slow" ? ", which can take several seconds" : ""}`,
    share: total < 2 ? null : METHOD_NOTES.filter(({ method }) => answers?.has(method)).length / total,
  };
}

interface ComparisonTableProps {
  readonly card: ReportCard;
  readonly shown: readonly MethodNote[];
  readonly answers: Answers | undefined;
}

function ComparisonTable({ card, shown, answers }: ComparisonTableProps) {
  const accused = card.explanation.features.filter(({ expected }) => expected !== null).map(({ feature }) => feature);
  const diagnosis = answers?.get("diagnosis");
  return (
    <table class="compared">
      <caption class="unseen">The features that each method names first</caption>
      <thead>
        <tr>
          <th scope="col">method</th>
          <th scope="col">names first</th>
          <th scope="col">agreement</th>
          <th scope="col" class="number">
            time per row
          </th>
        </tr>
      </thead>
      <tbody>
        <tr class="is-ours">
          <th scope="row">Parsight</th>
          <td>
            {accused.length === 0 ? (
              <span class="soft">nothing is suspect</span>
            ) : (
              <Ranking names={accused} accused={accused} />
            )}
          </td>
          <td />
          <td class="number">{diagnosis === undefined ? "…" : formatDuration(diagnosis.seconds)}</td>
        </tr>
        {shown.map((note) => (
          <MethodRow key={note.method} note={note} answer={answers?.get(note.method)} accused={accused} />
        ))}
      </tbody>
    </table>
  );
}

interface MethodRowProps {
  readonly note: MethodNote;
  readonly answer: MethodAnswer | undefined;
  readonly accused: readonly string[];
}

function MethodRow({ note, answer, accused }: MethodRowProps) {
  if (answer === undefined) {
    return (
      <tr>
        <th scope="row">{note.name}</th>
        <td class="soft">…</td>
        <td />
        <td />
      </tr>
    );
  }
  const ranked = answer.features.filter(({ weight }) => weight > 0).map(({ feature }) => feature);
  const agreement = describeAgreement(accused, ranked);
  return (
    <tr>
      <th scope="row">{note.name}</th>
      <td>
        {ranked.length === 0 ? <span class="soft">none</span> : <Ranking names={ranked} accused={accused} />}
        <details>
          <summary>in its own words</summary>
          <p>
            <bdi>{visibleText(answer.explanation.join("; "))}</bdi>
          </p>
          <p>
            <bdi>{visibleText(answer.sentence)}</bdi>
          </p>
          <p class="citation">{answer.citation}</p>
        </details>
      </td>
      <td>
        {agreement !== null && <span class={`tag ${agreement.agrees ? "right" : "plain"}`}>{agreement.words}</span>}
      </td>
      <td class="number">{formatDuration(answer.seconds)}</td>
    </tr>
  );
}

/** The first few; those that we accuse are marked. */
function Ranking({ names, accused }: { readonly names: readonly string[]; readonly accused: readonly string[] }) {
  return (
    <ol class="ranking">
      {names.slice(0, FIRST_FEATURES).map((name) => (
        <li key={name} class={accused.includes(name) ? "is-shared" : ""}>
          {accused.includes(name) && <span aria-hidden="true">✓ </span>}
          <Name text={name} />
          {accused.includes(name) && <span class="unseen"> (accused by Parsight)</span>}
        </li>
      ))}
    </ol>
  );
}

function Footnote({ rows: { rowCount, from, of } }: { readonly rows: ComparedRows }) {
  const count = formatCount(rowCount);
  const which =
    from === "model"
      ? `the ${count} normal rows that the model keeps`
      : rowCount < of
        ? `a sample of ${count} of the ${formatCount(of)} normal rows`
        : `all ${count} normal rows`;
  return (
    <p class="soft footnote">
      The others look at {which}; KernelSHAP, LIME and Anchor explain an isolation forest trained on them. Times are
      those of this browser.
    </p>
  );
}
