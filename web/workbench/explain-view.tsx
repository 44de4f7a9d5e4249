/**
 * Rows to explain: from a file, pasted, or those that were not chosen as normal; then the report, and what to take
 * home.
 */
import { useState } from "preact/hooks";
import { formatCount, formatCountOf } from "../../src/core/presenting/format-number.js";
import type { CellValue } from "../../src/core/table/table.js";
import { formatReportPage } from "../../src/report/report-page.js";
import { ComparisonView } from "../comparing/comparison-view.js";
import { download } from "../parts/download.js";
import { FileButton, TABLE_FILES } from "../parts/file-button.js";
import { ReadWarnings } from "../parts/read-warnings.js";
import { ReportView } from "../report/report-view.js";
import { MuteForm } from "./mute-form.js";
import { ReviewBar } from "./review-bar.js";
import { RowChooser, useChooseableColumns } from "./row-chooser.js";
import type { Workbench } from "./workbench.js";

export function ExplainView({ workbench }: { readonly workbench: Workbench }) {
  const { model, rows, report, busy } = workbench;
  const columns = useChooseableColumns(rows.value?.table ?? null);
  if (model.value === null) return <p class="empty">Learn or open a model first.</p>;
  if (rows.value === null) {
    return (
      <section class="panel drop-place" aria-label="Rows to explain">
        <h2 class="drop-words">Drop the rows to explain here</h2>
        <p class="soft">
          A table with the columns of <bdi>{model.value.name}</bdi>: CSV or TSV (plain or .gz), or Parquet
        </p>
        <RowSources workbench={workbench} look="primary" />
      </section>
    );
  }
  return (
    <div class="explain-view">
      <section class="panel rows-panel" aria-label="Rows to explain">
        <h2>Rows to explain</h2>
        <RowSources workbench={workbench} look="" />
        <ReadWarnings warnings={rows.value.warnings} />
        <RowChooser
          key={rows.value.name}
          legend={`Which of the ${formatCount(rows.value.table.rowCount)} rows of ${rows.value.name}?`}
          allWords="all of them"
          columns={columns}
          choice={workbench.chosenRows.value}
          onChoose={(choice) => workbench.explain(choice)}
        />
        {report.value === null && busy.value === null && (
          <div class="buttons">
            <button type="button" class="primary" onClick={() => workbench.explain(workbench.chosenRows.value)}>
              Explain {formatCountOf(rows.value.table.rowCount, "row")} of {rows.value.name}
            </button>
          </div>
        )}
        {report.value !== null && <Downloads workbench={workbench} />}
      </section>
      {report.value !== null && <ReviewBar workbench={workbench} />}
      {report.value !== null && (
        <ReportView
          report={report.value}
          more={(card) => (
            <>
              <MuteForm card={card} report={report.value!} workbench={workbench} />
              <ComparisonView card={card} comparer={workbench.comparer} />
            </>
          )}
          onEdit={(card) =>
            workbench.editRow(
              new Map(
                report.value!.features.map(({ name }, place): [string, CellValue] => [name, card.cells[place] ?? null]),
              ),
            )
          }
        />
      )}
    </div>
  );
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
        <FileButton class={look} accept={TABLE_FILES} onFile={(file) => workbench.openRows(file, file.name)}>
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
      {isPasting && <PasteForm onText={(text) => workbench.openRows(new Blob([text]), "pasted rows")} />}
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
        <span>Rows with a header, from a spreadsheet or a CSV file</span>
        <textarea rows={6} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <button type="submit" class="primary" disabled={text.trim() === ""}>
        Explain them
      </button>
    </form>
  );
}

/** The built report page lies beside the workbench. */
const TEMPLATE = "report.html";

function Downloads({ workbench }: { readonly workbench: Workbench }) {
  const { report, rows } = workbench;
  const name = (rows.value?.name ?? "rows").replace(/\.\w+(\.gz)?$/, "");
  return (
    <div class="buttons downloads">
      <button
        type="button"
        onClick={async () => {
          const template = await (await fetch(TEMPLATE)).text();
          download(`${name}.report.html`, formatReportPage(template, report.value!), "text/html");
        }}
      >
        Download the report
      </button>
      <button
        type="button"
        onClick={async () => {
          const file = await workbench.explanationsFile();
          if (file !== null) download(`${name}.explanations.ndjson`, file, "application/x-ndjson");
        }}
      >
        Download explanations
      </button>
    </div>
  );
}
