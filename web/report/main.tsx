/** The entry of the report file: reads the report that stands in the page and shows it. */
import { render } from "preact";
import type { Report } from "../../src/report/report.js";
import "../style/base.css";
import "../style/report.css";
import { ReportPage } from "./report-page.js";

const text = document.getElementById("report")?.textContent ?? "";
const report = JSON.parse(text) as Report;
document.title = report.title;
const place = document.getElementById("page")!;
place.replaceChildren();
render(<ReportPage report={report} />, place);
