/** One row by hand: a field for each feature, and its explanation as one types. */
import { useId, useMemo } from "preact/hooks";
import { InputError } from "../../src/core/base/errors/input-error.js";
import { isWorthRepairing } from "../../src/core/presenting/describe-row.js";
import { formatNumber } from "../../src/core/presenting/format-number.js";
import { tableFromColumns } from "../../src/core/table/build-table.js";
import type { Feature } from "../../src/core/table/features.js";
import type { CellValue } from "../../src/core/table/table.js";
import { type CardMaker, createCardMaker } from "../../src/report/build-report.js";
import { shownText } from "../../src/report/expected-text.js";
import type { ReportCard } from "../../src/report/report.js";
import { Card } from "../explanations/card.js";
import type { Problem } from "../parts/problem.js";
import { ProblemBox } from "../parts/problem-box.js";
import { useTyped } from "../parts/use-typed.js";
import type { NamedModel, Workbench } from "./workbench.js";

export function RowView({ workbench }: { readonly workbench: Workbench }) {
  const { model, row } = workbench;
  const makeCards = useMemo(
    () => (model.value === null ? null : createCardMaker(model.value.model, {})),
    [model.value],
  );
  if (model.value === null || makeCards === null) return <p class="empty">Learn or open a model first.</p>;
  const explained = explainRow(makeCards, model.value, row.value);
  const repairs = "card" in explained ? findRepairs(explained.card) : [];
  const set = (name: string, value: CellValue): void => {
    row.value = new Map(row.value).set(name, value);
  };
  return (
    <div class="row-view">
      <section class="panel" aria-label="The row">
        <h2>One row by hand</h2>
        <div class="buttons">
          <button
            type="button"
            class="primary"
            disabled={repairs.length === 0}
            onClick={() => {
              row.value = new Map([...row.value, ...repairs]);
            }}
          >
            Apply the suggested repair
          </button>
        </div>
        <div class="fields">
          {model.value.model.features.map((feature, place) => (
            <Field
              key={feature.name}
              feature={feature}
              hint={rangeHint(model.value!, place)}
              value={row.value.get(feature.name) ?? null}
              onChange={(value) => set(feature.name, value)}
            />
          ))}
        </div>
      </section>
      <div class="row-result" aria-live="polite">
        {"card" in explained ? (
          <Card card={explained.card} normal={model.value.normal} title="Your row" />
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
    const [card] = makeCards(tableFromColumns(columns, 1), [0]);
    return { card: { ...card!, cause: 0, incident: null } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { problem: { code: error.code, message: error.message, hint: error.hint } };
  }
}

function findRepairs({ explanation }: ReportCard): [string, CellValue][] {
  if (!isWorthRepairing(explanation)) return [];
  return explanation.features.flatMap(({ feature, suggested }): [string, CellValue][] =>
    suggested === null ? [] : [[feature, suggested]],
  );
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
