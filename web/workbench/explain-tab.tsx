/**
 * Rows to explain: from files, pasted, or those that were not chosen as normal; then the report, and what to take
 * home.
 */
import { useState } from "preact/hooks";
import { formatCount, formatCountOf } from "../../src/core/presenting/index.js";
import { shownText } from "../../src/report/expected-text.js";
import { describeChoice } from "../choosing/choose-rows.js";
import { ComparisonPanel } from "../comparing/comparison-panel.js";
import { FileButton, TABLE_FILES, TABLE_WORDS } from "../parts/file-button.js";
import { ReadWarnings } from "../parts/read-warnings.js";
import { ReportReader } from "../report/report-reader.js";
import type { OpenedTable } from "../steps/state.js";
import type { Workbench } from "../steps/workbench.js";
import { Downloads } from "./downloads.js";
import { IncidentForm } from "./incident-form.js";
import { MuteForm } from "./mute-form.js";
import { ReviewBar } from "./review-bar.js";
import { RowChooser, useChooseableColumns } from "./row-chooser.js";

export function ExplainTab({ workbench }: { readonly workbench: Workbench }) {
  const { model, rows, report } = workbench;
  if (model.value === null) return <p class="empty">Learn or open a model first.</p>;
  if (rows.value === null) {
    return (
      <section class="panel drop-place" aria-label="Rows to explain">
        <h2 class="drop-words">Drop the rows to explain here</h2>
        <p class="soft">
          A table with the columns of <bdi>{model.value.name}</bdi>: {TABLE_WORDS}
        </p>
        <RowSources workbench={workbench} look="primary" />
      </section>
    );
  }
  return (
    <div class="explain-tab">
      <RowsPanel workbench={workbench} opened={rows.value} />
      {report.value !== null && <ReviewBar workbench={workbench} />}
      {report.value !== null && (
        <ReportReader
          report={report.value}
          more={(card) => (
            <>
              <MuteForm card={card} report={report.value!} workbench={workbench} />
              <ComparisonPanel card={card} comparer={workbench.comparer} />
            </>
          )}
          onEdit={workbench.editRow}
          selectedRow={workbench.selectedRow.peek()}
          onSelect={(card) => (workbench.selectedRow.value = card?.explanation.row ?? null)}
        />
      )}
    </div>
  );
}

interface RowsPanelProps {
  readonly workbench: Workbench;
  readonly opened: OpenedTable;
}

function RowsPanel({ workbench, opened }: RowsPanelProps) {
  const { report, busy, chosenRows } = workbench;
  const { name, table, warnings } = opened;
  const columns = useChooseableColumns(table);
  return (
    <section class="panel rows-panel" aria-label="Rows to explain">
      <h2>Rows to explain</h2>
      <RowSources workbench={workbench} look="" />
      <ReadWarnings warnings={warnings} />
      <RowChooser
        key={name}
        legend={`Which of the ${formatCount(table.rowCount)} rows of ${name}?`}
        allWords="all of them"
        columns={columns}
        choice={chosenRows.value}
        onChoose={(choice) => workbench.explain(choice)}
      />
      <IncidentForm workbench={workbench} columns={columns} />
      {report.value === null && busy.value === null && (
        <div class="buttons">
          <button type="button" class="primary" onClick={() => workbench.explain(chosenRows.value)}>
            Explain {formatCountOf(table.rowCount, "row")} of {name}
          </button>
        </div>
      )}
      {report.value !== null && (
        <p class="explained soft">
          Explained:{" "}
          <strong>
            <bdi>{explainedWords(report.value.explained + report.value.leftOut, workbench)}</bdi>
          </strong>
        </p>
      )}
      {report.value !== null && <Downloads workbench={workbench} />}
    </section>
  );
}

/** "all 300 rows of anomalies.csv", "12 rows of plant.csv with Mode = Auto". */
function explainedWords(count: number, { rows, chosenRows }: Workbench): string {
  const of = shownText(rows.value?.name ?? "");
  const choice = chosenRows.value;
  if (choice.kind === "all") return `all ${formatCountOf(count, "row")} of ${of}`;
  const which =
    choice.kind === "others" ? `that are not normal (${describeChoice(choice)})` : `with ${describeChoice(choice)}`;
  return `${formatCountOf(count, "row")} of ${of} ${shownText(which)}`;
}

interface RowSourcesProps {
  readonly workbench: Workbench;
  /** Class of the button that people need first. */
  readonly look: "primary" | "";
}

function RowSources({ workbench, look }: RowSourcesProps) {
  const [isPasting, setPasting] = useState(false);
  const { normal, normalRows } = workbench;
  const hasOthers = normal.value !== null && normalRows.value.kind !== "all";
  return (
    <>
      <div class="buttons">
        <FileButton class={look} accept={TABLE_FILES} many onFiles={(files) => workbench.openRows(files)}>
          Choose a table
        </FileButton>
        <button type="button" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Paste rows
        </button>
        {hasOthers && (
          <button type="button" onClick={() => workbench.explainOthers()}>
            The rows that are not normal
          </button>
        )}
      </div>
      {isPasting && <PasteForm onText={(text) => workbench.openRows([new File([text], "pasted rows")])} />}
    </>
  );
}

function PasteForm({ onText }: { readonly onText: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <form
      class="paste"
      onSubmit={(event) => {
        event.preventDefault();
        onText(text);
      }}
    >
      <label>
        <span>Rows with a header, from a spreadsheet or a CSV file; or JSON records</span>
        <textarea rows={6} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" class="primary" disabled={text.trim() === ""}>
        Explain them
      </button>
    </form>
  );
}
