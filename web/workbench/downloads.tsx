/** What to take home of a report: the page, and explanations and incidents as the command line writes them. */
import { formatReportPage } from "../../src/report/report-page.js";
import { baseName } from "../parts/base-name.js";
import { download } from "../parts/download.js";
import type { Workbench } from "../steps/workbench.js";
import type { WrittenForm } from "../tasks/task.js";

/** The built report page lies beside the workbench. */
const TEMPLATE = "report.html";

const ROWS: readonly (readonly [WrittenForm, string])[] = [
  ["explanations.ndjson", "Download explanations"],
  ["explanations.csv", "Download as CSV"],
];
const INCIDENTS: readonly (readonly [WrittenForm, string])[] = [
  ["incidents.ndjson", "Download incidents"],
  ["incidents.csv", "Incidents as CSV"],
];

export function Downloads({ workbench }: { readonly workbench: Workbench }) {
  const { report, rows } = workbench;
  const name = baseName(rows.value?.files ?? []);
  const hasIncidents = (report.value?.incidents?.counts.incidents ?? 0) > 0;
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
      {[...ROWS, ...(hasIncidents ? INCIDENTS : [])].map(([form, words]) => (
        <button
          key={form}
          type="button"
          onClick={async () => {
            const file = await workbench.write(form);
            if (file !== null) download(`${name}.${form}`, file, typeOf(form));
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

function typeOf(form: WrittenForm): string {
  return form.endsWith("csv") ? "text/csv" : "application/x-ndjson";
}
