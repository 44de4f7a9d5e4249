/** The report as a whole page. */
import { formatCountOf } from "../../src/core/presenting/index.js";
import type { Report } from "../../src/report/report.js";
import { Logo } from "../parts/logo.js";
import { ThemeButton } from "../parts/theme-button.js";
import { ReportReader } from "./report-reader.js";

export function ReportPage({ report }: { readonly report: Report }) {
  return (
    <>
      <header class="page-head">
        <Logo />
        <div class="page-title">
          <h1>
            <bdi>{report.title}</bdi>
          </h1>
          <p class="soft">
            <bdi>{report.source}</bdi>, explained by what{" "}
            {formatCountOf(report.learningRows, "normal row has", "normal rows have")} in common
          </p>
        </div>
        <div class="page-tools">
          <button type="button" class="quiet" onClick={() => window.print()}>
            Print
          </button>
          <ThemeButton />
        </div>
      </header>
      <main>
        <ReportReader report={report} />
      </main>
    </>
  );
}
