/** The entry of the workbench. */
import { render } from "preact";
import "../style/base.css";
import "../style/report.css";
import "../style/workbench.css";
import { App } from "./app.js";
import { createWorkbench } from "./workbench.js";

render(<App workbench={createWorkbench()} />, document.getElementById("page")!);
