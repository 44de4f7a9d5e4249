/** The rules of the model: how they lie, a table to scroll and filter, and the picture of the one that is chosen. */
import { useMemo, useState } from "preact/hooks";
import {
  formatCount,
  formatCountOf,
  formatNumber,
  type PublicRule,
  RULES_CSV_HEAD,
  ruleCsvLine,
} from "../../src/core/presenting/index.js";
import { ALL_SOURCES, type RuleSource } from "../../src/core/rules/index.js";
import { describeNormal } from "../../src/report/describe-normal.js";
import { shownText } from "../../src/report/expected-text.js";
import type { Claim, NormalRows } from "../../src/report/proof.js";
import { RuleText } from "../explanations/suspect-block.js";
import { download } from "../parts/download.js";
import { useTyped } from "../parts/use-typed.js";
import { Evidence, ProofPicture } from "../pictures/proof-picture.js";
import type { ReviewDesk } from "../review/review-desk.js";
import { ANY_RULE, createRuleIndex, filterRules, type RuleFilter, type RuleIndex } from "../rules/rule-index.js";
import { RuleScatter } from "../rules/rule-scatter.js";
import { RuleTable } from "../rules/rule-table.js";
import type { NamedModel } from "../steps/state.js";
import type { Workbench } from "../steps/workbench.js";
import { ReviewBar } from "./review-bar.js";

export function RulesTab({ workbench }: { readonly workbench: Workbench }) {
  const named = workbench.model.value;
  if (named === null) return <p class="empty">Learn or open a model first.</p>;
  return <Rules named={named} workbench={workbench} key={named.name} />;
}

function Rules({ named, workbench }: { readonly named: NamedModel; readonly workbench: Workbench }) {
  const { model } = named;
  const normal = useMemo(() => describeNormal(model), [model]);
  const index = useMemo(() => createRuleIndex(model), [model]);
  const [filter, setFilter] = useState<RuleFilter>(ANY_RULE);
  const [chosen, setChosen] = useState<number | null>(null);
  const places = useMemo(() => filterRules(index, filter), [index, filter]);
  const rule = useMemo(() => (chosen === null ? null : index.rule(chosen)), [index, chosen]);
  return (
    <div class="rules-tab">
      <ModelPanel named={named} index={index} workbench={workbench} />
      <ReviewBar workbench={workbench} />
      <section class="panel" aria-label="Rules">
        <RuleFilters named={named} filter={filter} shown={places.length} onFilter={setFilter} />
        <RuleTable index={index} places={places} chosen={chosen} onChoose={setChosen} />
      </section>
      <section class="panel rule-side" aria-label={rule === null ? "Support and confidence" : "The chosen rule"}>
        {rule === null ? (
          <>
            <h2>Support and confidence</h2>
            <RuleScatter index={index} places={places} />
            <p class="soft">Choose a rule to see the normal rows behind it.</p>
          </>
        ) : (
          <ChosenRule rule={rule} normal={normal} desk={workbench.desk} onClose={() => setChosen(null)} />
        )}
      </section>
    </div>
  );
}

interface ModelPanelProps {
  readonly named: NamedModel;
  readonly index: RuleIndex;
  readonly workbench: Workbench;
}

function ModelPanel({ named: { name, model, file }, index, workbench }: ModelPanelProps) {
  const warnings = model.warnings;
  return (
    <section class="panel model-panel" aria-label="Model">
      <div>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p class="soft">
          {formatCountOf(index.length, "rule")} about {formatCountOf(model.features.length, "feature")}, from{" "}
          {formatCountOf(model.rowCount, "normal row")}
          {model.neighbours.rowCount > 0 && `; it holds ${formatCount(model.neighbours.rowCount)} of them`}
        </p>
        {warnings.map(({ code, message }) => (
          <p key={code} class="soft">
            {message}
          </p>
        ))}
      </div>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => (workbench.tab.value = "explain")}>
          Explain rows
        </button>
        <button type="button" onClick={() => download(name, file, file.type)}>
          Download the model
        </button>
        <button type="button" onClick={() => download("rules.csv", formatRules(index), "text/csv")}>
          Download the rules
        </button>
      </div>
    </section>
  );
}

function formatRules(index: RuleIndex): string {
  const lines = Array.from({ length: index.length }, (_, place) => ruleCsvLine(index.rule(place)));
  return RULES_CSV_HEAD + lines.join("");
}

interface RuleFiltersProps {
  readonly named: NamedModel;
  readonly filter: RuleFilter;
  readonly shown: number;
  readonly onFilter: (filter: RuleFilter) => void;
}

function RuleFilters({ named: { model }, filter, shown, onFilter }: RuleFiltersProps) {
  return (
    <div class="rule-filters">
      <label>
        <span>about</span>
        <select
          value={filter.feature ?? ""}
          onChange={(event) => {
            const value = event.currentTarget.value;
            onFilter({ ...filter, feature: value === "" ? null : Number(value) });
          }}
        >
          <option value="">any feature</option>
          {model.features.map(({ name }, place) => (
            <option key={name} value={place}>
              {shownText(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>source</span>
        <select
          value={filter.source ?? ""}
          onChange={(event) =>
            onFilter({ ...filter, source: (event.currentTarget.value || null) as RuleSource | null })
          }
        >
          <option value="">any</option>
          {ALL_SOURCES.map((source) => (
            <option key={source}>{source}</option>
          ))}
        </select>
      </label>
      <ShareField
        label="support ≥"
        value={filter.minSupport}
        onChange={(minSupport) => onFilter({ ...filter, minSupport })}
      />
      <ShareField
        label="confidence ≥"
        value={filter.minConfidence}
        onChange={(minConfidence) => onFilter({ ...filter, minConfidence })}
      />
      <output class="soft">{formatCountOf(shown, "rule")}</output>
    </div>
  );
}

interface ShareFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A share, typed in per cent. */
function ShareField({ label, value, onChange }: ShareFieldProps) {
  const typed = useTyped({
    value,
    parse: (text) => Math.min(100, Math.max(0, Number(text) || 0)) / 100,
    format: (share) => (share === 0 ? "" : formatNumber(100 * share)),
    onValue: onChange,
  });
  return (
    <label>
      <span>{label}</span>
      <input type="number" min={0} max={100} step="any" placeholder="0" {...typed} />
      <span>%</span>
    </label>
  );
}

interface ChosenRuleProps {
  readonly rule: PublicRule;
  readonly normal: NormalRows;
  readonly desk: ReviewDesk;
  readonly onClose: () => void;
}

function ChosenRule({ rule, normal, desk, onClose }: ChosenRuleProps) {
  const [note, setNote] = useState("");
  const isApproved = desk.isApproved(rule);
  const claim = useMemo((): Claim => ({ expected: rule.consequent, rule, observed: undefined, nearest: [] }), [rule]);
  return (
    <>
      <h2>The chosen rule</h2>
      <RuleText rule={rule} />
      <Evidence rule={rule} />
      <p class="soft">
        id <code>{rule.id}</code>
      </p>
      <div class="buttons">
        <button type="button" disabled={isApproved} onClick={() => desk.approve(rule)}>
          {isApproved ? "Approved" : "Approve this rule"}
        </button>
        <label>
          <span>note</span>
          <input type="text" value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
        <button
          type="button"
          disabled={note.trim() === ""}
          onClick={() => {
            desk.note(rule, note.trim());
            setNote("");
          }}
        >
          Add the note
        </button>
      </div>
      <ProofPicture claim={claim} normal={normal} />
      <button type="button" class="quiet" onClick={onClose}>
        ← Support and confidence
      </button>
    </>
  );
}
