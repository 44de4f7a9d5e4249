/** Says which rows of a table are meant: all, those with a label, or those for which a condition holds. */
import { useId, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Table } from "../../src/core/table/index.js";
import { shownText } from "../../src/report/expected-text.js";
import { COMPARISONS, type Comparison, describeChoice, needsValue, type RowChoice } from "../choosing/choose-rows.js";
import { type ChooseableColumn, chooseableColumns } from "../choosing/chooseable-columns.js";

interface RowChooserProps {
  readonly legend: string;
  readonly allWords: string;
  readonly columns: readonly ChooseableColumn[];
  readonly choice: RowChoice;
  readonly onChoose: (choice: RowChoice) => void;
}

/** Looked for once for a table, not whenever progress is shown. */
export function useChooseableColumns(table: Table | null): readonly ChooseableColumn[] {
  return useMemo(() => (table === null ? [] : chooseableColumns(table)), [table]);
}

type Mode = RowChoice["kind"];

const MODES: readonly (readonly [Mode, string])[] = [
  ["all", ""],
  ["label", "those with a label"],
  ["filter", "those that meet a condition"],
];

export function RowChooser({ legend, allWords, columns, choice, onChoose }: RowChooserProps) {
  const [mode, setMode] = useState<Mode>(choice.kind);
  const group = useId();
  useLayoutEffect(() => setMode(choice.kind), [choice]);
  const labels = columns.filter(({ values }) => values.length > 0);
  const pick = (next: Mode): void => {
    setMode(next);
    if (next === "all") onChoose({ kind: "all" });
  };
  return (
    <fieldset class="row-chooser">
      <legend>{legend}</legend>
      {MODES.map(([each, words]) => (
        <label key={each}>
          <input
            type="radio"
            name={group}
            checked={mode === each}
            disabled={each === "label" && labels.length === 0}
            onChange={() => pick(each)}
          />{" "}
          {words || allWords}
        </label>
      ))}
      {choice.kind === "others" && (
        <label>
          <input type="radio" name={group} checked={mode === "others"} onChange={() => pick("others")} /> those that are
          not normal
        </label>
      )}
      {mode === "label" && (
        <LabelChoice columns={labels} choice={choice.kind === "label" ? choice : null} onChoose={onChoose} />
      )}
      {mode === "filter" && (
        <FilterChoice columns={columns} choice={choice.kind === "filter" ? choice : null} onChoose={onChoose} />
      )}
      {mode !== choice.kind && (
        <p class="soft pending">
          Until you choose, it is {choice.kind === "all" ? allWords : shownText(describeChoice(choice))}.
        </p>
      )}
    </fieldset>
  );
}

interface PartProps<K extends RowChoice["kind"]> {
  readonly columns: readonly ChooseableColumn[];
  readonly choice: Extract<RowChoice, { readonly kind: K }> | null;
  readonly onChoose: (choice: RowChoice) => void;
}

function LabelChoice({ columns, choice, onChoose }: PartProps<"label">) {
  const [column, setColumn] = useState(choice?.column ?? "");
  const values = columns.find(({ name }) => name === column)?.values ?? [];
  return (
    <div class="condition">
      <ColumnSelect columns={columns} column={column} onColumn={setColumn} />
      <span aria-hidden="true">=</span>
      <select
        aria-label="Value"
        value={choice?.column === column ? choice.value : ""}
        disabled={column === ""}
        onChange={(event) => onChoose({ kind: "label", column, value: event.currentTarget.value })}
      >
        <option value="" disabled>
          choose a value
        </option>
        {values.map((value) => (
          <option key={value} value={value}>
            {shownText(value)}
          </option>
        ))}
      </select>
    </div>
  );
}

function FilterChoice({ columns, choice, onChoose }: PartProps<"filter">) {
  const [column, setColumn] = useState(choice?.column ?? "");
  const [comparison, setComparison] = useState<Comparison>(choice?.comparison ?? "=");
  const [value, setValue] = useState(choice?.value ?? "");
  const isReady = column !== "" && (!needsValue(comparison) || value !== "");
  return (
    <form
      class="condition"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onChoose({ kind: "filter", column, comparison, value });
      }}
    >
      <ColumnSelect columns={columns} column={column} onColumn={setColumn} />
      <select
        aria-label="Comparison"
        value={comparison}
        onChange={(event) => setComparison(event.currentTarget.value as Comparison)}
      >
        {COMPARISONS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      {needsValue(comparison) && (
        <input aria-label="Value" value={value} onInput={(event) => setValue(event.currentTarget.value)} />
      )}
      <button type="submit" disabled={!isReady}>
        Apply
      </button>
    </form>
  );
}

interface ColumnSelectProps {
  readonly columns: readonly ChooseableColumn[];
  readonly column: string;
  readonly onColumn: (column: string) => void;
}

function ColumnSelect({ columns, column, onColumn }: ColumnSelectProps) {
  return (
    <select aria-label="Column" value={column} onChange={(event) => onColumn(event.currentTarget.value)}>
      <option value="" disabled>
        choose a column
      </option>
      {columns.map(({ name }) => (
        <option key={name} value={name}>
          {shownText(name)}
        </option>
      ))}
    </select>
  );
}
