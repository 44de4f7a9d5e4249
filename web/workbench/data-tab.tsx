/** The table of normal rows: which rows are normal, what was inferred about each column, and the button that learns. */
import { formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { ReadWarnings } from "../parts/read-warnings.js";
import type { Workbench } from "../steps/workbench.js";
import { ColumnTable } from "./column-table.js";
import { LearnOptionsForm } from "./learn-options-form.js";
import { RowChooser, useChooseableColumns } from "./row-chooser.js";

export function DataTab({ workbench }: { readonly workbench: Workbench }) {
  const { normal, inspection, normalRows, busy, options } = workbench;
  const columns = useChooseableColumns(normal.value?.table ?? null);
  if (normal.value === null) return <p class="empty">There is no table yet.</p>;
  const { name, table, warnings, parts } = normal.value;
  const found = inspection.value;
  const featureCount = found?.columns.filter(({ kind }) => kind !== null).length ?? 0;
  return (
    <div class="data-tab">
      <section class="panel" aria-label="Normal rows">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p class="soft">
          {parts.length > 1 && `${formatCountOf(parts.length, "file")}, `}
          {formatCountOf(table.rowCount, "row")}, {formatCountOf(table.columns.length, "column")}
          {found !== null && found.rowCount < table.rowCount && `; ${formatCount(found.rowCount)} chosen as normal`}
        </p>
        <ReadWarnings warnings={warnings} />
        <RowChooser
          key={name}
          legend="Which rows are normal?"
          allWords="all rows"
          columns={columns}
          choice={normalRows.value}
          onChoose={(choice) => workbench.chooseNormalRows(choice)}
        />
        <LearnOptionsForm options={options} />
        <div class="buttons">
          <button
            type="button"
            class="primary"
            disabled={busy.value !== null || featureCount === 0}
            onClick={() => workbench.learn()}
          >
            Learn from {found === null ? "these rows" : formatCountOf(found.rowCount, "row")}
          </button>
        </div>
        {workbench.isChangedSinceLearning() && (
          <p class="soft">The model was learnt by other choices. Learn again to use these.</p>
        )}
        {found !== null && featureCount === 0 && (
          <p class="soft">No column can be a feature yet: give one a kind in the table.</p>
        )}
      </section>
      {found === null ? (
        <p class="soft">Looking at the columns …</p>
      ) : (
        <ColumnTable columns={found.columns} rowCount={found.rowCount} workbench={workbench} />
      )}
    </div>
  );
}
