/** One row by hand: a field for each feature, and its explanation as one types. */
import { useId, useMemo } from "preact/hooks";
import { InputError } from "../../src/core/base/index.js";
import { suspectsToRepair } from "../../src/core/explaining/index.js";
import { formatNumber, isWorthRepairing } from "../../src/core/presenting/index.js";
import { type CellValue, type Feature, tableFromColumns } from "../../src/core/table/index.js";
import { type CardMaker, createCardMaker } from "../../src/report/build-report.js";
import { describeNormal } from "../../src/report/describe-normal.js";
import { shownText } from "../../src/report/expected-text.js";
import type { ReportCard } from "../../src/report/report.js";
import { Card } from "../explanations/card.js";
import type { Problem } from "../parts/problem.js";
import { ProblemBox } from "../parts/problem-box.js";
import { useTyped } from "../parts/use-typed.js";
import type { NamedModel } from "../steps/state.js";
import type { Workbench } from "../steps/workbench.js";

export function RowTab({ workbench }: { readonly workbench: Workbench }) {
  const { model, row, rows, desk } = workbench;
  const review = desk.review.value;
  const makeCards = useMemo(
    () => (model.value === null ? null : createCardMaker(model.value.model, { review: desk.inEffect() })),
    [model.value, review],
  );
  const normal = useMemo(() => (model.value === null ? null : describeNormal(model.value.model)), [model.value]);
  if (model.value === null || makeCards === null || normal === null)
    return <p class="empty">Learn or open a model first.</p>;
  const { values, card } = row.value;
  const explained = explainRow(makeCards, model.value, values);
  const repairs = "card" in explained ? findRepairs(explained.card) : [];
  const set = (changes: readonly (readonly [string, CellValue])[]): void => {
    row.value = { card, values: new Map([...values, ...changes]) };
  };
  const name = card === null ? null : `Row ${card.explanation.row} of ${shownText(rows.value?.name ?? "")}`;
  return (
    <div class="row-tab">
      <section class="panel" aria-label="The row">
        <h2>
          <bdi>{name ?? "One row by hand"}</bdi>
        </h2>
        <div class="buttons">
          <button type="button" class="primary" disabled={repairs.length === 0} onClick={() => set(repairs)}>
            Apply the suggested repair
          </button>
          {card !== null && (
            <button type="button" onClick={() => workbench.editRow(card)}>
              As it was
            </button>
          )}
        </div>
        <div class="fields">
          {model.value.model.features.map((feature, place) => (
            <Field
              key={feature.name}
              feature={feature}
              hint={rangeHint(model.value!, place)}
              value={values.get(feature.name) ?? null}
              onChange={(value) => set([[feature.name, value]])}
            />
          ))}
        </div>
      </section>
      <div class="row-result" aria-live="polite">
        {"card" in explained ? (
          <Card card={explained.card} normal={normal} title="Your row" />
        ) : (
          <ProblemBox problem={explained.problem} />
        )}
      </div>
    </div>
  );
}

function explainRow(
  makeCards: CardMaker,
  { model }: NamedModel,
  row: ReadonlyMap<string, CellValue>,
): { readonly card: ReportCard } | { readonly problem: Problem } {
  try {
    const columns = model.features.map(({ name }) => ({ name, values: [row.get(name) ?? null] }));
    // What features tell of the past stands in the form like all others.
    const [card] = makeCards({ ...tableFromColumns(columns, 1), hasPast: true }, [0]);
    return { card: { ...card!, cause: 0, incident: null } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { problem: { code: error.code, message: error.message, hint: error.hint } };
  }
}

function findRepairs({ explanation }: ReportCard): [string, CellValue][] {
  if (!isWorthRepairing(explanation)) return [];
  const { features, either } = explanation;
  return suspectsToRepair(features, either !== undefined).map(({ feature, suggested }) => [feature, suggested]);
}

/** "normal: 0.5 to 11.9". */
function rangeHint({ model }: NamedModel, place: number): string {
  const profile = model.profiles[place]!;
  return profile.kind === "numeric" ? `${formatNumber(profile.min, 4)} to ${formatNumber(profile.max, 4)}` : "";
}

interface FieldProps {
  readonly feature: Feature;
  readonly hint: string;
  readonly value: CellValue;
  readonly onChange: (value: CellValue) => void;
}

const MAX_LISTED = 500;

function Field({ feature, hint, value, onChange }: FieldProps) {
  const id = useId();
  const listId = `${id}-values`;
  const typed = useTyped({
    value,
    parse: (text) => (feature.kind === "numeric" ? parseField(text) : parseCategory(text, feature)),
    format: (known) => String(known ?? ""),
    onValue: onChange,
  });
  return (
    <label for={id}>
      <span>
        <bdi>{shownText(feature.name)}</bdi> <small class="soft">{hint}</small>
      </span>
      <input
        id={id}
        {...typed}
        placeholder="missing"
        {...(feature.kind === "numeric" ? { inputMode: "decimal" } : { list: listId })}
      />
      {feature.kind === "categorical" && (
        <datalist id={listId}>
          {feature.categories.slice(0, MAX_LISTED).map((category) => (
            <option key={String(category)} value={String(category)} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** A number where it is one; else the text, which the explanation then refuses with its reason. */
function parseField(text: string): CellValue {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const value = Number(trimmed.replace(",", "."));
  return Number.isNaN(value) ? trimmed : value;
}

function parseCategory(text: string, feature: Extract<Feature, { readonly kind: "categorical" }>): CellValue {
  if (text === "") return null;
  return feature.categories.find((category) => String(category) === text) ?? text;
}
